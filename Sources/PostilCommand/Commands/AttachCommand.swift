import Foundation
import Postil

/// `postil attach`: attaches a file to a place of a page.
struct AttachCommand: AnnotationCommand {
  private static let attached = Option(
    "--file", "PATH", completion: .files, help: "The file to attach, of any kind.", parse: Values.path)
  private static let at = AnnotationOptions.point("Where: the upper left corner of the icon.")
  private static let icon = AnnotationOptions.icon(FileAttachmentContent.Icon.pushPin)
  private static let name = Option(
    "--name", "NAME", help: "The name that the file has in the document; its own without it.",
    parse: Values.path)
  private static let type = Option(
    "--type", "TYPE", help: "The media type of the file, such as text/csv.", parse: Values.text)
  private static let summary = Option("--description", "TEXT", help: "What the file is.", parse: Values.text)
  private static let text = AnnotationOptions.text("The text that belongs to the annotation.")
  private static let author = AnnotationOptions.author("Who attaches it.")

  static let description = CommandDescription(
    name: "attach", abstract: "Attaches a file to a place of a page.",
    discussion:
      "The icon stays upright on pages that are turned. Coordinates are points from the lower left, of the page as "
      + "the file has it, not turned.",
    synopsis: "FILE --file PATH --page N --at X,Y \(SavingOptions.synopsis)", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          attached.description, PageOption.page.description, at.description, icon.description,
          name.description,
          type.description, summary.description, text.description, AnnotationOptions.iconColor.description,
          AnnotationOptions.opacity.description,
          author.description,
        ])
    ] + SavingOptions.sections,
    example: "postil attach report.pdf --file edits.json --page 1 --at 500,600 -o attached.pdf")

  static let editName = "Attach File"
  let file: InputFile
  let saving: SavingOptions
  let printsJSON: Bool
  private let path: String
  let page: PageNumber
  private let point: PagePoint
  private let icon: FileAttachmentContent.Icon
  private let name: String?
  private let type: String?
  private let summary: String?
  private let text: String?
  private let style: StrokeStyle
  private let author: String?

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    path = try arguments.require(Self.attached)
    page = try arguments.require(PageOption.page)
    point = try arguments.require(Self.at)
    icon = arguments[Self.icon] ?? .pushPin
    name = arguments[Self.name]
    type = arguments[Self.type]
    summary = arguments[Self.summary]
    text = arguments[Self.text]
    style = StrokeStyle(
      color: arguments[AnnotationOptions.iconColor] ?? StrokeStyle.note.color,
      opacity: arguments[AnnotationOptions.opacity] ?? 1)
    author = arguments[Self.author]
    saving = try SavingOptions(arguments, file: file)
    printsJSON = arguments.has(PageOption.json)
  }

  func annotation(for page: PDFPage, of document: PDFDocument) throws -> Annotation {
    var attached = try AttachedFile(
      contentsOf: URL(fileURLWithPath: path), description: summary, mediaType: type)
    if let name { attached.name = name }
    return Annotation(
      .fileAttachment(attached, at: point, icon: icon), style: style, contents: text, author: author)
  }
}
