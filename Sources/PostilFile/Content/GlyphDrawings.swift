import PostilModel

/// The glyphs of a Type 3 font, which are content streams (ISO 32000-2, 9.6.4).
final class GlyphDrawings {
  struct Drawing {
    let stream: PDFObject
    /// The font's; `nil` if it has none: then those of the content that shows the glyph count.
    let resources: PDFDictionary?
    /// From the space of glyphs to that of text at a size of 1.
    let matrix: Affine
  }

  let streams: PDFDictionary
  /// Those of the font; see ``Drawing/resources``.
  let resources: PDFDictionary?
  private let matrix: Affine
  private let names: [Int: PDFName]
  private var known: [UInt32: Drawing?] = [:]

  init(_ font: PDFDictionary, _ objects: any ObjectSource) {
    streams = objects.resolve(font["CharProcs"]).dictionary ?? [:]
    resources = objects.resolve(font["Resources"]).dictionary
    matrix = Affine(objects.numbers(font["FontMatrix"])) ?? Affine(0.001, 0, 0, 0.001, 0, 0)
    names = Self.names(of: font, objects)
  }

  /// The names of the glyphs of codes.
  static func names(of font: PDFDictionary, _ objects: any ObjectSource) -> [Int: PDFName] {
    var names: [Int: PDFName] = [:]
    var code = 0
    for item in objects.resolve(objects.resolve(font["Encoding"]).dictionary?["Differences"]).array ?? [] {
      let item = objects.resolve(item)
      if let number = item.integer {
        code = number
      } else if let name = item.name {
        if (0...255).contains(code) { names[code] = name }
        code = (0...255).contains(code) ? code + 1 : 256
      }
    }
    return names
  }

  /// The drawing of a code, if it shows text itself.
  func showingText(_ code: UInt32, _ context: ContentContext) -> Drawing? {
    if let known = known[code] { return known }
    var result: Drawing?
    if let stream = names[Int(code)].flatMap({ streams[$0] }), let data = try? context.decoded(stream) {
      let search = TextSearch()
      let content = ContentInterpreter(context, resources: resources ?? [:])
      // A drawing that cannot be read shows what it shows up to there.
      _ = try? content.interpret(data, search)
      if search.hasText { result = Drawing(stream: stream, resources: resources, matrix: matrix) }
    }
    known[code] = .some(result)
    return result
  }

  private final class TextSearch: ContentVisitor {
    private(set) var hasText = false

    func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
      switch event {
      case .showText, .paintForm: hasText = true
      default: break
      }
    }
  }
}
