import Foundation
import Postil
import PostilSystem

/// `postil thumbnails`: small pictures of pages, a file for each.
struct ThumbnailsCommand: PostilCommand {
  private static let pages = PageOption.range("The pages to show; all of them unless given.")
  private static let width = Option(
    "--width", "PX", help: "The width of the pictures in pixels; 128 unless given.",
    parse: Values.integer(in: 1...4096))
  private static let output = Option(
    "--output", short: "-o", "FOLDER", completion: .files,
    help: "The folder for the pictures, page-0001.png and so on. It is made if it is missing.",
    parse: { text in
      let file = try FileArgument(text)
      guard !file.isStandardStream else {
        throw UsageError(
          "pictures of several pages need a folder; 'postil render' can write to standard output")
      }
      return file
    })

  static let drawsPages = true

  static let description = CommandDescription(
    name: "thumbnails", abstract: "Draws pages into small PNG pictures.",
    synopsis: "FILE [--pages RANGE] [--width PX] [--renderer NAME] [--time-limit SECONDS] -o FOLDER",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          pages.description, width.description,
        ] + RenderOptions.onCommandLine + [output.description]),
      InputFile.options,
    ], example: "postil thumbnails report.pdf --width 160 -o thumbnails/")

  private let file: InputFile
  private let range: PageRange?
  private let width: Int
  private let options: RenderOptions
  private let output: FileArgument

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    range = arguments[Self.pages]
    width = arguments[Self.width] ?? 128
    options = RenderOptions(arguments)
    output = try arguments.require(Self.output)
  }

  var renderer: RendererChoice { options.renderer }

  var files: [NamedFile] { file.files + [.output(output)] }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let indices = try range?.indices(among: document.pageCount) ?? Array(0..<document.pageCount)
    let all = document.pageIDs
    let pages = Set(indices).sorted().map { all[$0] }
    let folder = output.url ?? URL(fileURLWithPath: ".")
    try folder.makeFolder()
    var progress = Progress("Drawing pages", of: pages.count, on: context.errors)
    defer { progress.finish() }
    var failed = FailedPages()
    let renderer = PageRenderer(document, options: options)
    let places = Dictionary(all.enumerated().map { ($1, $0) }) { first, _ in first }
    for try await picture in renderer.pngPictures(of: pages, width: width) {
      defer { progress.advance() }
      let place = places[picture.page] ?? 0
      switch picture.png {
      case .success(let data): try ExportedFile.write(data, to: folder.pagePicture(at: place))
      case .failure(let error): failed.add(place, error)
      }
    }
    try failed.requireNone("could not be drawn")
  }
}
