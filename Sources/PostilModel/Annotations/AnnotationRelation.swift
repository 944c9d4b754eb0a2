/// What an annotation is to another one on its page (`/IRT` and `/RT`, ISO 32000-2, table 173). It is removed along with
/// that one.
public enum AnnotationRelation: Sendable, Hashable {
  /// An answer to the other one.
  case reply(to: AnnotationID)
  /// A part of the other one: readers show both as one, with text, author and date of the other.
  case part(of: AnnotationID)

  /// The other annotation.
  public var target: AnnotationID {
    switch self {
    case .reply(let id), .part(let id): id
    }
  }
}

extension Annotation {
  /// Says that text is to be replaced: the text is struck out, and a caret behind it has what is to be put in. Readers show
  /// both as one.
  ///
  /// ```swift
  /// let marks = Annotation.replacement(of: selection.quads, with: "better words")
  /// try document.add(marks, to: page.id)
  /// ```
  ///
  /// - Parameters:
  ///   - quads: The text, one quadrilateral for each line.
  ///   - text: What is to be put in.
  ///   - style: The colour and the opacity; `nil` for those of text that is struck out.
  ///   - author: Who wants it.
  /// - Returns: Two annotations for the same page; none without text.
  public static func replacement(
    of quads: [PageQuad], with text: String, style: StrokeStyle? = nil, author: String? = nil
  ) -> [Annotation] {
    guard let last = quads.last else { return [] }
    let style = style ?? .textMarkup(.strikeOut)
    let caret = Annotation(
      AnnotationContent(CaretContent(after: last, isReplacement: true)), style: style, contents: text,
      author: author)
    var strike = Annotation(
      AnnotationContent(TextMarkupContent(.strikeOut, quads, isReplacement: true)), style: style,
      author: author)
    strike.relation = .part(of: caret.id)
    return [strike, caret]
  }
}
