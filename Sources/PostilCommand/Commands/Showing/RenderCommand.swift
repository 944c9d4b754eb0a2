import Foundation
import Postil
import PostilSystem

/// `postil render`: a page as a picture.
struct RenderCommand: PostilCommand {
  private static let scale = Option(
    "--scale", "S", help: "Pixels a point: 1 is 72 dpi, 2 is 144.", parse: Values.number(upTo: 1000))
  private static let width = Option(
    "--width", "PX", help: "The width of the picture in pixels.", parse: Values.integer(in: 1...1_000_000))
  private static let pixels = Option(
    "--size", "WxH", help: "The size of the picture in pixels: the page in its middle, as large as it fits in."
  ) { text in
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
      throw UsageError("'\(text)' is not a size such as 800x600")
    }
    return PixelSize(width: width, height: height)
  }
  private static let tile = Option(
    "--tile", "PX", help: "Draws the page in tiles of this size. The picture is the same.",
    parse: Values.integer(in: 16...4096))
  private static let output = Option(
    "--output", short: "-o", "OUT.png", completion: .files,
    help: "The picture to write; - is standard output.",
    parse: { try FileArgument($0) })

  static let drawsPages = true

  static let description = CommandDescription(
    name: "render", abstract: "Draws a page into a PNG picture.",
    synopsis: "FILE --page N (--scale S | --width PX | --size WxH) [--tile PX] [--time-limit SECONDS] "
      + "\(LookOptions.synopsis) -o OUT.png",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          PageOption.page.description, scale.description, width.description, pixels.description, tile.description,
          PageOption.timeLimit.description, output.description,
        ]), LookOptions.section, InputFile.options,
    ], example: "postil render report.pdf --page 1 --scale 2 -o page.png")

  private enum Size {
    case scale(Double)
    case width(Int)
    case pixels(PixelSize)
  }

  private struct PixelSize: Sendable {
    let width: Int
    let height: Int
  }

  private let file: InputFile
  private let page: PageNumber
  private let size: Size
  private let tileSize: Int?
  private let options: RenderOptions
  private let look: LookOptions
  private let target: FileArgument

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    page = try arguments.require(PageOption.page)
    switch (arguments[Self.scale], arguments[Self.width], arguments[Self.pixels]) {
    case (let scale?, nil, nil): size = .scale(scale)
    case (nil, let width?, nil): size = .width(width)
    case (nil, nil, let pixels?): size = .pixels(pixels)
    default: throw UsageError("give --scale S, --width PX or --size WxH: one of them")
    }
    tileSize = arguments[Self.tile]
    if case .pixels = size, tileSize != nil { throw UsageError("--tile does not go with --size") }
    options = RenderOptions(arguments)
    look = LookOptions(arguments)
    target = try arguments.require(Self.output)
    guard !target.isSameFile(as: file.argument) else {
      throw UsageError("the picture would replace the document: give another name after -o")
    }
  }

  var files: [NamedFile] { file.files + [.output(target)] }

  func run(_ context: CommandContext) async throws {
    if target.isStandardStream { try context.requireNoTerminal() }
    let document = try file.open(context)
    let page = try document.page(at: try page.index(among: document.pageCount))
    var options = options
    options.look = try look.look(of: document)
    let data = try await png(of: page, PageRenderer(document, options: options))
    if let url = target.url {
      try ExportedFile.write(data, to: url)
    } else {
      context.output.write(data)
    }
  }

  private func png(of page: PDFPage, _ renderer: PageRenderer) async throws -> Data {
    switch (size, tileSize) {
    case (.scale(let scale), nil): return try await renderer.pngData(of: page.id, scale: scale)
    case (.width(let width), nil): return try await renderer.pngData(of: page.id, width: width)
    case (.pixels(let size), _):
      return try await renderer.image(of: page.id, width: size.width, height: size.height).pngData()
    case (.scale(let scale), let tileSize?):
      return try await renderer.image(of: page.id, scale: scale, tileSize: tileSize).pngData()
    case (.width(let width), let tileSize?):
      return try await renderer.image(of: page.id, scale: Double(width) / page.width, tileSize: tileSize)
        .pngData()
    }
  }
}
