/// Makes the items of a picture in a style: what the kinds have in common.
struct StylePainter {
  private let style: AnnotationStyle

  init(_ style: AnnotationStyle) { self.style = style }

  /// A picture of items in the style's opacity, cut off at a box; without a box if there is nothing to paint.
  package func appearance(_ items: [Appearance.Item], box: PageRect) -> Appearance {
    Appearance(
      items: items, opacity: style.fillOpacity == nil ? style.opacity : 1, box: items.isEmpty ? nil : box)
  }

  // MARK: Paths

  /// A path in the style's fill and pen.
  func filledAndStroked(_ path: PagePath, isRound: Bool = false) -> [Appearance.Item] {
    item(path, fill: style.fill, pen: style.pen(isRound: isRound))
  }

  /// A path in the style's fill.
  func filled(_ path: PagePath) -> [Appearance.Item] { item(path, fill: style.fill, pen: nil) }

  /// A path filled with the pen's color; nothing at line width 0.
  func penColored(_ path: PagePath, _ rule: Appearance.FillRule = .evenOdd) -> [Appearance.Item] {
    guard !path.isEmpty, style.lineWidth > 0 else { return [] }
    let opacity = style.fillOpacity == nil ? 1 : style.opacity
    return [Appearance.Item(path: path, fill: style.color, fillRule: rule, fillOpacity: opacity)]
  }

  /// A filled circle: readers do not agree on lines that have no length.
  func dot(at point: PagePoint) -> [Appearance.Item] {
    penColored(.circle(around: point, radius: style.lineWidth / 2))
  }

  /// Strokes of a round pen: one item for all lines, so that crossings do not show through, one for the areas of all that
  /// have widths, and one for each dot, since overlapping dots in one path would cancel out.
  func strokes(_ strokes: [InkStroke]) -> [Appearance.Item] {
    guard let pen = style.pen(isRound: true) else { return [] }
    var path = PagePath()
    var dots: [PagePoint] = []
    var outline = StrokeOutline(penWidth: style.lineWidth)
    for stroke in strokes {
      if stroke.hasWidths {
        outline.add(stroke)
      } else if let point = stroke.dot {
        dots.append(point)
      } else {
        path.addPath(stroke.path)
      }
    }
    return item(path, fill: nil, pen: pen) + penColored(outline.path, .nonzero) + dots.flatMap(dot)
  }

  /// A shaft with what is at its ends: the shaft and open ends in one item; filled ends on top; ends are
  /// never dashed.
  func shaft(_ shaft: PagePath, ends: [LineEndShape]) -> [Appearance.Item] {
    var (shaft, open) = (shaft, PagePath())
    let isFilled = { (end: LineEndShape) in end.isClosed && style.fill != nil }
    for end in ends where !isFilled(end) { open.addPath(end.path) }
    var solid = style.pen()
    solid?.dash = []
    let tops = ends.filter(isFilled).flatMap { item($0.path, fill: style.fill, pen: solid) }
    if style.dash.isEmpty {
      shaft.addPath(open)
      return item(shaft, fill: nil, pen: solid) + tops
    }
    return item(shaft, fill: nil, pen: style.pen()) + item(open, fill: nil, pen: solid) + tops
  }

  private func item(_ path: PagePath, fill: Color?, pen: Appearance.Pen?) -> [Appearance.Item] {
    guard !path.isEmpty, fill != nil || pen != nil else { return [] }
    guard let fillOpacity = style.fillOpacity else {
      return [Appearance.Item(path: path, fill: fill, pen: pen)]
    }
    return [
      Appearance.Item(path: path, fill: fill, fillOpacity: fillOpacity, pen: pen, penOpacity: style.opacity)
    ]
  }
}

extension AnnotationStyle {
  /// The pen of this style; `nil` at line width 0, when no outline is painted.
  package func pen(isRound: Bool = false) -> Appearance.Pen? {
    guard lineWidth > 0 else { return nil }
    return Appearance.Pen(color: color, width: lineWidth, dash: dash, isRound: isRound)
  }
}

extension LineEndShape {
  /// What the pen of a style paints of it is within this rectangle.
  package func bounds(_ style: AnnotationStyle) -> PageRect {
    (path.extent ?? .zero).insetBy(-reach * style.lineWidth)
  }
}
