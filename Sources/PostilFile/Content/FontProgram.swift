import PostilGraphics
import PostilModel

/// What the program of an embedded font says of the meaning of its glyphs, for fonts that do not say it themselves: without a map to
/// text (`/ToUnicode`) and without an encoding that names the glyphs.
///
/// Every number is checked against the program's size; what is not as its format has it says nothing.
struct FontProgram {
  /// The characters of single codes, for simple fonts.
  private(set) var codes: [UInt32: Unicode.Scalar] = [:]
  /// The characters of glyphs by their index, for composite fonts with a TrueType program.
  private(set) var glyphs: [Int: Unicode.Scalar] = [:]

  /// The glyphs that draw nothing, by their index, or by their numbers (CIDs) where the program has these.
  private(set) var emptyGlyphs: Set<Int> = []

  /// More glyphs than any font has.
  private static let mostGlyphs = 0x1_0000

  /// A program in the format of `/FontFile` (Type 1): the built-in encoding stands in its clear part.
  init(type1 bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var parser = ContentParser(bytes)
      // "dup 65 /A put"; what is encrypted begins behind "eexec".
      while let operation = try? parser.next(), operation.name != "eexec" {
        let operands = operation.operands.suffix(2)
        guard operation.name == "put", operands.count == 2, let code = operands.first?.integer,
          (0...255).contains(code), let name = operands.last?.name
        else { continue }
        codes[UInt32(code)] = GlyphNames.scalar(name.description)
      }
    }
  }

  /// A program in the format of `/FontFile2` (TrueType), or an OpenType program.
  init(trueType bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { read(BigEndianBytes($0)) }
  }

  private mutating func read(_ reader: BigEndianBytes) {
    readOutlines(reader)
    guard let table = Self.table("cmap", reader), let count = reader.number16(table + 2) else { return }
    for index in 0..<min(count, 64) {
      let record = table + 4 + 8 * index
      guard let platform = reader.number16(record), let encoding = reader.number16(record + 2),
        let offset = reader.number32(record + 4)
      else { return }
      let isUnicode = platform == 0 || platform == 3 && (encoding == 1 || encoding == 10)
      let isSymbol = platform == 3 && encoding == 0
      guard isUnicode || isSymbol else { continue }
      for (character, glyph) in Self.mapping(reader, at: table + offset) {
        // Codes of symbolic fonts (ISO 32000-2, 9.6.5.4) say nothing of meaning.
        if isUnicode, glyphs[glyph] == nil { glyphs[glyph] = Unicode.Scalar(character) }
      }
    }
    addCodes(reader, table, count)
  }

  /// Finds the glyphs that have no outline.
  private mutating func readOutlines(_ reader: BigEndianBytes) {
    if let table = Self.table("CFF ", reader), (0..<reader.bytes.count).contains(table) {
      if let font = CompactFont(UnsafeBufferPointer(rebasing: reader.bytes[table...])) {
        addEmptyGlyphs(of: font)
      }
      return
    }
    guard let head = Self.table("head", reader), let format = reader.number16(head + 50), format <= 1,
      let places = Self.table("loca", reader),
      let count = Self.table("maxp", reader).flatMap({ reader.number16($0 + 4) })
    else { return }
    let size = format == 0 ? 2 : 4
    for glyph in 0..<count {
      guard let start = reader.number(places + glyph * size, size: size),
        let end = reader.number(places + (glyph + 1) * size, size: size)
      else { return }
      if start == end { emptyGlyphs.insert(glyph) }
    }
  }

  private mutating func addEmptyGlyphs(of font: CompactFont) {
    emptyGlyphs = Set(
      font.emptyGlyphs.map { glyph in
        UInt32(exactly: glyph).flatMap(font.characterID).map { Int($0) } ?? glyph
      })
  }

  /// How many glyphs a TrueType font has, empty ones too; `nil` if it does not say.
  static func glyphCount(trueType bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer {
      let reader = BigEndianBytes($0)
      return table("maxp", reader).flatMap { reader.number16($0 + 4) }
    }
  }

  /// How far each glyph of a TrueType font moves the next one, in thousandths of the em; empty if it does not say.
  static func advances(trueType bytes: [UInt8]) -> [Double] {
    bytes.withUnsafeBufferPointer {
      let reader = BigEndianBytes($0)
      guard let count = glyphCount(trueType: bytes),
        let units = table("head", reader).flatMap({ reader.number16($0 + 18) }),
        units > 0, let listed = table("hhea", reader).flatMap({ reader.number16($0 + 34) }), listed > 0,
        let metrics = table("hmtx", reader)
      else { return [] }
      var advances: [Double] = []
      for glyph in 0..<count {
        // Glyphs that are not listed are as wide as the last that is.
        if glyph >= listed {
          advances.append(advances[advances.count - 1])
        } else if let advance = reader.number16(metrics + 4 * glyph) {
          advances.append(Double(advance) * 1000 / Double(units))
        } else {
          return []
        }
      }
      return advances
    }
  }

  /// Codes of a simple font lead to glyphs by the symbolic or the Macintosh table.
  private mutating func addCodes(_ reader: BigEndianBytes, _ table: Int, _ count: Int) {
    for wanted in [(3, 0), (1, 0)] {
      for index in 0..<min(count, 64) {
        let record = table + 4 + 8 * index
        guard reader.number16(record) == wanted.0, reader.number16(record + 2) == wanted.1,
          let offset = reader.number32(record + 4)
        else { continue }
        for (code, glyph) in Self.mapping(reader, at: table + offset) {
          let code = wanted.0 == 3 ? code & 0xFF : code
          if code < 256, codes[code] == nil { codes[code] = glyphs[glyph] }
        }
      }
    }
  }

  private static func table(_ name: StaticString, _ reader: BigEndianBytes) -> Int? {
    guard let count = reader.number16(4) else { return nil }
    let tag = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
    for index in 0..<min(count, 256) where reader.number32(12 + 16 * index) == tag {
      return reader.number32(12 + 16 * index + 8)
    }
    return nil
  }

  /// The glyphs of characters, of the formats that matter.
  private static func mapping(_ reader: BigEndianBytes, at place: Int) -> [(character: UInt32, glyph: Int)] {
    var (result, looked): ([(UInt32, Int)], Int) = ([], 0)
    // Segments may claim the same characters over and over.
    func add(_ character: Int, _ glyph: Int) -> Bool {
      looked += 1
      if glyph > 0, let value = UInt32(exactly: character) { result.append((value, glyph)) }
      return looked < 4 * mostGlyphs
    }
    switch reader.number16(place) {
    case 0:
      for code in 0..<256 { _ = add(code, reader.number8(place + 6 + code) ?? 0) }
    case 6:
      guard let first = reader.number16(place + 6), let count = reader.number16(place + 8) else { break }
      for index in 0..<count { _ = add(first + index, reader.number16(place + 10 + 2 * index) ?? 0) }
    case 4:
      guard let twice = reader.number16(place + 6) else { break }
      let (ends, starts) = (place + 14, place + 16 + twice)
      for index in 0..<twice / 2 {
        guard let end = reader.number16(ends + 2 * index), let start = reader.number16(starts + 2 * index),
          let delta = reader.number16(starts + twice + 2 * index),
          let offset = reader.number16(starts + 2 * twice + 2 * index), start <= end
        else { continue }
        for character in start...end where character != 0xFFFF {
          var glyph = character
          if offset > 0 {
            glyph = reader.number16(starts + 2 * twice + 2 * index + offset + 2 * (character - start)) ?? 0
          }
          // 0 is no glyph, whatever is added to it.
          let isNone = offset > 0 && glyph == 0
          guard add(character, isNone ? 0 : (glyph + delta) & 0xFFFF) else { return result }
        }
      }
    case 12:
      guard let groups = reader.number32(place + 12) else { break }
      for index in 0..<min(groups, mostGlyphs) {
        let group = place + 16 + 12 * index
        guard let start = reader.number32(group), let end = reader.number32(group + 4),
          let first = reader.number32(group + 8), start <= end, end - start < mostGlyphs
        else { break }
        for character in start...end {
          guard add(character, first + character - start) else { return result }
        }
      }
    default: break
    }
    return result
  }

  /// A program in the compact font format (`/FontFile3` with the subtype `Type1C` or `CIDFontType0C`): its encoding and its glyphs' names. Of fonts with
  /// character identifiers the glyphs have no names.
  init(compact bytes: [UInt8]) {
    guard let font = bytes.withUnsafeBufferPointer({ CompactFont($0) }) else { return }
    addEmptyGlyphs(of: font)
    for (code, glyph) in font.codes {
      codes[UInt32(code)] = font.name(of: glyph).flatMap { GlyphNames.scalar($0) }
    }
  }
}
