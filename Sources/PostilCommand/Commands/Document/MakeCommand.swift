import Foundation
import Postil
import PostilLayout

/// `postil make`: makes a document of a text in Markdown.
struct MakeCommand: PostilCommand {
  private static let title = Option(
    "--title", "TEXT", help: "The document's title; that of the text, or its first heading, without it.",
    parse: Values.text)
  private static let language = Option(
    "--language", "TAG", help: "The language that most of it is in, such as en-GB.", parse: Values.text)
  private static let contents = Option(
    flag: "--contents", help: "Begins with a table of contents on pages of its own.")
  private static let numbers = Option(flag: "--numbers", help: "Numbers the pages at their feet.")
  private static let images = Option(
    "--images", "FOLDER", completion: .files,
    help: "The folder that pictures are in, or below, and may be named from; that of FILE without it.",
    parse: Values.path)
  private static let attached = Option(
    "--attach", "PATH", completion: .files, repeats: true, help: "A file that the document holds.",
    parse: Values.path)

  static let description = CommandDescription(
    name: "make", abstract: "Makes a document of a text in Markdown.",
    discussion:
      "GitHub's Markdown: headings, lists, tasks, tables, pictures (PNG, JPEG), quotations, code, footnotes, links; HTML is shown as "
      + "text. The document is tagged, with an outline of its headings. Lines between two lines --- at the beginning give title, author, "
      + "subject, keywords and language, as in 'title: A report'. Pictures of other computers are not fetched.",
    synopsis:
      "FILE [--title TEXT] [--language TAG] [--contents] [--numbers] \(LayoutOptions.synopsis) [--images FOLDER] "
      + "[--attach PATH…] -o OUT",
    arguments: [
      ArgumentDescription(
        name: "FILE", help: "The text, in UTF-8; - is standard input, ./- a file of that name.")
    ],
    sections: [
      OptionSection(
        title: "Options",
        options: [title.description, language.description, contents.description, numbers.description]
          + LayoutOptions.options + [
            images.description, attached.description, NewFile.output.description,
            PageOption.json.description,
          ])
    ], example: "postil make report.md --contents --numbers -o made.pdf")

  private let input: FileArgument
  private let title: String?
  private let language: String?
  private let hasContents: Bool
  private let hasNumbers: Bool
  private let images: String?
  private let attachments: [String]
  private let looks: LayoutOptions
  private let output: NewFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    input = try FileArgument(arguments.positionals.first ?? "")
    title = arguments[Self.title]
    language = arguments[Self.language]
    hasContents = arguments.has(Self.contents)
    hasNumbers = arguments.has(Self.numbers)
    images = arguments[Self.images]
    attachments = arguments.all(Self.attached)
    looks = LayoutOptions(arguments)
    output = try NewFile(arguments)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { [.input(input)] + output.files }

  func run(_ context: CommandContext) async throws {
    if input.isStandardStream, context.input.isTerminal {
      throw UsageError("standard input is a terminal: pipe a text into it, or name a file")
    }
    let data = try context.contents(of: input, upTo: Markdown.largest)
    guard let text = String(validating: data, as: UTF8.self) else {
      throw PDFError(.cannotRead, "The file is no text in UTF-8: convert it.", url: input.url)
    }
    let base = input.url?.deletingLastPathComponent()
    let folder = images.map { URL(fileURLWithPath: $0) }
    let name = input.url?.lastPathComponent ?? NamedFile.input(input).name
    let (style, page) = try looks.looks()
    let hasContents = hasContents
    let front = Markdown.frontMatter(of: text)
    var document = LayoutDocument(
      title: title ?? Markdown.title(of: text), language: language ?? front["language"] ?? front["lang"],
      style: style, page: page
    ) {
      if hasContents {
        TableOfContents()
        PageBreak()
      }
      Markdown(text, relativeTo: base, imagesIn: folder, name: name)
    }
    // What is missing is missing in the text, not in this program.
    document.place = nil
    document.information.author = front["author"]
    document.information.subject = front["subject"]
    document.information.keywords = front["keywords"]
    document.attachments = try attachments.map {
      DocumentAttachment(try AttachedFile(contentsOf: URL(fileURLWithPath: $0)), relationship: .unspecified)
    }
    if hasNumbers {
      document = document.footer { Paragraph("\($0.number) / \($0.count)").aligned(.center) }
    }
    try await output.write(document, conformingTo: looks.standards, printsJSON: printsJSON, context)
  }
}
