/// One cross-reference table: where its entries are (ISO 32000-2, 7.5.4).
struct XrefTable: Sendable {
  struct Subsection: Sendable {
    let first: Int
    let count: Int
    /// Where the first entry begins, counted from the start of the bytes.
    let position: Int
  }

  static let entryLength = 20
  var subsections: [Subsection] = []

  /// Where the entry of an object begins, if this table has one.
  func position(of number: Int) -> Int? {
    for part in subsections where number >= part.first && number - part.first < part.count {
      return part.position + (number - part.first) * Self.entryLength
    }
    return nil
  }
}
