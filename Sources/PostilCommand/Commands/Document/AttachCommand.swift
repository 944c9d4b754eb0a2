import Foundation
import Postil

/// `postil attach`: attaches a file to a document, or to a place of a page.
struct AttachCommand: EditingCommand {
  private static let attached = Option(
    "--file", "PATH", completion: .files, help: "The file to attach, of any kind.", parse: Values.path)
  private static let at = AnnotationOptions.point("Where on the page: the upper left corner of the icon.")
  private static let icon = AnnotationOptions.icon(FileAttachmentContent.Icon.pushPin)
  private static let name = Option(
    "--name", "NAME", help: "The name that the file has in the document; its own without it.",
    parse: Values.path)
  private static let type = Option(
    "--type", "TYPE", help: "The media type of the file, such as text/csv.", parse: Values.text)
  private static let summary = Option("--description", "TEXT", help: "What the file is.", parse: Values.text)
  private static let text = AnnotationOptions.text("The text that belongs to the annotation.")
  private static let author = AnnotationOptions.author("Who attaches it.")
  private static let relationship = Option(
    "--relationship", "NAME",
    completion: .choices(["Source", "Data", "Alternative", "Supplement", "Unspecified"]),
    help: "What it is to the document: Source, Data, Alternative, Supplement, Unspecified, or another name.",
    parse: Values.path)
  /// The options that only the icon on a page has.
  private static let ofPages = [
    at.description, icon.description, text.description, AnnotationOptions.iconColor.description,
    AnnotationOptions.opacity.description, author.description,
  ]

  static let description = CommandDescription(
    name: "attach", abstract: "Attaches a file to a document, or to a place of a page.",
    discussion:
      "Without --page the document holds it as a whole. The icon stays upright on pages that are turned. Coordinates are points from the lower left, of the page as "
      + "the file has it, not turned.",
    synopsis: "FILE --file PATH [--page N --at X,Y] \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          attached.description, name.description, type.description, summary.description,
          relationship.description, PageOption.page.description,
        ]),
      OptionSection(title: "On a page", options: ofPages),
    ] + SavingOptions.sections,
    example: "postil attach report.pdf --file edits.json --name edits -o attached.pdf")

  private static let editName = "Attach File"
  let edited: EditedFile
  private let path: String
  /// Where its icon is; `nil` if the document holds it as a whole.
  private let place: (page: PageNumber, point: PagePoint)?
  private let relationship: String?
  private let icon: FileAttachmentContent.Icon
  private let name: String?
  private let type: String?
  private let summary: String?
  private let text: String?
  private let style: AnnotationStyle
  private let author: String?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    path = try arguments.require(Self.attached)
    place = try arguments[PageOption.page].map { ($0, try arguments.require(Self.at)) }
    relationship = arguments[Self.relationship]
    if place == nil,
      let option = Self.ofPages.first(where: { option in
        arguments.occurrences.contains { $0.name == option.name }
      })
    {
      throw UsageError("\(option.name) needs --page")
    }
    guard place == nil || relationship == nil else {
      throw UsageError("--relationship is for files of the document as a whole, without --page")
    }
    icon = arguments[Self.icon] ?? .pushPin
    name = arguments[Self.name]
    type = arguments[Self.type]
    summary = arguments[Self.summary]
    text = arguments[Self.text]
    style = AnnotationStyle(
      color: arguments[AnnotationOptions.iconColor] ?? AnnotationStyle.note.color,
      opacity: arguments[AnnotationOptions.opacity] ?? 1)
    author = arguments[Self.author]
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    var attached = try AttachedFile(
      contentsOf: URL(fileURLWithPath: path), description: summary, mediaType: type)
    if let name { attached.name = name }
    guard let (number, point) = place else {
      let relationship = relationship.map { DocumentAttachment.Relationship(rawValue: $0) }
      try document.attach(DocumentAttachment(attached, relationship: relationship))
      return CommandOutcome(values: ["name": .text(attached.name)])
    }
    let page = try document.page(at: try number.index(among: document.pageCount))
    let annotation = Annotation(
      .fileAttachment(attached, at: point, icon: icon), style: style, contents: text, author: author)
    try document.apply([.addAnnotation(annotation, page: page.id)], named: Self.editName)
    return CommandOutcome(values: ["ids": .list([.text(annotation.id.rawValue)])])
  }
}
