public import Foundation

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
  ///   - style: The color and the opacity; `nil` for those of text that is struck out.
  ///   - author: Who wants it.
  /// - Returns: Two annotations for the same page; none without text.
  public static func replacement(
    of quads: [PageQuad], with text: String, style: AnnotationStyle? = nil, author: String? = nil
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

extension Annotation {
  /// A note that answers this annotation, at the same place. It paints nothing: readers list it in the thread.
  ///
  /// - Parameters:
  ///   - text: The answer.
  ///   - author: Who answers.
  ///   - date: When.
  /// - Returns: An annotation for the same page.
  public func reply(_ text: String, author: String? = nil, date: Date = Date()) -> Annotation {
    answer(contents: text, author, date)
  }

  /// A hidden note that says what somebody makes of this annotation.
  ///
  /// - Parameters:
  ///   - state: What is made of it.
  ///   - author: Who says so: the newest state of each author counts.
  ///   - date: When.
  /// - Returns: An annotation for the same page.
  public func reply(_ state: AnnotationState, author: String? = nil, date: Date = Date()) -> Annotation {
    answer(state, contents: "\(state.name)\(author.map { " set by \($0)" } ?? "")", author, date)
  }

  private func answer(
    _ state: AnnotationState? = nil, contents: String, _ author: String?, _ date: Date
  ) -> Annotation {
    let corner = PagePoint(x: bounds.minX, y: bounds.maxY)
    let content = NoteContent(
      in: content.note?.rect ?? .icon(at: corner), icon: .comment, state: state)
    var reply = Annotation(
      .note(content), style: .note, contents: contents, author: author, creationDate: date)
    reply.relation = .reply(to: id)
    return reply
  }

  /// A window for the text of this annotation.
  ///
  /// - Parameters:
  ///   - rect: Where it is; `nil` for a place to the right of the annotation.
  ///   - isOpen: Whether it is open at first.
  /// - Returns: An annotation for the same page.
  public func popup(in rect: PageRect? = nil, isOpen: Bool = false) -> Annotation {
    let beside = PageRect(x: bounds.maxX + 10, y: bounds.maxY, width: 200, height: -120)
    var window = Annotation(.popup(rect ?? beside, isOpen: isOpen))
    window.relation = .popup(of: id)
    return window
  }

  /// Whether it is a note that answers another annotation: readers list it in the thread and show no icon.
  package var isReplyNote: Bool {
    guard case .reply? = relation else { return false }
    return content.value is NoteContent
  }

  /// Copies of annotations under new names, for any page. Those that belong to each other do so as copies, too; what belongs
  /// to one that is not among them belongs to none. ``PDFPage/unit(of:)`` gives an annotation and what belongs to it.
  ///
  /// - Parameter annotations: The annotations, bottom first.
  /// - Returns: As many annotations, in the same order.
  /// - Complexity: O(annotations).
  public static func copies(of annotations: [Annotation]) -> [Annotation] {
    let names = Dictionary(annotations.map { ($0.id, AnnotationID()) }) { first, _ in first }
    return annotations.map { original in
      var copy = original.copy(original.content, id: names[original.id] ?? AnnotationID())
      copy.relation = original.relation.flatMap { relation in names[relation.target].map(relation.to) }
      return copy
    }
  }
}
