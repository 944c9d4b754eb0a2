extension Annotation {
  /// The annotation as an edit takes it, without parts that draw nothing, such as freehand strokes without
  /// a point. Everything else stays exactly as it is. O(points).
  ///
  /// - Throws: What the kind refuses; ``PDFError`` with code `.invalidGeometry` if a coordinate is not a number, is infinite or is
  ///   beyond 1,000,000 points, or if there is nothing to draw; with `.invalidArgument` if it has no name,
  ///   or belongs to itself.
  package func validated() throws -> Annotation {
    guard !id.rawValue.isEmpty else {
      throw PDFError(
        .invalidArgument, "an annotation needs a name that is not empty; leave the id out for a new one")
    }
    guard relation?.target != id else {
      throw PDFError(
        .invalidArgument, "The annotation '\(id)' cannot belong to itself: name another one in its relation.")
    }
    let value = content.value.normalized()
    guard value.isUsable else {
      throw PDFError(
        .invalidGeometry,
        "a coordinate of the annotation is not a number or is beyond 1,000,000 points; give coordinates on the page"
      )
    }
    try value.requireUsable()
    guard value.isVisible(style) else {
      throw PDFError(
        .invalidGeometry,
        "the annotation has nothing to draw; give it a point, an extent, a line width or a fill")
    }
    var copy = self
    copy.content = AnnotationContent(value)
    return copy
  }
}
