/// What a content uses: the names of its resources, and the codes that it shows in fonts, in the streams that it paints too.
struct UsedByContent: Sendable {
  /// Names by category (ISO 32000-2, table 34), of the content itself.
  private(set) var names: [PDFName: Set<PDFName>] = [:]
  /// Codes by font.
  private(set) var codes: [ObjectID: FontCodes] = [:]

  mutating func use(_ category: PDFName, _ name: PDFName) { names[category, default: []].insert(name) }

  mutating func show(_ text: ShownText) {
    guard let id = text.font?.id else { return }
    codes[id, default: FontCodes()].insert(text)
  }

  /// Takes in the codes of another content, in some fonts.
  mutating func formUnion(_ other: UsedByContent, in fonts: Set<ObjectID>) {
    for (id, shown) in other.codes where fonts.contains(id) {
      codes[id, default: FontCodes()].formUnion(shown)
    }
  }
}

/// Codes of a font.
struct FontCodes: Sendable {
  struct Code: Hashable {
    let value: UInt32
    let length: Int
  }

  /// Those of one byte, a bit for each: nearly all are.
  private var short = SIMD4<UInt64>.zero
  private var long: Set<Code> = []

  fileprivate mutating func insert(_ text: ShownText) {
    for placed in text.glyphs {
      let (value, length) = (placed.glyph.code, placed.glyph.length)
      if length == 1, value < 256 {
        short[Int(value >> 6)] |= 1 << UInt64(value & 63)
      } else {
        long.insert(Code(value: value, length: length))
      }
    }
  }

  fileprivate mutating func formUnion(_ other: FontCodes) {
    short |= other.short
    long.formUnion(other.long)
  }

  var all: Set<Code> {
    var result = long
    for value in 0..<256 where short[value >> 6] >> UInt64(value & 63) & 1 == 1 {
      result.insert(Code(value: UInt32(value), length: 1))
    }
    return result
  }
}
