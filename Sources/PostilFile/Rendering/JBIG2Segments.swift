/// The segments of a JBIG2 stream as PDF embeds it, without a file header (ISO/IEC 14492, 7.2).
struct JBIG2Segments: Sequence, IteratorProtocol {
  struct Segment {
    /// The type (7.3).
    let type: UInt8
    /// The flags of what the segment holds: of a symbol dictionary its own, of a region those behind its place and size. 0 for others.
    let flags: UInt8

    var isSymbolDictionary: Bool { type == 0 }
    var isHalftoneRegion: Bool { [20, 22, 23].contains(type) }
    /// Of a symbol dictionary: whether it is in Huffman code (7.4.2.1.1).
    var isHuffman: Bool { isSymbolDictionary && flags & 1 == 1 }
    /// Of a halftone region: whether cells that lie outside are left out of the grid (7.4.5.1.1).
    var skipsCells: Bool { isHalftoneRegion && flags & 8 == 8 }
  }

  /// How many bytes say where a region is and how large (7.4.1).
  private static let regionSize = 17

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next segment; `nil` at the end, and where the stream is no JBIG2 any more.
  ///
  /// - Complexity: O(1); each is at least eleven bytes long.
  mutating func next() -> Segment? {
    guard let number = number(at: place, count: 4), let flags = byte(place + 4), let first = byte(place + 5)
    else { return nil }
    place += 6
    var references = Int(first >> 5)
    if references == 7 {
      guard let long = self.number(at: place - 1, count: 4) else { return nil }
      references = long & 0x1FFF_FFFF
      place += 3 + (references + 8) / 8
    }
    place += references * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4) + (flags & 64 == 0 ? 1 : 4)
    guard let length = self.number(at: place, count: 4) else { return nil }
    place += 4
    let type = flags & 63
    let own: UInt8? =
      switch type {
      // Of two bytes the lower one.
      case 0: byte(place + 1)
      case 20, 22, 23: byte(place + Self.regionSize)
      default: 0
      }
    place += length
    return own.map { Segment(type: type, flags: $0) }
  }

  private func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  private func number(at place: Int, count: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
