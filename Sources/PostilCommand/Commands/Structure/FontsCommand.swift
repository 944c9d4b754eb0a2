import Foundation
import Postil

/// `postil fonts`: the fonts in which pages show text.
struct FontsCommand: PostilCommand {
  static let description = CommandDescription(
    name: "fonts", abstract: "Lists the fonts in which pages show text.",
    discussion:
      "Program is how the glyphs are written that the file has of a font: a font without one is replaced by readers with another that they "
      + "have; --substitutes asks the renderer for which. Unicode says whether the file tells what text its codes mean. Fonts that are only listed, and show nothing, are left out. A page that cannot be read is told of, and the exit status is not 0.",
    synopsis: "FILE [--pages RANGE] [--substitutes] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          ReadPages.range.description, substitutes.description, PageOption.renderer.description,
          PageOption.json.description,
        ]),
      InputFile.options,
    ], example: "postil fonts report.pdf")

  private static let substitutes = Option(
    flag: "--substitutes", help: "Says what a renderer shows texts in whose font the file does not have.")

  private let input: ReadPages
  /// What is asked; `nil`: nothing.
  private let renderer: RendererChoice?

  init(_ arguments: ParsedArguments) throws {
    input = try ReadPages(arguments)
    renderer = arguments.has(Self.substitutes) ? arguments[PageOption.renderer] ?? .poppler : nil
    if renderer == nil, arguments[PageOption.renderer] != nil {
      throw UsageError("--renderer is for --substitutes: give that as well")
    }
  }

  var files: [NamedFile] { input.files }

  func run(_ context: CommandContext) async throws {
    let (document, pages, numbers) = try input.open(context, copies: false)
    let fonts = try await document.fonts(on: pages)
    let unreadable = FailedPages(fonts.unreadablePages, numbers)
    let substitutes = try await substitutes(of: Array(fonts), in: document)
    if input.printsJSON {
      context.print(
        .object([
          "fonts": .list(fonts.map { $0.value(numbers, substitutes?[$0]) }),
          "unreadablePages": unreadable.values,
        ]))
    } else if fonts.isEmpty {
      context.output.write("There is no text in any font.\n")
    } else {
      var table = Table(["Name", "Type", "Program", "Encoding", "Subset", "Unicode", ">Object", "Pages"])
      for font in fonts {
        let pages = font.pages.compactMap { numbers[$0] }
        table.add([
          font.name ?? "", font.kind.rawValue, Self.program(of: font, substitutes), font.encodingText,
          font.isSubset ? "yes" : "no", font.hasToUnicode ? "yes" : "no",
          font.objectNumber.map(String.init) ?? "", Self.ranges(pages),
        ])
      }
      context.output.write(table.text)
    }
    try unreadable.requireNone()
  }

  /// What the renderer takes in place of fonts; `nil` if nobody asked.
  private func substitutes(
    of fonts: [DocumentFont], in document: PDFDocument
  ) async throws -> [DocumentFont: SubstitutedFont]? {
    guard let renderer else { return nil }
    var options = RenderOptions()
    options.renderer = renderer
    let pages = PageRenderer(document, options: options)
    var substitutes: [DocumentFont: SubstitutedFont] = [:]
    for font in fonts where !font.isEmbedded {
      guard let page = font.pages.first else { continue }
      substitutes[font] = try await pages.substitutedFonts(of: page).first { $0.name == font.name }
    }
    return substitutes
  }

  private static func program(
    of font: DocumentFont, _ substitutes: [DocumentFont: SubstitutedFont]?
  ) -> String {
    if let program = font.program { return program.rawValue }
    guard let substitutes else { return "not embedded" }
    return "not embedded: \(substitutes[font]?.substitute ?? "none")"
  }

  /// Numbers that follow each other as ranges: `1-3, 7`.
  private static func ranges(_ pages: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for page in pages {
      if let last = ranges.last, last.upperBound + 1 == page {
        ranges[ranges.count - 1] = last.lowerBound...page
      } else {
        ranges.append(page...page)
      }
    }
    let texts = ranges.prefix(8).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return texts.joined(separator: ", ") + (ranges.count > 8 ? ", …" : "")
  }
}

extension DocumentFont {
  fileprivate var encodingText: String {
    encoding.map { $0 + (hasOwnEncoding ? ", changed" : "") } ?? (hasOwnEncoding ? "its own" : "built in")
  }

  fileprivate func value(_ numbers: [PageID: Int], _ substituted: SubstitutedFont?) -> JSONValue {
    .object([
      "name": JSONValue(name), "baseName": JSONValue(baseName), "type": .text(kind.rawValue),
      "program": JSONValue(program?.rawValue), "encoding": JSONValue(encoding),
      "hasOwnEncoding": .bool(hasOwnEncoding), "isEmbedded": .bool(isEmbedded), "isSubset": .bool(isSubset),
      "substitute": JSONValue(substituted?.substitute),
      "hasToUnicode": .bool(hasToUnicode), "object": objectNumber.map { .integer($0) } ?? .null,
      "pages": .list(pages.compactMap { numbers[$0] }.map { .integer($0) }),
    ])
  }
}
