import Postil

/// `postil erase`: rubs out along paths, removes one annotation, or clears a page.
struct EraseCommand: EditingCommand {
  private static let along = Option(
    "--along", "\"X,Y X,Y …\"", repeats: true, help: "Rubs out along a path; needs --width.",
    parse: Values.points)
  private static let width = Option(
    "--width", "PT", help: "The width of the eraser, up to 1,000 points.",
    parse: Values.number(upTo: AnnotationStyle.maximumLineWidth))
  private static let id = Option(
    "--id", "ID", help: "Removes one annotation, of any kind; 'postil annotations' shows its id.",
    parse: Values.text)
  private static let all = Option(
    flag: "--all",
    help:
      "Removes all annotations that Postil can draw, also notes and attached files, with what belongs to them; links, form "
      + "fields and what is locked stay.")

  static let description = CommandDescription(
    name: "erase", abstract: "Rubs out along a path, removes an annotation, or clears a page.",
    discussion: "The text and the pictures of the page stay: only annotations are erased.",
    synopsis: "FILE --page N (--along \"X,Y …\" --width PT | --id ID | --all) \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          PageOption.page.description, along.description, width.description, id.description,
          all.description,
        ])
    ] + SavingOptions.sections,
    example: "postil erase marked.pdf --page 1 --along \"60,620 300,660\" --width 12 -o erased.pdf")

  private enum Target {
    case along([[PagePoint]], width: Double)
    case one(AnnotationID)
    case all
  }

  let edited: EditedFile
  private let page: PageNumber
  private let target: Target

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    page = try arguments.require(PageOption.page)
    target = try Self.target(arguments)
  }

  private static func target(_ arguments: ParsedArguments) throws -> Target {
    let paths = arguments.all(along)
    let given = [!paths.isEmpty, arguments.has(id), arguments.has(all)].count { $0 }
    guard given == 1 else {
      throw UsageError("give --along \"X,Y …\" with --width PT, or --id ID, or --all: one of the three")
    }
    if !paths.isEmpty { return .along(paths, width: try arguments.require(width)) }
    guard !arguments.has(width) else { throw UsageError("--width goes with --along only") }
    return arguments[id].map { .one(AnnotationID(rawValue: $0)) } ?? .all
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let before = try document.page(at: try page.index(among: document.pageCount))
    try document.edit("Erase") { try erase(before.id, $0) }
    let after = try document.page(before.id)
    return Self.outcome(before.annotations, after.annotations)
  }

  private func erase(_ page: PageID, _ edit: EditTransaction) throws {
    switch target {
    case .one(let id): try edit.remove(id, from: page)
    case .all: try edit.removeDrawnAnnotations(on: page)
    case .along(let paths, let width):
      for path in paths { try edit.erase(along: path, width: width, on: page) }
    }
  }

  private static func outcome(_ before: [Annotation], _ after: [Annotation]) -> CommandOutcome {
    let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let ids = Set(after.map(\.id))
    let changed = after.count { annotation in old[annotation.id].map { $0 != annotation } ?? false }
    let added = after.count { old[$0.id] == nil }
    let removed = before.count { !ids.contains($0.id) }
    let isSame = changed + added + removed == 0
    return CommandOutcome(
      values: ["changed": .integer(changed), "removed": .integer(removed), "added": .integer(added)],
      note: isSame ? nil : "\(changed.counted("annotation")) changed, \(removed) removed")
  }
}
