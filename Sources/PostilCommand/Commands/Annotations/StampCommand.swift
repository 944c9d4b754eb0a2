import Foundation
import Postil
import PostilSystem

/// `postil stamp`: puts a stamp on a page.
struct StampCommand: AnnotationCommand {
  private static let rect = AnnotationOptions.rect(
    "Where: the lower left corner, width and height. Images and pages keep their aspect.")
  private static let name = Option(
    "--name", "NAME", completion: .choices(StampContent.Name.allCases.map(\.rawValue)),
    help: "A standard stamp: \(StampContent.Name.allCases.map(\.rawValue).joined(separator: ", "))."
  ) { text in
    let known = StampContent.Name.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
    guard let known else {
      throw UsageError("'\(text)' is no standard stamp: give --text for one of your own")
    }
    return known
  }
  private static let text = Option("--text", "TEXT", help: "A stamp with that text.") { $0 }
  private static let detail = Option(
    "--detail", "TEXT", help: "A smaller line below the text, such as an author and a date."
  ) { $0 }
  private static let image = Option(
    "--image", "FILE", completion: .files, help: "A PNG or JPEG image.", parse: Values.path)
  private static let pdf = Option(
    "--pdf", "FILE", completion: .files, help: "A page of a PDF document, as it is, not as pixels.",
    parse: Values.path)
  private static let pdfPage = Option(
    "--pdf-page", "M", help: "The page of --pdf, from 1; the first without it.",
    parse: Values.integer(in: 1...1_000_000))
  private static let color = Option(
    "--color", "RRGGBB", help: "The colour of text and frame; that which is usual for the stamp without it.",
    parse: Values.color)
  private static let author = AnnotationOptions.author("Who stamps it.")

  static let description = CommandDescription(
    name: "stamp", abstract: "Puts a stamp on a page: words, an image, or a page of a document.",
    discussion:
      "On a page that is turned the stamp stands upright. Coordinates are points from the lower left, of the "
      + "page as the file has it, not turned.",
    synopsis:
      "FILE --page N --rect X,Y,W,H (--name NAME | --text TEXT | --image FILE | --pdf FILE [--pdf-page M]) "
      + SavingOptions.synopsis,
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          PageOption.page.description, rect.description, name.description, text.description,
          detail.description,
          image.description, pdf.description, pdfPage.description, color.description,
          AnnotationOptions.opacity.description,
          author.description,
        ])
    ] + SavingOptions.sections,
    example: "postil stamp report.pdf --page 1 --rect 400,700,150,50 --name Approved -o stamped.pdf")

  private enum Source {
    case words(StampContent.Picture, Color)
    case image(String)
    case page(String, index: Int)
  }

  let edited: EditedFile
  static let editName = "Stamp"
  let page: PageNumber
  private let rect: PageRect
  private let source: Source
  private let color: Color?
  private let opacity: Double
  private let author: String?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    page = try arguments.require(PageOption.page)
    rect = try arguments.require(Self.rect)
    source = try Self.source(arguments)
    color = arguments[Self.color]
    opacity = arguments[AnnotationOptions.opacity] ?? 1
    author = arguments[Self.author]
  }

  private static func source(_ arguments: ParsedArguments) throws -> Source {
    var sources: [Source] = []
    if let name = arguments[name] { sources.append(.words(.name(name), name.color)) }
    if let text = arguments[text] {
      sources.append(.words(.text(text, detail: arguments[detail] ?? ""), StampContent.Name.draft.color))
    }
    if let path = arguments[image] { sources.append(.image(path)) }
    if let path = arguments[pdf] { sources.append(.page(path, index: (arguments[pdfPage] ?? 1) - 1)) }
    guard let only = sources.first, sources.count == 1 else {
      throw UsageError("give one of --name, --text, --image and --pdf")
    }
    return only
  }

  func annotation(for page: PDFPage, of document: PDFDocument) throws -> Annotation {
    var style = AnnotationStyle(color: color ?? .black, fill: nil, lineWidth: 2, opacity: opacity)
    let picture: StampContent.Picture
    switch source {
    case .words(let words, let usual):
      picture = words
      style.color = color ?? usual
    case .image(let path):
      picture = .image(try Appearance.Image(FileIO.contents(of: URL(fileURLWithPath: path))))
    case .page(let path, let index):
      let url = URL(fileURLWithPath: path)
      // What cannot be opened is refused as a picture.
      try (try? PDFDocument.openAndWait(url, options: edited.file.opening))?.requirePermission(.copying)
      picture = .page(of: try FileIO.contents(of: url), index: index)
    }
    return Annotation(.stamp(picture, in: rect, rotation: page.rotation), style: style, author: author)
  }
}
