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

  /// Takes in what a stream uses that the content paints.
  ///
  /// - Parameter borrows: Whether it has no resources of its own, so that its names are those of the content.
  mutating func formUnion(_ other: UsedByContent, borrows: Bool) {
    if borrows { names.merge(other.names) { $0.union($1) } }
    for (id, shown) in other.codes { codes[id, default: FontCodes()].formUnion(shown) }
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

  /// Codes that are alike but for their last byte.
  private struct Row: Hashable {
    let start: UInt32
    let length: Int
  }

  private var rows: [Row] = []
  private var places: [Row: Int] = [:]
  /// A bit for each code of a row.
  private var bits: [SIMD4<UInt64>] = []
  private var last = 0

  fileprivate mutating func insert(_ text: ShownText) {
    for placed in text.glyphs {
      let code = placed.glyph.code
      let place = place(of: Row(start: code & ~255, length: placed.glyph.length))
      bits[place][Int(code & 255) >> 6] |= 1 << UInt64(code & 63)
    }
  }

  /// Most texts stay within a row.
  private mutating func place(of row: Row) -> Int {
    if rows.indices.contains(last), rows[last] == row { return last }
    last = places[row] ?? rows.count
    if last == rows.count {
      places[row] = last
      rows.append(row)
      bits.append(.zero)
    }
    return last
  }

  fileprivate mutating func formUnion(_ other: FontCodes) {
    for (row, added) in zip(other.rows, other.bits) { bits[place(of: row)] |= added }
  }

  var all: Set<Code> {
    var result: Set<Code> = []
    for (row, bits) in zip(rows, bits) {
      for value in 0..<256 where bits[value >> 6] >> UInt64(value & 63) & 1 == 1 {
        result.insert(Code(value: row.start + UInt32(value), length: row.length))
      }
    }
    return result
  }
}
