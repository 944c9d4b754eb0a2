import Foundation
import Postil
import PostilSystem

/// `postil render`: pages as pictures.
struct RenderCommand: PostilCommand {
  /// What kind of file is written.
  private enum Format: String, CaseIterable {
    case png, jpeg, tiff, svg, pdf

    /// Whether a file of it may have several pages.
    var hasPages: Bool { self == .tiff || self == .pdf }

    /// The one that a name ends with.
    init?(ofName name: String) {
      switch (name as NSString).pathExtension.lowercased() {
      case "jpg", "jpe": self = .jpeg
      case "tif": self = .tiff
      case let ending: self.init(rawValue: ending)
      }
    }
  }

  private static let pages = PageOption.range("Several pages, into one TIFF or PDF file: all unless given.")
  private static let scale = Option(
    "--scale", "S", help: "Pixels a point: 1 is 72 dpi, 2 is 144.", parse: Values.number(upTo: 1000))
  private static let dpi = Option(
    "--dpi", "N", help: "Pixels an inch, instead of --scale: 150 unless a size is given.",
    parse: Values.number(upTo: 72_000))
  private static let width = Option(
    "--width", "PX", help: "The width of the picture in pixels.", parse: Values.integer(in: 1...1_000_000))
  private static let pixels = Option(
    "--size", "WxH",
    help: "The size of the picture in pixels: the page in its middle, as large as it fits in."
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
  private static let format = Option<Format>(
    "--as",
    help:
      "The kind of file: what the name of OUT ends with unless given, or PNG. PDF holds pages as pictures.")
  private static let quality = Option(
    "--quality", "N", help: "Of JPEG, alone or in PDF, from 1 to 100; 90 unless given.",
    parse: Values.integer(in: 1...100))
  private static let output = Option(
    "--output", short: "-o", "OUT", completion: .files,
    help: "The picture to write; - is standard output, and what --json prints goes to standard error.",
    parse: { try FileArgument($0) })

  static let drawsPages = true

  static let description = CommandDescription(
    name: "render", abstract: "Draws pages into a picture: PNG, JPEG, TIFF, SVG, or PDF of pictures.",
    synopsis:
      "FILE [--page N | --pages RANGE] [--scale S | --dpi N | --width PX | --size WxH] [--as FORMAT] [--quality N] [--tile PX] "
      + "[--renderer NAME] [--time-limit SECONDS] [--json] \(LookOptions.synopsis) -o OUT",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          PageOption.page.description, pages.description, scale.description, dpi.description,
          width.description, pixels.description, format.description, quality.description, tile.description,
        ] + RenderOptions.onCommandLine + [PageOption.json.description, output.description]),
      LookOptions.section, InputFile.options,
    ], example: "postil render report.pdf --page 2 -o page.png")

  private enum Size {
    /// Pixels a point of 1/72 inch.
    case scale(Double)
    case width(Int)
    case pixels(PixelSize)
  }

  private struct PixelSize: Sendable {
    let width: Int
    let height: Int
  }

  private enum Pages {
    case one(PageNumber)
    case several(PageRange)
  }

  private let file: InputFile
  private let pages: Pages
  /// `nil` for SVG, which has no pixels.
  private let size: Size?
  private let format: Format
  private let quality: Double
  private let tileSize: Int?
  private let options: RenderOptions
  private let look: LookOptions
  private let target: FileArgument
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    target = try arguments.require(Self.output)
    format = arguments[Self.format] ?? Format(ofName: target.url?.lastPathComponent ?? "") ?? .png
    switch (arguments[PageOption.page], arguments[Self.pages]) {
    case (let page?, nil): pages = .one(page)
    case (nil, let range?): pages = .several(range)
    case (nil, nil): pages = format.hasPages ? .several(.all) : .one(.number(1))
    default: throw UsageError("give --page N or --pages RANGE: one of the two")
    }
    if case .several = pages, !format.hasPages {
      throw UsageError("--pages goes with TIFF and PDF only: see postil thumbnails for a file for each page")
    }
    size = try Self.size(arguments, format)
    quality = Double(arguments[Self.quality] ?? 90) / 100
    guard arguments[Self.quality] == nil || format == .jpeg || format == .pdf else {
      throw UsageError("--quality goes with JPEG and PDF only")
    }
    tileSize = arguments[Self.tile]
    if case .pixels? = size, tileSize != nil { throw UsageError("--tile does not go with --size") }
    guard tileSize == nil || format == .png else { throw UsageError("--tile goes with PNG only") }
    options = RenderOptions(arguments)
    look = LookOptions(arguments)
    guard !look.isTransparent || (format != .jpeg && format != .pdf) else {
      throw UsageError("--transparent does not go with JPEG and PDF, whose pictures have no transparency")
    }
    printsJSON = arguments.has(PageOption.json)
    guard !target.isSameFile(as: file.argument) else {
      throw UsageError("the picture would replace the document: give another name after -o")
    }
  }

  /// Pixels an inch: as pdftoppm has it.
  private static let usualResolution = 150.0

  private static func size(_ arguments: ParsedArguments, _ format: Format) throws -> Size? {
    let given =
      [
        arguments[scale].map { Size.scale($0) }, arguments[dpi].map { .scale($0 / 72) },
        arguments[width].map { .width($0) },
        arguments[pixels].map { .pixels($0) },
      ].compactMap(\.self)
    if format == .svg {
      guard given.isEmpty else {
        throw UsageError("SVG has no pixels: leave out --scale, --dpi, --width and --size")
      }
      return nil
    }
    guard given.count <= 1 else {
      throw UsageError("give --scale S, --dpi N, --width PX or --size WxH: one of them")
    }
    let size = given.first ?? .scale(usualResolution / 72)
    if format.hasPages {
      guard case .scale = size else { throw UsageError("TIFF and PDF take --scale S or --dpi N") }
    }
    return size
  }

  var files: [NamedFile] { file.files + [.output(target)] }

  func run(_ context: CommandContext) async throws {
    if target.isStandardStream { try context.requireNoTerminal() }
    let document = try file.open(context)
    var options = options
    options.look = try look.look(of: document)
    let drawn = try await drawn(document, PageRenderer(document, options: options))
    if let url = target.url {
      try ExportedFile.write(drawn.data, to: url)
    } else {
      context.output.write(drawn.data)
    }
    guard printsJSON else { return }
    (target.isStandardStream ? context.errors : context.output).write(JSONValue.object(drawn.facts).line)
  }

  var renderer: RendererChoice { options.renderer }

  /// A file, and what `--json` tells of it.
  private typealias Drawn = (data: Data, facts: [String: JSONValue])

  private func drawn(_ document: PDFDocument, _ renderer: PageRenderer) async throws -> Drawn {
    let all = document.pageIDs
    let ids =
      switch pages {
      case .one(let page): [all[try page.index(among: all.count)]]
      case .several(let range): try range.indices(among: all.count).map { all[$0] }
      }
    guard let first = ids.first else { throw PDFError(.pageOutOfRange, "There is no page to draw.") }
    let count: [String: JSONValue] = ["pages": .integer(ids.count)]
    switch format {
    case .svg: return (try await renderer.svgData(of: first), count)
    case .tiff:
      return (try await renderer.tiffData(of: ids) { try self.scale(of: $0, renderer) }, count)
    case .pdf:
      let pictures = try await renderer.documentOfPictures(of: ids, quality: quality) {
        try self.scale(of: $0, renderer)
      }
      return (try await pictures.dataRepresentation(), count)
    case .png, .jpeg:
      let image = try await image(of: first, renderer)
      let resolution = try renderer.resolution(of: first, scale: scale(of: first, renderer))
      let data =
        format == .jpeg
        ? try image.jpegData(quality: quality, resolution: resolution)
        : try image.pngData(resolution: resolution)
      guard printsJSON else { return (data, [:]) }
      let fonts = try await renderer.substitutedFonts(of: first)
      let facts: [String: JSONValue] = [
        "width": .integer(image.width), "height": .integer(image.height),
        "substitutedFonts": .list(
          fonts.map { .object(["name": .text($0.name), "substitute": JSONValue($0.substitute)]) }),
        "renderer": JSONValue(image.renderer?.rawValue),
        "popplerDrawsWrong": .list(try renderer.popplerWeaknesses(of: first).map(JSONValue.text)),
        "warnings": .list(renderer.warnings(of: first).map(JSONValue.text)),
      ]
      return (data, facts)
    }
  }

  private func image(of page: PageID, _ renderer: PageRenderer) async throws -> PageImage {
    if case .pixels(let size)? = size {
      return try await renderer.image(of: page, width: size.width, height: size.height)
    }
    let scale = try scale(of: page, renderer)
    guard let tileSize else { return try await renderer.image(of: page, scale: scale) }
    return try await renderer.image(of: page, scale: scale, tileSize: tileSize)
  }

  /// Pixels a unit of a page.
  private func scale(of page: PageID, _ renderer: PageRenderer) throws -> Double {
    switch size {
    case .scale(let scale)?: try renderer.scale(of: page, resolution: scale * 72)
    case .width(let width)?: try renderer.scale(of: page, width: width)
    case .pixels(let size)?: try renderer.scale(of: page, width: size.width, height: size.height)
    case nil: throw PDFError(.invalidArgument, "The picture has no size.")
    }
  }
}
