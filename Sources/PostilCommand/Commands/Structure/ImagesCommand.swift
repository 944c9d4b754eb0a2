import Foundation
import Postil
import PostilSystem

/// `postil images`: the images that pages paint, listed or written.
struct ImagesCommand: PostilCommand {
  private static let output = Option(
    "--output", short: "-o", "FOLDER", completion: .files,
    help:
      "Writes the images to a folder, page-0001-1.png and so on. It is made if it is missing. No file there is replaced.",
    parse: { text in
      let file = try FileArgument(text)
      guard !file.isStandardStream else { throw UsageError("several files need a folder") }
      return file
    })

  static let description = CommandDescription(
    name: "images", abstract: "Lists the images that pages paint, or writes them.",
    discussion:
      "Each image comes once, with the page that paints it first; Places says how often it is painted. JPEG and JPEG 2000 data are written "
      + "as they are where such a file shows the same; other images as PNG, masks as their transparency. An image or a page that cannot be read is "
      + "told of, and the others are written. Sizes are in pixels, resolutions in pixels an inch.",
    synopsis: "FILE [--pages RANGE] [-o FOLDER] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [ReadPages.range.description, output.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil images report.pdf -o images/")

  private let input: ReadPages
  private let output: FileArgument?

  init(_ arguments: ParsedArguments) throws {
    input = try ReadPages(arguments)
    output = arguments[Self.output]
  }

  var files: [NamedFile] { input.files + (output.map { [.output($0)] } ?? []) }

  func run(_ context: CommandContext) async throws {
    let (document, pages, numbers) = try input.open(context)
    let images = try await document.images(on: pages)
    let unreadable = FailedPages(images.unreadablePages, numbers)
    guard let output else {
      if input.printsJSON {
        context.print(
          .object([
            "images": .list(images.map { .object($0.values(numbers)) }),
            "unreadablePages": unreadable.values,
          ]))
      } else {
        context.output.write(images.isEmpty ? "There are no images.\n" : Self.table(images, numbers))
      }
      return try unreadable.requireNone()
    }
    let folder = output.url ?? URL(fileURLWithPath: ".")
    let written = try await write(images, of: document, numbers, to: folder, context)
    if input.printsJSON {
      let values = zip(images, written).map { image, result in
        var values = image.values(numbers)
        switch result {
        case .success(let name): values["written"] = .text(name)
        case .failure(let error): values["error"] = .text(error.message)
        }
        return JSONValue.object(values)
      }
      context.print(.object(["images": .list(values), "unreadablePages": unreadable.values]))
    } else {
      let count = written.count { if case .success = $0 { true } else { false } }
      context.output.write("\(NamedFile.output(output).name): wrote \(count.counted("image"))\n")
    }
    let failures = zip(images, written).compactMap { image, result in
      if case .failure(let error) = result { (image, error) } else { nil }
    }
    guard let (image, error) = failures.first else { return try unreadable.requireNone() }
    var first = error
    let more = failures.count > 1 ? " So it is with \((failures.count - 1).counted("other"))." : ""
    first.message = "Page \(image.firstPage(numbers)), \(image.name): \(error.message)\(more)"
    throw first
  }

  /// Writes each image under the number of the page that paints it first.
  ///
  /// - Throws: ``PDFError`` if a file cannot be written; `CancellationError`.
  private func write(
    _ images: PageFindings<DocumentImage>, of document: PDFDocument, _ numbers: [PageID: Int], to folder: URL,
    _ context: CommandContext
  ) async throws -> [Result<String, PDFError>] {
    try folder.makeFolder()
    var progress = Progress("Writing images", of: images.count, on: context.errors)
    defer { progress.finish() }
    var counts: [Int: Int] = [:]
    var results: [Result<String, PDFError>] = []
    for image in images {
      defer { progress.advance() }
      let page = image.firstPage(numbers)
      counts[page, default: 0] += 1
      let file: ImageFile
      do {
        file = try await document.file(of: image)
      } catch let error as PDFError {
        results.append(.failure(error))
        continue
      }
      let name = "page-\(page.inFileName)-\(counts[page] ?? 1).\(file.fileExtension)"
      let url = folder.appendingPathComponent(name)
      do {
        try file.data.write(to: url, options: .withoutOverwriting)
      } catch {
        throw PDFError(
          .cannotWrite, "The file cannot be written: choose an empty folder that may be written to.",
          url: url, underlying: error.localizedDescription)
      }
      results.append(.success(name))
    }
    return results
  }

  private static func table(_ images: PageFindings<DocumentImage>, _ numbers: [PageID: Int]) -> String {
    var table = Table([
      ">Page", ">Object", ">Places", ">Width", ">Height", ">Bits", "Color", "Filter", ">Resolution", ">Bytes",
      "Transparency",
    ])
    for image in images {
      let place = image.places.first
      table.add([
        "\(image.firstPage(numbers))", image.objectNumber.map(String.init) ?? "inline",
        "\(image.places.count)", "\(image.width)", "\(image.height)",
        image.bitsPerComponent.map(String.init) ?? "",
        image.isStencil ? "stencil" : image.colorSpace ?? "", image.filters.joined(separator: " "),
        place.map { resolution($0) } ?? "", image.byteCount?.grouped ?? "",
        image.transparency?.rawValue ?? "",
      ])
    }
    return table.text
  }

  private static func resolution(_ place: DocumentImage.Place) -> String {
    let (x, y) = (place.horizontalResolution.rounded().short, place.verticalResolution.rounded().short)
    return x == y ? x : "\(x) × \(y)"
  }
}

extension DocumentImage {
  /// The number of the page that paints it first; 0 if it is painted nowhere.
  fileprivate func firstPage(_ numbers: [PageID: Int]) -> Int {
    places.first.flatMap { numbers[$0.page] } ?? 0
  }

  fileprivate var name: String { objectNumber.map { "object \($0)" } ?? "an inline image" }

  fileprivate func values(_ numbers: [PageID: Int]) -> [String: JSONValue] {
    func integer(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
    let places = places.map { place in
      JSONValue.object([
        "page": .integer(numbers[place.page] ?? 0), "rect": JSONValue(place.bounds),
        "quad": .list(place.quad.corners.map { .list([.number($0.x), .number($0.y)]) }),
        "horizontalResolution": .number(place.horizontalResolution),
        "verticalResolution": .number(place.verticalResolution),
      ])
    }
    return [
      "object": integer(objectNumber), "isInline": .bool(isInline), "width": .integer(width),
      "height": .integer(height), "bits": integer(bitsPerComponent), "colorSpace": JSONValue(colorSpace),
      "components": integer(componentCount), "filters": .list(filters.map(JSONValue.text)),
      "isStencil": .bool(isStencil), "transparency": JSONValue(transparency?.rawValue),
      "bytes": integer(byteCount), "places": .list(places),
    ]
  }
}
