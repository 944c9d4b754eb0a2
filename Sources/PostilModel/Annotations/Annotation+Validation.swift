extension Annotation {
  /// The annotation as an edit takes it, normalised:
  ///
  /// - Freehand strokes without a point and areas of fewer than three points are left out.
  /// - Rectangles, ellipses and lines of no extent stay if a pen wider than 0, or a line ending,
  ///   makes them visible.
  ///
  /// Everything else stays exactly as it is. O(points).
  ///
  /// - Throws: ``PDFError`` (`invalidGeometry`) if a coordinate is not a number, is infinite or is
  ///   beyond 1,000,000 points, or if there is nothing to draw.
  package func validated() throws -> Annotation {
    var copy = self
    copy.shape = shape.normalised()
    guard copy.shape.isUsable else { throw AnnotationShape.unusable }
    guard copy.shape.hasExtent(style) else { throw AnnotationShape.nothing }
    return copy
  }
}

extension AnnotationShape {
  fileprivate static var unusable: PDFError {
    PDFError(
      .invalidGeometry,
      "a coordinate of the annotation is not a number or is beyond 1,000,000 points; give coordinates on the page"
    )
  }

  fileprivate static var nothing: PDFError {
    PDFError(
      .invalidGeometry, "the annotation has nothing to draw; give it a point, an extent or a line width")
  }

  fileprivate func normalised() -> AnnotationShape {
    guard case .ink(let strokes, let areas) = self else { return self }
    return .ink(strokes.filter { !$0.points.isEmpty }, areas: areas.filter { $0.count > 2 })
  }

  fileprivate var isUsable: Bool {
    switch self {
    case .line(let from, let to, _, _): from.isUsable && to.isUsable
    case .rectangle(let rect), .ellipse(let rect), .other(_, let rect): rect.isUsable
    case .ink(let strokes, let areas):
      strokes.allSatisfy { $0.points.allSatisfy(\.isUsable) }
        && areas.allSatisfy { $0.allSatisfy(\.isUsable) }
    }
  }

  fileprivate func hasExtent(_ style: StrokeStyle) -> Bool {
    switch self {
    case .line(let from, let to, let start, let end):
      style.lineWidth > 0 || from != to || start != .none || end != .none
    case .rectangle(let rect), .ellipse(let rect): style.lineWidth > 0 || !rect.isEmpty
    case .ink(let strokes, let areas): !(strokes.isEmpty && areas.isEmpty)
    case .other: true
    }
  }
}
