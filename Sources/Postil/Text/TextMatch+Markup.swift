import PostilModel

extension Annotation {
  /// Marks a place where a text was found, line by line.
  ///
  /// - Parameters:
  ///   - match: The place.
  ///   - type: How it is marked.
  ///   - style: The color and the opacity; `nil` for ``AnnotationStyle/textMarkup(_:)``.
  ///   - contents: The comment.
  ///   - author: Who marked it.
  ///   - id: Its id.
  public init(
    marking match: TextMatch, as type: TextMarkupType = .highlight, style: AnnotationStyle? = nil,
    contents: String? = nil, author: String? = nil, id: AnnotationID = AnnotationID()
  ) {
    self.init(
      .textMarkup(type, match.quads), style: style ?? .textMarkup(type), contents: contents, author: author,
      id: id)
  }
}
