import PostilModel

/// What glyphs say that stand only in clusters of several glyphs for several characters, as in Devanagari.
///
/// cairo writes the text of a cluster beside its glyphs (`/ActualText`), and U+FFFD for such glyphs in the map of the font
/// (`/ToUnicode`, ISO 32000-2, 9.10.3). MuPDF takes a part of such a cluster twice, and does not find the word.
struct ClusterTexts {
  private struct Font {
    let font: GlyphFont
    /// The map from codes to text, and its bytes.
    let map: ObjectID
    let bytes: [UInt8]
    /// The texts of codes that the map does not know.
    var texts: [UInt32: String] = [:]
  }

  private let graph: ObjectGraph
  /// By the fonts' numbers; `nil` for those whose maps know all of their glyphs.
  private var fonts: [ObjectID: Font?] = [:]

  /// The fonts of the pages that were read.
  var allFonts: [ObjectID] { fonts.keys.sorted() }

  private static let unknown = "\u{FFFD}"

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Reads the clusters of a page that cairo wrote.
  mutating func read(_ content: [UInt8], resources: PDFObject?) {
    var named: [PDFName: ObjectID] = [:]
    for font in graph.resolve(graph.resolve(resources).dictionary?["Font"]).dictionary?.entries ?? [] {
      if let id = font.value.reference, knowsTooLittle(id) { named[font.key] = id }
    }
    guard !named.isEmpty else { return }
    let visitor = ClusterVisitor(graph)
    let context = ContentContext(graph, fileSize: graph.fileSize)
    // What cannot be read has no clusters.
    try? ContentInterpreter(context, resources: graph.resolve(resources).dictionary ?? [:])
      .interpret(content, visitor)
    for cluster in visitor.clusters {
      note(
        cluster.text,
        cluster.glyphs.map { glyph in
          let id = glyph.font.flatMap { named[$0] }
          return id == nil ? (nil, 0) : (id, glyph.code)
        })
    }
  }

  /// Whether a font's map has glyphs that it knows no text of.
  private mutating func knowsTooLittle(_ id: ObjectID) -> Bool {
    if let known = fonts[id] { return known != nil }
    fonts[id] = .some(nil)
    guard let dictionary = graph.object(id).dictionary, let map = dictionary["ToUnicode"]?.reference,
      let bytes = try? graph.decodedStream(map, limit: StreamLimit.small),
      bytes.contains(Array("<fffd>".utf8))
    else { return false }
    let font = GlyphFont(dictionary, graph) { $0 == .reference(map) ? bytes : nil }
    fonts[id] = Font(font: font, map: map, bytes: bytes)
    return true
  }

  /// Gives the glyphs of a cluster that have no text what the others leave of the cluster's.
  private mutating func note(_ text: String, _ glyphs: [(font: ObjectID?, code: UInt32)]) {
    var rest = Array(text.unicodeScalars)
    var silent: [(font: ObjectID, code: UInt32)] = []
    for glyph in glyphs {
      guard let id = glyph.font, let font = fonts[id] ?? nil else { return }
      let known = font.texts[glyph.code] ?? font.font.text(of: glyph.code)
      guard known != Self.unknown else {
        silent.append((id, glyph.code))
        continue
      }
      for scalar in known.unicodeScalars {
        guard let index = rest.firstIndex(of: scalar) else { return }
        rest.remove(at: index)
      }
    }
    for (glyph, part) in zip(silent, Self.parts(rest, silent.count)) where !part.isEmpty {
      fonts[glyph.font]??.texts[glyph.code] = String(String.UnicodeScalarView(part))
    }
    guard let last = glyphs.last, let id = last.font, silent.count == 1, silent[0].code == last.code,
      rest.count > 1, said(by: glyphs) != text
    else { return }
    // The order is another than that of the glyphs. MuPDF takes an end that is the same in both twice.
    fonts[id]??.texts[last.code] = String(String.UnicodeScalarView(rest.suffix(1) + rest.dropLast()))
  }

  private func said(by glyphs: [(font: ObjectID?, code: UInt32)]) -> String {
    glyphs.map { glyph in
      guard let font = glyph.font.flatMap({ fonts[$0] ?? nil }) else { return "" }
      return font.texts[glyph.code] ?? font.font.text(of: glyph.code)
    }.joined()
  }

  /// Divides what is left of a cluster among its glyphs without a text: a letter without its vowel ends with a virama
  /// (canonical combining class 9).
  private static func parts(_ rest: [Unicode.Scalar], _ count: Int) -> [ArraySlice<Unicode.Scalar>] {
    guard count > 1 else { return [rest[...]] }
    let ends = rest.indices.filter { rest[$0].properties.canonicalCombiningClass.rawValue == 9 }
    return zip([0] + ends.map { $0 + 1 }, ends.map { $0 + 1 } + [rest.count]).map { rest[$0..<$1] }
      .filter { !$0.isEmpty }
  }

  /// The maps of fonts with the texts that were found, by the number that each has in the source.
  var maps: [(map: ObjectID, bytes: [UInt8])] {
    fonts.values.compactMap(\.self).filter { !$0.texts.isEmpty }.map { font in
      var map = String(decoding: font.bytes, as: UTF8.self)
      for (code, text) in font.texts {
        let units = text.utf16.map { Self.hexadecimal(UInt32($0), 4) }.joined()
        for digits in [2, 4] {
          map = map.replacing(
            "<\(Self.hexadecimal(code, digits))> <fffd>",
            with: "<\(Self.hexadecimal(code, digits))> <\(units)>")
        }
      }
      return (font.map, Array(map.utf8))
    }
  }

  private static func hexadecimal(_ number: UInt32, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}

/// The glyphs of marked content with a replacement text, and the names of their fonts.
private final class ClusterVisitor: ContentVisitor {
  private(set) var clusters: [(text: String, glyphs: [(font: PDFName?, code: UInt32)])] = []
  private let graph: ObjectGraph
  private var font: PDFName?
  private var isOpen = false

  init(_ graph: ObjectGraph) { self.graph = graph }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
    switch event {
    case .setFont(let name): font = name
    case .beginMark(let mark):
      isOpen = false
      guard let text = graph.text(mark.properties?["ActualText"]) else { return }
      clusters.append((text, []))
      isOpen = true
    case .endMark: isOpen = false
    case .showText(let shown):
      guard isOpen else { return }
      let glyphs: [(font: PDFName?, code: UInt32)] =
        shown.font == nil ? [(nil, 0)] : shown.glyphs.map { (font, $0.glyph.code) }
      clusters[clusters.count - 1].glyphs += glyphs
    default: break
    }
  }
}
