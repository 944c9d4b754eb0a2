import Foundation
import Postil
import PostilSystem

/// `postil render`: a page as a picture.
struct RenderCommand: PostilCommand {
  private static let scale = Option(
    "--scale", "S", help: "Pixels a point: 1 is 72 dpi, 2 is 144.", parse: Values.number(upTo: 1000))
  private static let width = Option(
    "--width", "PX", help: "The width of the picture in pixels.", parse: Values.integer(in: 1...1_000_000))
  private static let tile = Option(
    "--tile", "PX", help: "Draws the page in tiles of this size. The picture is the same.",
    parse: Values.integer(in: 16...4096))
  private static let output = Option(
    "--output", short: "-o", "OUT.png", completion: .files,
    help: "The picture to write; - is standard output, and what --json prints goes to standard error.",
    parse: { try FileArgument($0) })

  static let drawsPages = true

  static let description = CommandDescription(
    name: "render", abstract: "Draws a page into a PNG picture.",
    synopsis:
      "FILE --page N (--scale S | --width PX) [--tile PX] [--renderer NAME]\n[--time-limit SECONDS] [--json] -o OUT.png",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          PageOption.page.description, scale.description, width.description, tile.description,
        ] + RenderOptions.onCommandLine + [PageOption.json.description, output.description]),
      InputFile.options,
    ], example: "postil render report.pdf --page 1 --scale 2 -o page.png")

  private enum Size {
    case scale(Double)
    case width(Int)
  }

  private let file: InputFile
  private let page: PageNumber
  private let size: Size
  private let tileSize: Int?
  private let options: RenderOptions
  private let target: FileArgument
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    page = try arguments.require(PageOption.page)
    switch (arguments[Self.scale], arguments[Self.width]) {
    case (let scale?, nil): size = .scale(scale)
    case (nil, let width?): size = .width(width)
    default: throw UsageError("give --scale S or --width PX: one of the two")
    }
    tileSize = arguments[Self.tile]
    options = RenderOptions(arguments)
    target = try arguments.require(Self.output)
    printsJSON = arguments.has(PageOption.json)
    guard !target.isSameFile(as: file.argument) else {
      throw UsageError("the picture would replace the document: give another name after -o")
    }
  }

  var files: [NamedFile] { file.files + [.output(target)] }

  func run(_ context: CommandContext) async throws {
    if target.isStandardStream { try context.requireNoTerminal() }
    let document = try file.open(context)
    let page = try document.page(at: try page.index(among: document.pageCount))
    let image = try await image(of: page, PageRenderer(document, options: options))
    let data = try image.pngData()
    if let url = target.url {
      try ExportedFile.write(data, to: url)
    } else {
      context.output.write(data)
    }
    guard printsJSON else { return }
    let values: [String: JSONValue] = [
      "width": .integer(image.width), "height": .integer(image.height),
      "renderer": JSONValue(image.renderer?.rawValue),
    ]
    (target.isStandardStream ? context.errors : context.output).write(JSONValue.object(values).line)
  }

  var renderer: RendererChoice { options.renderer }

  private func image(of page: PDFPage, _ renderer: PageRenderer) async throws -> PageImage {
    switch (size, tileSize) {
    case (.scale(let scale), nil): return try await renderer.image(of: page.id, scale: scale)
    case (.width(let width), nil): return try await renderer.image(of: page.id, width: width)
    case (.scale(let scale), let tileSize?):
      return try await renderer.image(of: page.id, scale: scale, tileSize: tileSize)
    case (.width(let width), let tileSize?):
      return try await renderer.image(of: page.id, scale: Double(width) / page.width, tileSize: tileSize)
    }
  }
}
