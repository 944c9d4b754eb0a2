import Foundation
import Postil

/// `postil insert`: puts pages in.
struct InsertCommand: EditingCommand {
  private static let at = Option(
    "--at", "N",
    help: "The place that the first of them has in the result, from 1; end or last is behind the last page.",
    parse: Values.place)
  private static let blank = Option(
    "--blank", "WxH", help: "An empty page of that size in points, such as 595x842.", parse: PageSides.parse)
  private static let from = OtherFile.from("Pages of another PDF document.")
  private static let pages = PageOption.range("Which pages of OTHER, in that order; all of them without it.")
  private static let image = Option(
    "--image", "FILE", completion: .files, help: "A PNG or JPEG image as a page of its size.",
    parse: Values.path)
  private static let resolution = Option(
    "--resolution", "DPI", help: "How many pixels of the image make an inch; 96 without it.",
    parse: Values.number(in: 1...10_000))

  static let description = CommandDescription(
    name: "insert", abstract: "Puts in empty pages, pages of another document, an image.",
    discussion:
      "Annotations, form fields, layers and tags come along with pages. Links between them go on leading to each other. "
      + "What is left behind or renamed is told.",
    synopsis:
      "FILE (--blank WxH | --from OTHER [--pages RANGE] | --image FILE) --at N \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          at.description, blank.description, from.description, pages.description,
        ] + OtherFile.password.descriptions + [image.description, resolution.description])
    ] + SavingOptions.sections,
    example: "postil insert report.pdf --blank 595x842 --at 2 -o longer.pdf")

  private enum Source {
    case blank(width: Double, height: Double)
    case document(OtherFile, PageRange?)
    case image(String, resolution: Double)
  }

  let edited: EditedFile
  /// `nil` is the end.
  private let place: Int?
  private let source: Source

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    place = try arguments.require(Self.at)
    source = try Self.source(arguments)
  }

  private static func source(_ arguments: ParsedArguments) throws -> Source {
    var sources: [Source] = []
    if let size = arguments[blank] { sources.append(.blank(width: size.width, height: size.height)) }
    if let path = arguments[from] {
      sources.append(.document(try OtherFile(path, arguments), arguments[pages]))
    } else if arguments.has(pages) || arguments.has(OtherFile.password.text)
      || arguments.has(OtherFile.password.file)
    {
      throw UsageError("--pages and --from-password go with --from only")
    }
    if let path = arguments[image] {
      sources.append(.image(path, resolution: arguments[resolution] ?? 96))
    } else if arguments.has(resolution) {
      throw UsageError("--resolution goes with --image only")
    }
    guard let only = sources.first, sources.count == 1 else {
      throw UsageError("give one of --blank, --from and --image")
    }
    return only
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let index = place.map { $0 - 1 } ?? document.pageCount
    var outcome = CommandOutcome()
    let count: Int
    switch source {
    case .blank(let width, let height):
      try document.insertBlankPage(width: width, height: height, at: index)
      count = 1
    case .image(let path, let resolution):
      let image = try Appearance.Image(context.contents(of: FileArgument(path)))
      try document.insertPage(showing: image, resolution: resolution, at: index)
      count = 1
    case .document(let file, let range):
      let other = try file.open(context)
      let all = other.pageIDs
      let pages = try range?.indices(among: all.count).map { all[$0] }
      let inserted = try document.insertPagesAndWait(of: other, pages, at: index)
      outcome = CommandOutcome(
        values: inserted.values, warnings: inserted.warnings.map { "\(file.name): \($0)" })
      count = inserted.pages.count
    }
    outcome.values.merge(["at": .integer(index + 1), "inserted": .integer(count)]) { $1 }
    outcome.note = "\(count.counted("page")) inserted"
    return outcome
  }
}
