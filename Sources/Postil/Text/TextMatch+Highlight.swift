import PostilModel

extension Annotation {
  /// Highlights a place where a text was found, line by line.
  public init(
    highlighting match: TextMatch, style: StrokeStyle = .highlighter, contents: String? = nil,
    author: String? = nil, id: AnnotationID = AnnotationID()
  ) {
    self.init(.highlight(match.rects), style: style, contents: contents, author: author, id: id)
  }
}
