extension Annotation {
  /// The annotation's picture, made of its shape and style: what is drawn on screen and what is
  /// written into the file.
  ///
  /// - At line width 0 no outline is painted.
  /// - Rectangles and ellipses have one item, filled and stroked. Those of no width or no height
  ///   are painted as the line that they are.
  /// - Freehand strokes are painted by a round pen; a dot is a filled circle as wide as the pen.
  /// - Line endings grow with the line, and are never smaller than a few points. Dashes are the
  ///   shaft's alone. A line of no length and without endings is a dot.
  /// - ``AnnotationShape/other(subtype:bounds:)`` has an empty picture.
  ///
  /// O(points).
  public var appearance: Appearance { shape.appearance(style) }

  /// A rectangle, in page space, that holds all that is painted: of rectangles and ellipses
  /// exactly the rectangle widened by half the line; of strokes and lines their exact extent
  /// widened by half the line, line endings included. Of an annotation that Postil does not draw
  /// it is the annotation's own rectangle. O(points).
  public var bounds: PageRect { shape.bounds(style) }
}

extension AnnotationShape {
  /// The rectangle that holds the shape's picture.
  func bounds(_ style: StrokeStyle) -> PageRect {
    let half = style.lineWidth / 2
    switch self {
    case .rectangle(let rect), .ellipse(let rect): return rect.insetBy(-half)
    case .other(_, let bounds): return bounds
    case .line(let from, let to, let start, let end):
      let layout = LineLayout(from: from, to: to, start: start, end: end, lineWidth: style.lineWidth)
      let line = PageRect(corner: from, corner: to).insetBy(-half)
      return layout.ends.reduce(line) { box, end in
        box.union((end.path.extent ?? box).insetBy(-end.reach * style.lineWidth))
      }
    case .ink(let strokes, let areas):
      let boxes = strokes.compactMap { $0.path.extent?.insetBy(-half) }
      let filled = style.fill == nil ? nil : PageRect.bounding(areas.joined())
      let all = boxes + (filled.map { [$0] } ?? [])
      return all.dropFirst().reduce(all.first ?? .zero) { $0.union($1) }
    }
  }
}
