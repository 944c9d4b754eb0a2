import Postil

/// `postil note`: puts a note on a page, or answers an annotation.
struct NoteCommand: EditingCommand {
  private static let page = Option(
    "--page", "N", help: "The page: its number from 1, or last. With --reply-to it may be left out."
  ) { try PageNumber($0) }
  private static let at = AnnotationOptions.point("Where: the upper left corner of the icon.")
  private static let text = AnnotationOptions.text("The text.")
  private static let icon = AnnotationOptions.icon(NoteContent.Icon.note)
  private static let color = AnnotationOptions.iconColor
  private static let opacity = AnnotationOptions.opacity
  private static let author = AnnotationOptions.author("Who writes it.")
  private static let open = Option(flag: "--open", help: "Has readers show the text at once.")
  private static let replyTo = Option(
    "--reply-to", "ID", help: "Answers an annotation of any kind, or another answer.", parse: Values.text)
  private static let state = Option(
    "--state", "STATE", completion: .choices(AnnotationState.standard.map(\.name)),
    help: "What the author makes of the annotation after --reply-to: "
      + "\(AnnotationState.standard.map(\.name).joined(separator: ", "))."
  ) { text in
    guard let state = AnnotationState(standardName: text) else {
      let names = AnnotationState.standard.map(\.name).joined(separator: ", ")
      throw UsageError("'\(text)' is not one of \(names)")
    }
    return state
  }

  static let description = CommandDescription(
    name: "note", abstract: "Puts a note on a page, answers an annotation, or sets its state.",
    discussion:
      "The icon stays upright on pages that are turned. 'postil annotations' lists the ids of annotations. "
      + "Coordinates are points from the lower left, of the page as the file has it, not turned.",
    synopsis:
      "FILE (--page N --at X,Y --text TEXT | --reply-to ID [--text TEXT] [--state STATE]) \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          page.description, at.description, text.description, icon.description, color.description,
          opacity.description, author.description, open.description, replyTo.description, state.description,
        ])
    ] + SavingOptions.sections,
    example: "postil note report.pdf --page 1 --at 500,700 --text \"Why?\" --author Ada -o noted.pdf")

  private enum Purpose {
    case note(PageNumber, NoteContent, AnnotationStyle, String)
    case answer(AnnotationID, PageNumber?, text: String?, AnnotationState?)
  }

  let edited: EditedFile
  private let purpose: Purpose
  private let author: String?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    purpose = try Self.purpose(arguments)
    author = arguments[Self.author]
  }

  private static func purpose(_ arguments: ParsedArguments) throws -> Purpose {
    guard let target = arguments[replyTo] else {
      guard !arguments.has(state) else { throw UsageError("--state needs --reply-to ID") }
      let content = NoteContent(
        at: try arguments.require(at), icon: arguments[icon] ?? .note, isOpen: arguments.has(open))
      let style = AnnotationStyle(
        color: arguments[color] ?? AnnotationStyle.note.color, opacity: arguments[opacity] ?? 1)
      return .note(try arguments.require(page), content, style, try arguments.require(text))
    }
    let looks = [
      arguments.has(at), arguments.has(icon), arguments.has(color), arguments.has(opacity),
      arguments.has(open),
    ]
    guard !looks.contains(true) else {
      throw UsageError("an answer has no icon: leave out --at, --icon, --color, --opacity and --open")
    }
    guard arguments.has(text) || arguments.has(state) else {
      throw UsageError("there is no answer: give --text or --state")
    }
    return .answer(AnnotationID(target), arguments[page], text: arguments[text], arguments[state])
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let ids =
      switch purpose {
      case .note(let page, let content, let style, let text):
        [try note(document, page, content, style, text)]
      case .answer(let target, let page, let text, let state):
        try answer(document, target, page, text, state)
      }
    return CommandOutcome(values: ["ids": .list(ids.map { .text($0.rawValue) })])
  }

  private func note(
    _ document: PDFDocument, _ page: PageNumber, _ content: NoteContent, _ style: AnnotationStyle,
    _ text: String
  ) throws -> AnnotationID {
    let page = try document.page(at: try page.index(among: document.pageCount))
    let note = Annotation(.note(content), style: style, contents: text, author: author)
    let edit = Edit.addAnnotations([note, note.popup(isOpen: content.isOpen)], page: page.id)
    try document.apply([edit], named: "Note")
    return note.id
  }

  private func answer(
    _ document: PDFDocument, _ target: AnnotationID, _ page: PageNumber?, _ text: String?,
    _ state: AnnotationState?
  ) throws -> [AnnotationID] {
    let place: PageID
    if let page {
      place = try document.page(at: try page.index(among: document.pageCount)).id
    } else if let match = try document.annotationAndWait(named: target) {
      place = match.page
    } else {
      throw PDFError(
        .noSuchAnnotation,
        "There is no annotation '\(target)': 'postil annotations' lists the ids of annotations.")
    }
    return try document.edit("Reply") { edit in
      var ids: [AnnotationID] = []
      if let text { ids.append(try edit.reply(to: target, on: place, with: text, author: author)) }
      if let state { ids.append(try edit.setState(state, of: target, on: place, author: author)) }
      return ids
    }
  }
}
