import Foundation
import Postil

/// `postil tables`: the tables on pages.
struct TablesCommand: PostilCommand {
  /// How a table is printed.
  enum Form: String, CaseIterable {
    case csv, markdown, html
  }

  private static let form = Option<Form>(
    "--as", help: "How tables are printed: as comma-separated values unless given.")

  private static let source = Option<StructureSource>(
    "--by",
    help:
      "What tables are known by: tags, layout, or any: tags where they say what is seen, and layout for the others."
  )

  static let description = CommandDescription(
    name: "tables", abstract: "Prints the tables on pages.",
    discussion:
      "Tables are known by the tags of the document where these say what is seen, else by the lines between their cells, or by rows and columns of text. Each is followed by an empty line. With --json they "
      + "come as one object: the cells of each with the rows and columns that they span, from 0 on, and the rectangles of their texts, in "
      + "points from the lower left, whether tags say that they are headings, and whether lines are drawn around a table or between its cells (isRuled). "
      + "Without tags and lines, a table is guessed from columns of text.",
    synopsis: "FILE [--pages RANGE] [--as FORM] [--by any|tags|layout] \(LayerOptions.synopsis) [--json]",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          ReadPages.range.description, form.description, source.description, PageOption.json.description,
        ] + LayerOptions.options),
      InputFile.options,
    ], example: "postil tables report.pdf --pages 3 --as csv")

  private let input: ReadPages
  private let form: Form
  private let layers: LayerOptions
  private let source: StructureSource

  init(_ arguments: ParsedArguments) throws {
    input = try ReadPages(arguments)
    form = arguments[Self.form] ?? .csv
    layers = LayerOptions(arguments)
    source = arguments[Self.source] ?? .any
  }

  var files: [NamedFile] { input.files }

  func run(_ context: CommandContext) async throws {
    let (document, pages, numbers) = try input.open(context)
    document.readingLayers = try layers.visibility(in: document)
    let tables = try await document.tables(on: pages, from: source)
    guard input.printsJSON else {
      for table in tables {
        context.output.write(
          (form == .csv ? table.csv : form == .html ? table.html : table.markdown) + "\n")
      }
      return
    }
    context.print(
      JSONValue.object(["tables": .list(tables.map { Self.value($0, page: numbers[$0.page] ?? 0) })]))
  }

  private static func value(_ table: PageTable, page: Int) -> JSONValue {
    func span(_ range: Range<Int>) -> JSONValue {
      .list([.integer(range.lowerBound), .integer(range.upperBound - 1)])
    }
    let cells = table.cells.map { cell in
      JSONValue.object([
        "rows": span(cell.rows), "columns": span(cell.columns), "text": .text(cell.text),
        "rect": JSONValue(cell.bounds), "isHeader": .bool(cell.isHeader),
      ])
    }
    return .object([
      "page": .integer(page), "rect": JSONValue(table.bounds), "rows": .integer(table.rowCount),
      "columns": .integer(table.columnCount), "by": .text(table.source.rawValue),
      "isRuled": .bool(table.isRuled), "cells": .list(cells),
    ])
  }
}
