import PostilModel

/// What has to be known of a font to tell where the glyphs of a string stand (ISO 32000-2, 9.4.4), and what they say.
final class GlyphFont {
  /// A glyph of a string. Lengths are in units of text space at a size of 1.
  struct Glyph {
    let code: UInt32
    /// How many bytes of the string it is.
    let length: Int
    /// How far it moves the next one: to the right, or, in vertical writing, down (negative).
    let advance: Double
    /// Its box about its origin.
    let box: PageRect
    /// Whether word spacing applies (9.3.3).
    let isSpace: Bool
  }

  /// The object that it is; `nil` if it stands in another one.
  var id: ObjectID?
  /// What its letters look like.
  let face: FontFace
  /// Whether widths of glyphs are known: without them places are only known roughly.
  let hasWidths: Bool
  let isVertical: Bool
  let isType3: Bool
  private let map: CharacterMap?
  private let texts: CharacterMap?
  /// The name of a CMap that is not known here, without which nobody can tell what the codes are.
  let missingMap: PDFName?
  /// The character collection of a composite font (`/Ordering`).
  private let collection: String?
  private let scalars: [Unicode.Scalar]
  private let width: (UInt32, Int) -> Double
  /// The vertical advance of a glyph and the place of its other origin (9.7.4.3).
  private let vertical: (UInt32, Int) -> (advance: Double, x: Double, y: Double)
  private let ascent: Double
  private let descent: Double
  private let sides: ClosedRange<Double>?

  /// The widest that a glyph without a width is taken to be.
  static let widest = 1.3

  /// Glyphs that were asked for, by code and length.
  private var known: [UInt64: Glyph] = [:]
  /// The same for codes of one byte.
  private var short = [Glyph?](repeating: nil, count: 256)

  /// The glyphs of a string.
  func glyphs(in string: [UInt8]) -> [Glyph] {
    var result: [Glyph] = []
    forEachGlyph(in: string) { result.append($0) }
    return result
  }

  /// Calls `body` with each glyph of a string.
  func forEachGlyph(in string: [UInt8], _ body: (Glyph) -> Void) {
    guard let map else {
      for byte in string { body(glyph(UInt32(byte), 1)) }
      return
    }
    map.forEachCode(in: string) { body(glyph($0, $1)) }
  }

  /// The glyph of a code.
  private func glyph(_ code: UInt32, _ length: Int) -> Glyph {
    if length == 1, code < 256 {
      if let glyph = short[Int(code)] { return glyph }
      let glyph = makeGlyph(code, length)
      short[Int(code)] = glyph
      return glyph
    }
    let key = UInt64(length) << 32 | UInt64(code)
    if let glyph = known[key] { return glyph }
    let glyph = makeGlyph(code, length)
    known[key] = glyph
    return glyph
  }

  private func makeGlyph(_ code: UInt32, _ length: Int) -> Glyph {
    let width = width(code, length)
    let isSpace = length == 1 && code == 32
    guard isVertical else {
      return Glyph(code: code, length: length, advance: width, box: box(width), isSpace: isSpace)
    }
    let v = vertical(code, length)
    let box = PageRect(
      corner: PagePoint(x: -v.x, y: max(ascent - v.y, 0)),
      corner: PagePoint(x: width - v.x, y: min(descent - v.y, v.advance)))
    return Glyph(code: code, length: length, advance: v.advance, box: box, isSpace: isSpace)
  }

  private func box(_ width: Double) -> PageRect {
    // Marks without an advance stand over what comes before or after them.
    var (left, right) = abs(width) > 0.01 ? (min(width, 0), max(width, 0)) : (-0.5, 0.5)
    if let sides { (left, right) = (min(left, sides.lowerBound), max(right, sides.upperBound)) }
    return PageRect(corner: PagePoint(x: left, y: descent), corner: PagePoint(x: right, y: ascent))
  }

  /// What glyphs say, as far as the font tells.
  func text(of glyph: Glyph) -> String { text(of: glyph.code) }

  /// What the glyph of a code says, as far as the font tells: by its map to text (`/ToUnicode`), by the names that its encoding gives
  /// to glyphs, by its character collection, or by its program (ISO 32000-2, 9.10.2).
  ///
  /// Entries of the map that say nothing are those of glyphs whose text another one says, as parts of clusters, and of spaces.
  func text(of code: UInt32) -> String {
    guard let mapped = texts?.text(code), !isMapEmpty else { return textWithoutMap(of: code) }
    if mapped.unicodeScalars.contains(where: { $0 != "\u{0}" && $0 != "\u{FFFD}" }) {
      let scalar = mapped.unicodeScalars.count == 1 ? mapped.unicodeScalars.first : nil
      return scalar.flatMap { seen($0, as: code) }.map { String($0) } ?? mapped
    }
    let text = textWithoutMap(of: code)
    return mapped.contains("\u{FFFD}") || text.unicodeScalars.allSatisfy(\.isSpace) ? text : ""
  }

  /// What a glyph shows of which the map says one character, if that is not what it says: a symbol that a font of symbols has there, or the
  /// mirror image, as of glyphs that run from right to left and were mapped by what is meant.
  private func seen(_ mapped: Unicode.Scalar, as code: UInt32) -> Unicode.Scalar? {
    if let symbol = symbols?.meaning(of: mapped) { return symbol }
    guard let image = PairedSigns.mirrored(mapped), let map, mayMirror else { return nil }
    let shown = program?.glyphs[glyphIndex(map.character(code, length: map.length(of: code)))]
    return shown == image ? image : nil
  }

  /// Whether the map is of a text in which signs are mirrored.
  private lazy var mayMirror = texts?.hasRightToLeft == true

  /// Whether the map says of no code what it stands for.
  private lazy var isMapEmpty = texts?.hasTexts == false

  private func textWithoutMap(of code: UInt32) -> String {
    if let map {
      let character = map.character(code, length: map.length(of: code))
      let scalar =
        collection.flatMap { PredefinedMaps.text(of: character, in: $0) }
        ?? program?.glyphs[glyphIndex(character)]
      if let scalar { return String(scalar) }
      // What moves on and draws nothing is a space; glyph 0 is what is shown for characters that the font has not.
      let isSpace =
        width(code, map.length(of: code)) > Self.narrowestSpace && character != 0
        && program?.emptyGlyphs.contains(glyphIndex(character)) == true
      return isSpace ? " " : ""
    }
    if !isType3, let name = names[Int(code)] {
      if let symbol = symbols?.names[name.description] { return String(symbol) }
      let text = GlyphNames.text(name.description)
      return text.isEmpty ? numbered[Int(code)].map { String($0) } ?? "" : text
    }
    if usesProgramEncoding, let scalar = program?.codes[code] { return String(scalar) }
    if usesProgramEncoding || symbols?.hasWidths == false, let symbol = symbols?.character(of: code) {
      return String(symbol)
    }
    let index = Int(code) - 32
    if scalars.indices.contains(index), scalars[index] != "\u{FFFD}" { return String(scalars[index]) }
    return numbered[Int(code)].map { String($0) } ?? ""
  }

  /// Glyphs that draw nothing are spaces from this width on, in sizes.
  private static let narrowestSpace = 0.1

  /// The names that the encoding gives to the glyphs of codes (`/Differences`).
  private let names: [Int: PDFName]
  /// What codes stand for whose glyphs are named by them, as bitmap fonts of TeX have it (`/a65`): a guess.
  private lazy var numbered = GlyphNames.numbered(names.mapValues(\.description))
  /// Whether codes that have no name there have the program's own encoding (ISO 32000-2, table 112).
  private let usesProgramEncoding: Bool
  /// What a font of symbols has, of whose program that is not known.
  private let symbols: SymbolFonts?
  private let loadProgram: () -> FontProgram?
  private lazy var program = loadProgram()
  /// The indices of glyphs by their numbers (`/CIDToGIDMap`); empty if they are the same.
  private let glyphIndices: [UInt8]

  /// The index that a glyph has in the program of a composite font, by its number (CID).
  func glyphIndex(_ character: Int) -> Int {
    guard !glyphIndices.isEmpty else { return character }
    guard character >= 0, character < glyphIndices.count / 2 else { return 0 }
    return Int(glyphIndices[2 * character]) << 8 | Int(glyphIndices[2 * character + 1])
  }

  /// The program of an embedded font.
  private static func program(
    _ descriptor: PDFDictionary?, _ objects: any ObjectSource, _ decode: (PDFObject?) -> [UInt8]?
  ) -> FontProgram? {
    guard let descriptor else { return nil }
    if descriptor["FontFile"] != nil { return decode(descriptor["FontFile"]).map { FontProgram(type1: $0) } }
    if descriptor["FontFile2"] != nil {
      return decode(descriptor["FontFile2"]).map { FontProgram(trueType: $0) }
    }
    let kind = objects.resolve(objects.resolve(descriptor["FontFile3"]).dictionary?["Subtype"]).name
    guard let data = decode(descriptor["FontFile3"]) else { return nil }
    return kind == "Type1C" || kind == "CIDFontType0C"
      ? FontProgram(compact: data) : FontProgram(trueType: data)
  }

  private var knownTexts: [UInt32: [Unicode.Scalar]] = [:]
  /// The same for codes of one byte.
  private var shortTexts = [[Unicode.Scalar]?](repeating: nil, count: 256)

  /// The same as scalars; U+FFFD if the font does not tell.
  func scalars(of code: UInt32) -> [Unicode.Scalar] {
    if let known = code < 256 ? shortTexts[Int(code)] : knownTexts[code] { return known }
    let text = Array(text(of: code).unicodeScalars)
    let result = text.isEmpty ? ["\u{FFFD}"] : text
    if code < 256 { shortTexts[Int(code)] = result } else { knownTexts[code] = result }
    return result
  }

  /// Whether it is a Type 0 font, whose codes stand for glyphs of another one (9.7).
  var isComposite: Bool { map != nil }

  /// The number of the glyph (CID) of a code of a composite font.
  func character(_ code: UInt32, length: Int) -> Int { map?.character(code, length: length) ?? 0 }

  /// Whether it has a map of its own to text that can be read.
  var hasTextMap: Bool { texts != nil }

  /// What the font's own map (`/ToUnicode`) says of a code.
  func mappedText(of code: UInt32) -> String? { texts?.text(code) }

  /// Of a Type 3 font: the drawings of its glyphs (ISO 32000-2, 9.6.4).
  let drawings: GlyphDrawings?

  // MARK: - Reading

  /// Reads a font.
  ///
  /// - Parameter decode: Gives the data of a stream.
  init(_ font: PDFDictionary, _ objects: any ObjectSource, decode: @escaping (PDFObject?) -> [UInt8]?) {
    let subtype = objects.resolve(font["Subtype"]).name
    face = FontFace(font, objects)
    symbols = .named(face.name)
    texts = decode(font["ToUnicode"]).flatMap { CharacterMap($0, isText: true) }
    isType3 = subtype == "Type3"
    drawings = isType3 ? GlyphDrawings(font, objects) : nil
    if subtype == "Type0" {
      let descendant =
        objects.resolve(objects.resolve(font["DescendantFonts"]).array?.first).dictionary ?? [:]
      let map = Self.map(of: font["Encoding"], objects, decode)
      self.map =
        map
        ?? .identity(isVertical: objects.resolve(font["Encoding"]).name?.description.hasSuffix("-V") == true)
      isVertical = self.map?.isVertical ?? false
      missingMap = map == nil && texts == nil ? objects.resolve(font["Encoding"]).name : nil
      let system = objects.resolve(descendant["CIDSystemInfo"]).dictionary
      collection = objects.text(system?["Registry"]) == "Adobe" ? objects.text(system?["Ordering"]) : nil
      scalars = []
      sides = nil
      (names, usesProgramEncoding) = ([:], false)
      glyphIndices = decode(descendant["CIDToGIDMap"]) ?? []
      let descriptor = objects.resolve(descendant["FontDescriptor"]).dictionary
      loadProgram = { Self.program(descriptor, objects, decode) }
      let metrics = CharacterMetrics(descendant, objects)
      hasWidths = map != nil || !metrics.hasOwnWidths
      let codes = self.map
      width = { code, length in metrics.width(codes?.character(code, length: length) ?? 0) }
      vertical = { code, length in metrics.vertical(codes?.character(code, length: length) ?? 0) }
      (ascent, descent) =
        Self.heights(descriptor, objects) ?? (0.95, -0.35)
      return
    }
    (map, missingMap, collection) = (nil, nil, nil)
    isVertical = false
    vertical = { _, _ in (-1, 0, 0) }
    let encoding = Self.encoding(of: font["Encoding"], objects)
    scalars = encoding
    names = GlyphDrawings.names(of: font, objects)
    let base = objects.resolve(font["Encoding"])
    usesProgramEncoding =
      !isType3 && base.name == nil && objects.resolve(base.dictionary?["BaseEncoding"]).name == nil
    glyphIndices = []
    let first = objects.resolve(font["FirstChar"]).integer ?? 0
    let listed = objects.resolve(font["Widths"]).array.map { $0.map { objects.resolve($0).number ?? 0 } }
    let descriptor = objects.resolve(font["FontDescriptor"]).dictionary
    let missing = objects.resolve(descriptor?["MissingWidth"]).number ?? 0
    loadProgram = { Self.program(descriptor, objects, decode) }
    if isType3 {
      let matrix = Affine(objects.numbers(font["FontMatrix"])) ?? Affine(0.001, 0, 0, 0.001, 0, 0)
      hasWidths = listed != nil
      width = { code, _ in
        let index = Int(code) - first
        return (listed?.indices.contains(index) == true ? listed?[index] ?? 0 : 0) * matrix.a
      }
      // A box without extent says nothing: then glyphs are taken to be as large as any letter.
      let box = objects.rect(font["FontBBox"]).flatMap { $0.isEmpty ? nil : $0 }
      let shown = box.map { PageRect.bounding(matrix.corners(of: $0)) ?? .zero }
      ascent = shown?.maxY ?? 1.2
      descent = shown?.minY ?? -0.5
      // Drawings may reach beyond their advance.
      sides = shown.map { $0.minX...$0.maxX }
      return
    }
    sides = nil
    let name = objects.resolve(font["BaseFont"]).name?.description ?? ""
    let standard = Self.standardName(name)
    let known = listed == nil ? standard.flatMap(StandardFonts.widths) : nil
    let symbolWidths = symbols.flatMap { listed == nil && $0.hasWidths ? $0.widths : nil }
    hasWidths = listed != nil || known != nil || symbolWidths != nil
    width = { code, _ in
      let index = Int(code) - first
      if let listed { return (listed.indices.contains(index) ? listed[index] : missing) / 1000 }
      let place = Int(code) - 32
      if let symbolWidths { return symbolWidths.indices.contains(place) ? symbolWidths[place] / 1000 : 0 }
      guard let known else { return Self.widest }
      return (encoding.indices.contains(place) ? known(encoding[place]) ?? 0 : 0) / 1000
    }
    (ascent, descent) =
      Self.heights(descriptor, objects) ?? standard.map { StandardFonts.vertical(of: $0) } ?? (0.95, -0.3)
  }

  /// The standard font that is meant by a name (ISO 32000-2, 9.6.2.2), as readers take it.
  private static func standardName(_ name: String) -> String? {
    if StandardFonts.widths(of: name) != nil { return name }
    let plain = name.replacing(",", with: "-").replacing("PSMT", with: "").replacing("MT", with: "")
    let isBold = plain.contains("Bold")
    let isItalic = plain.contains("Italic") || plain.contains("Oblique")
    if plain.hasPrefix("Arial") { return isBold ? "Helvetica-Bold" : "Helvetica" }
    if plain.hasPrefix("CourierNew") { return "Courier" }
    guard plain.hasPrefix("TimesNewRoman") || plain == "Times" else { return nil }
    return isBold ? (isItalic ? "Times-BoldItalic" : "Times-Bold") : isItalic ? "Times-Italic" : "Times-Roman"
  }

  private static func map(
    of encoding: PDFObject?, _ objects: any ObjectSource, _ decode: (PDFObject?) -> [UInt8]?
  ) -> CharacterMap? {
    switch objects.resolve(encoding) {
    case .name(let name): PredefinedMaps.map(name)
    case .stream(let dictionary, _): decode(encoding).flatMap { CharacterMap($0, dictionary) }
    default: nil
    }
  }

  private static func encoding(of object: PDFObject?, _ objects: any ObjectSource) -> [Unicode.Scalar] {
    let standard = StandardFonts.encoding(named: "StandardEncoding") ?? []
    let value = objects.resolve(object)
    /// With what TrueType fonts have besides (ISO 32000-2, 9.6.5.4, table 113).
    func named(_ name: PDFName?) -> [Unicode.Scalar]? {
      guard var result = StandardFonts.encoding(named: name), name == "MacRomanEncoding" else {
        return StandardFonts.encoding(named: name)
      }
      for (code, scalar) in macintoshSigns where result[code - 32] == "\u{FFFD}" {
        result[code - 32] = scalar
      }
      return result
    }
    if let name = value.name { return named(name) ?? standard }
    guard let dictionary = value.dictionary else { return standard }
    var result = named(objects.resolve(dictionary["BaseEncoding"]).name) ?? standard
    result += Array(repeating: "\u{FFFD}", count: max(0, 224 - result.count))
    var code = 0
    for item in objects.resolve(dictionary["Differences"]).array ?? [] {
      if let number = objects.resolve(item).integer {
        code = number
      } else if let name = objects.resolve(item).name {
        if result.indices.contains(code - 32) {
          result[code - 32] = GlyphNames.scalar(exactly: name.description) ?? "\u{FFFD}"
        }
        code = code < 0x10000 ? code + 1 : code
      }
    }
    return result
  }

  private static let macintoshSigns: [(Int, Unicode.Scalar)] = [
    (173, "≠"), (176, "∞"), (178, "≤"), (179, "≥"), (182, "∂"), (183, "∑"), (184, "∏"), (185, "π"),
    (186, "∫"),
    (189, "Ω"), (195, "√"), (197, "≈"), (198, "∆"), (215, "◊"),
  ]

  /// Height above and depth below the baseline; `nil` if the descriptor says nothing that can be right.
  private static func heights(
    _ descriptor: PDFDictionary?, _ objects: any ObjectSource
  ) -> (ascent: Double, descent: Double)? {
    guard let descriptor else { return nil }
    let (high, low) = (
      objects.resolve(descriptor["Ascent"]).number, objects.resolve(descriptor["Descent"]).number
    )
    if let high, let low, (300...1500).contains(high), (-900...900).contains(low) {
      return (high / 1000, min(-abs(low), -100) / 1000)
    }
    guard let box = objects.rect(descriptor["FontBBox"]), (300...3000).contains(box.maxY), box.minY > -2000
    else {
      return nil
    }
    return (min(box.maxY, 1200) / 1000, max(min(box.minY, -100), -400) / 1000)
  }
}

/// The widths of a composite font's glyphs (ISO 32000-2, 9.7.4.3), by their numbers.
struct CharacterMetrics {
  private let widths: [Int: Double]
  private let spans: [(ClosedRange<Int>, Double)]
  private let spanIndex: SpanIndex
  private let usual: Double
  private let verticals: [Int: (advance: Double, x: Double, y: Double)]
  private let verticalSpans: [(ClosedRange<Int>, (advance: Double, x: Double, y: Double))]
  private let verticalIndex: SpanIndex
  private let usualVertical: (y: Double, advance: Double)

  init(_ font: PDFDictionary, _ objects: any ObjectSource) {
    var (widths, spans): ([Int: Double], [(ClosedRange<Int>, Double)]) = ([:], [])
    typealias Metrics = (advance: Double, x: Double, y: Double)
    var (verticals, verticalSpans): ([Int: Metrics], [(ClosedRange<Int>, Metrics)]) = ([:], [])
    usual = (objects.resolve(font["DW"]).number ?? 1000) / 1000
    let vertical = objects.numbers(font["DW2"]) ?? []
    usualVertical = vertical.count == 2 ? (vertical[0] / 1000, vertical[1] / 1000) : (0.88, -1)
    Self.read(font["W"], parts: 1, objects) { codes, values in
      if codes.lowerBound == codes.upperBound {
        widths[codes.lowerBound] = values[0]
      } else {
        spans.append((codes, values[0]))
      }
    }
    Self.read(font["W2"], parts: 3, objects) { codes, values in
      let metrics = (advance: values[0], x: values[1], y: values[2])
      if codes.lowerBound == codes.upperBound {
        verticals[codes.lowerBound] = metrics
      } else {
        verticalSpans.append((codes, metrics))
      }
    }
    (self.widths, self.spans) = (widths, spans)
    (self.verticals, self.verticalSpans) = (verticals, verticalSpans)
    spanIndex = SpanIndex(spans.map(\.0))
    verticalIndex = SpanIndex(verticalSpans.map(\.0))
  }

  var hasOwnWidths: Bool { !widths.isEmpty || !spans.isEmpty }

  /// Lists of `first [values]` and of `first last values`.
  private static func read(
    _ object: PDFObject?, parts: Int, _ objects: any ObjectSource,
    _ body: (ClosedRange<Int>, [Double]) -> Void
  ) {
    let items = (objects.resolve(object).array ?? []).map(objects.resolve)
    var index = 0
    while index + 1 < items.count {
      guard let first = items[index].integer, (0...0x10FFFF).contains(first) else { return }
      if let list = items[index + 1].array {
        let values = list.map { (objects.resolve($0).number ?? 0) / 1000 }
        for (offset, start) in stride(from: 0, to: values.count - parts + 1, by: parts).enumerated() {
          body(first + offset...first + offset, Array(values[start..<start + parts]))
        }
        index += 2
      } else {
        guard let last = items[index + 1].integer, last >= first, index + 1 + parts < items.count else {
          return
        }
        body(first...last, items[index + 2..<index + 2 + parts].map { ($0.number ?? 0) / 1000 })
        index += 2 + parts
      }
    }
  }

  func width(_ character: Int) -> Double {
    widths[character] ?? spanIndex[character].map { spans[$0].1 } ?? usual
  }

  func vertical(_ character: Int) -> (advance: Double, x: Double, y: Double) {
    verticals[character] ?? verticalIndex[character].map { verticalSpans[$0].1 }
      ?? (usualVertical.advance, width(character) / 2, usualVertical.y)
  }
}
