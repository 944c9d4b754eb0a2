/// The numbers of characters (CIDs) that the glyphs of a program of the Compact Font Format have (Adobe Technical Note #5176): readers find
/// glyphs by them (ISO 32000-2, 9.7.4.2).
struct CharacterIDs {
  /// By the number of the glyph.
  private let ids: [UInt16]

  /// The number of a glyph's character; `nil` for a glyph that the program does not have.
  subscript(glyph: UInt32) -> UInt32? {
    glyph < UInt32(ids.count) ? UInt32(ids[Int(glyph)]) : nil
  }

  /// `nil` for a program whose glyphs have names, or that is damaged.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let data = Data(bytes: bytes)
    guard let headerSize = data.number(2, 1), let (_, dictionaries) = data.index(at: headerSize),
      let (top, _) = data.index(at: dictionaries), let dictionary = top.first,
      let operators = data.dictionary(dictionary), operators[Operator.registry] != nil,
      let charset = operators[Operator.charset], let glyphs = operators[Operator.charStrings],
      let count = data.number(glyphs, 2), let ids = data.charset(charset, count)
    else { return nil }
    self.ids = ids
  }

  private enum Operator {
    static let charset = 15
    static let charStrings = 17
    /// Of two bytes, the first of which is 12.
    static let registry = 0x0C1E
  }

  /// Bytes that are asked for by offsets which need not be right.
  private struct Data {
    let bytes: UnsafeBufferPointer<UInt8>

    func number(_ place: Int, _ size: Int) -> Int? {
      guard place >= 0, size >= 0, size <= bytes.count, place <= bytes.count - size else { return nil }
      return (place..<place + size).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }

    /// The objects of an index, and where it ends.
    func index(at place: Int) -> (objects: [Range<Int>], end: Int)? {
      guard let count = number(place, 2) else { return nil }
      guard count > 0 else { return ([], place + 2) }
      guard let size = number(place + 2, 1), (1...4).contains(size) else { return nil }
      let base = place + 2 + (count + 1) * size
      var objects: [Range<Int>] = []
      var start = number(place + 3, size)
      // Only the first counts here.
      for object in 1...count {
        guard let low = start, let high = number(place + 3 + object * size, size), low <= high else {
          return nil
        }
        if object == 1 { objects.append(base + low..<base + high) }
        start = high
      }
      return start.map { (objects, base + $0) }
    }

    /// The last operand of each operator.
    func dictionary(_ range: Range<Int>) -> [Int: Int]? {
      var (place, operand, result): (Int, Int, [Int: Int]) = (range.lowerBound, 0, [:])
      while place < range.upperBound {
        guard let byte = number(place, 1) else { return nil }
        place += 1
        switch byte {
        case 12:
          guard let second = number(place, 1) else { return nil }
          place += 1
          result[0x0C00 | second] = operand
        case 0...21: result[byte] = operand
        case 28:
          guard let value = number(place, 2) else { return nil }
          (operand, place) = (Int(Int16(truncatingIfNeeded: value)), place + 2)
        case 29:
          guard let value = number(place, 4) else { return nil }
          (operand, place) = (Int(Int32(truncatingIfNeeded: value)), place + 4)
        case 30:
          // A real number ends with a half byte of ones.
          while let next = number(place, 1), next & 15 != 15, next >> 4 != 15 { place += 1 }
          place += 1
        case 32...246: operand = byte - 139
        case 247...254:
          guard let low = number(place, 1) else { return nil }
          operand = byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108
          place += 1
        default: return nil
        }
      }
      return result
    }

    func charset(_ start: Int, _ count: Int) -> [UInt16]? {
      guard start > 2, let format = number(start, 1) else { return nil }
      var (place, ids): (Int, [UInt16]) = (start + 1, [0])
      while ids.count < count {
        guard let first = number(place, 2) else { return nil }
        place += 2
        var more = 0
        if format > 0 {
          guard format <= 2, let left = number(place, format) else { return nil }
          (more, place) = (left, place + format)
        }
        for id in first...first + min(more, count - ids.count - 1) {
          ids.append(UInt16(truncatingIfNeeded: id))
        }
      }
      return ids
    }
  }
}
