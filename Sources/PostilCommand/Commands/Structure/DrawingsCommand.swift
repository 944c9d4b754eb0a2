import Foundation
import Postil

/// `postil drawings`: the paths and shadings that pages draw.
struct DrawingsCommand: PostilCommand {
  static let description = CommandDescription(
    name: "drawings", abstract: "Lists what pages draw: lines, rectangles, other paths, and shadings.",
    discussion:
      "A rectangle that is so thin that it looks like a line is called one. Boxes are X,Y,W,H of the path, and widths those of strokes, in points "
      + "from the lower left. Colors are six hexadecimal digits, as near as RGB comes, or pattern, shading, or unknown. What clips or the edges of the "
      + "page hide is listed, and marked so. With --json each has its path as well: m, l, c and h as in a content stream. A page that cannot "
      + "be read is told of, the others are listed, and the exit status is not 0.",
    synopsis: "FILE [--pages RANGE] \(LayerOptions.synopsis) [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [ReadPages.range.description, PageOption.json.description] + LayerOptions.options),
      InputFile.options,
    ], example: "postil drawings report.pdf --pages 3")

  private let input: ReadPages
  private let layers: LayerOptions

  init(_ arguments: ParsedArguments) throws {
    input = try ReadPages(arguments)
    layers = LayerOptions(arguments)
  }

  var files: [NamedFile] { input.files }

  func run(_ context: CommandContext) async throws {
    let (document, pages, numbers) = try input.open(context)
    document.readingLayers = try layers.visibility(in: document)
    let all = pages ?? document.pageIDs
    var progress = Progress("Reading page", of: all.count, on: context.errors)
    var unreadable = FailedPages()
    // Pages may have many: nothing of one is kept once it is printed.
    let found = TasksAhead(all, limit: 2) { try await document.drawings(on: $0) }
    if input.printsJSON { context.output.write(#"{"pages":["#) }
    var (isEmpty, isFirst) = (true, true)
    while let (page, result) = try await found.next() {
      progress.advance()
      // The program that reads them has ended.
      if context.output.failure != nil { break }
      let number = numbers[page] ?? 0
      switch result {
      case .failure(let error as PDFError): unreadable.add(number - 1, error)
      case .failure(let error): throw error
      case .success(let drawings):
        isEmpty = isEmpty && drawings.isEmpty
        if input.printsJSON {
          context.output.write((isFirst ? "" : ",") + "{\"page\":\(number),\"drawings\":[")
          isFirst = false
          for (index, drawing) in drawings.enumerated() {
            context.output.write((index > 0 ? "," : "") + (try drawing.values.line.dropLast()))
          }
          context.output.write("]}")
        } else if !drawings.isEmpty {
          progress.finish()
          context.output.write(Self.table(drawings, page: number))
        }
      }
    }
    progress.finish()
    if input.printsJSON {
      context.output.write("],\"unreadablePages\":" + unreadable.values.line.dropLast() + "}\n")
    } else if isEmpty, unreadable.isEmpty {
      context.output.write("There are no drawings.\n")
    }
    try unreadable.requireNone()
  }

  /// A table for each page: the next is not known yet.
  private static func table(_ drawings: [PageDrawing], page: Int) -> String {
    var table = Table([">Page", "Kind", "Box", "Fill", "Stroke", ">Width", ""])
    for drawing in drawings {
      let box = drawing.bounds
      let marks = [drawing.isInAnnotation ? "annotation" : nil, drawing.isVisible ? nil : "not seen"]
      table.add([
        "\(page)", drawing.kind,
        [box.minX, box.minY, box.width, box.height].map(\.short).joined(separator: ","),
        drawing.fill?.paint.description ?? "", drawing.stroke?.paint.description ?? "",
        drawing.stroke?.width.short ?? "", marks.compactMap(\.self).joined(separator: ", "),
      ])
    }
    return table.text
  }
}

extension PageDrawing {
  fileprivate var kind: String { line != nil ? "line" : rect != nil ? "rectangle" : "path" }

  fileprivate var values: JSONValue {
    get throws {
      var values = try JSONValue(encoding: self)
      values["kind"] = .text(kind)
      return values
    }
  }
}
