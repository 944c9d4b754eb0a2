/// The text of a page and the box of each of its characters, packed without loss: as a worker sends them, and as they are kept.
///
/// The characters as UTF-8, then for each a byte that says which edges of its box are those of the box before, and the
/// other edges as numbers of 32 bits. Within a line that is all but the right edge, so that most characters take 6 bytes
/// instead of 20.
package struct PackedText: Sendable, Hashable {
  /// How many characters there are.
  package let count: Int
  /// The bytes: the number of characters and that of the bytes of UTF-8, in 32 bits each, and what was said above.
  package let bytes: [UInt8]

  /// The most characters of a page, and the most bytes: a page with more text than this has something wrong with it.
  package static let countLimit = 1_000_000
  package static let byteLimit = 16 << 20
  /// The largest coordinate of a box, in points. All that lie within can be added and multiplied with each other.
  private static let largestEdge: Float = 1e7
  private static let headLength = 8
  private static let noBox = SIMD4<Float>.zero

  /// Which edges of a box are stored, in the order of the box; one that is not is that of the box before. The left one may
  /// also be the right one before.
  private enum Edge {
    static let stored: [UInt8] = [1, 2, 4, 8]
    static let leftIsRightBefore: UInt8 = 16
  }

  /// No text.
  package static let empty = PackedText(characters: [], boxes: [])

  // MARK: - Packing

  /// Packs a text. Characters without a box are left out, as are boxes without a character. A box with an edge that is no number, or
  /// lies beyond all pages, becomes an empty one: a font may have glyphs of any width.
  package init(characters: [Unicode.Scalar], boxes: [SIMD4<Float>]) {
    count = min(characters.count, boxes.count)
    var bytes = [UInt8](repeating: 0, count: Self.headLength)
    bytes.reserveCapacity(Self.headLength + count * 7)
    for character in characters.prefix(count) { bytes.append(contentsOf: UTF8.encode(character) ?? .init()) }
    let textLength = bytes.count - Self.headLength
    var before = Self.noBox
    for box in boxes.prefix(count) {
      let box = Self.isPlaced(box) ? box : Self.noBox
      Self.append(box, after: before, to: &bytes)
      before = box
    }
    for (offset, number) in [count, textLength].enumerated() {
      withUnsafeBytes(of: UInt32(clamping: number)) { number in
        for (place, byte) in number.enumerated() { bytes[offset * 4 + place] = byte }
      }
    }
    self.bytes = bytes
  }

  private static func isPlaced(_ box: SIMD4<Float>) -> Bool {
    // Neither holds for what is no number.
    all((box .<= SIMD4(repeating: largestEdge)) .& (box .>= SIMD4(repeating: -largestEdge)))
  }

  private static func append(_ box: SIMD4<Float>, after before: SIMD4<Float>, to bytes: inout [UInt8]) {
    let place = bytes.count
    var tag: UInt8 = 0
    bytes.append(0)
    for edge in 0..<4 where box[edge].bitPattern != before[edge].bitPattern {
      if edge == 0, box.x.bitPattern == before.z.bitPattern {
        tag |= Edge.leftIsRightBefore
      } else {
        tag |= Edge.stored[edge]
        withUnsafeBytes(of: box[edge].bitPattern) { bytes.append(contentsOf: $0) }
      }
    }
    bytes[place] = tag
  }

  // MARK: - Unpacking

  /// A text as it was received, which may be anything.
  ///
  /// - Throws: ``MessageError/malformed`` if it is not a packed text from its first byte to its last, or one that is too large.
  package init(_ bytes: [UInt8]) throws(MessageError) {
    guard bytes.count <= Self.byteLimit, let (count, textLength) = Self.head(of: bytes),
      count <= textLength, count <= Self.countLimit,
      textLength <= bytes.count - Self.headLength,
      Self.isText(bytes[Self.headLength..<Self.headLength + textLength], count: count)
    else { throw .malformed }
    var place = Self.headLength + textLength
    for _ in 0..<count {
      guard place < bytes.count, bytes[place] < 32 else { throw .malformed }
      let end = place + 1 + (bytes[place] & 15).nonzeroBitCount * 4
      guard end <= bytes.count else { throw .malformed }
      for edge in stride(from: place + 1, to: end, by: 4) {
        let edge = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: edge, as: Float.self) }
        guard edge.magnitude <= Self.largestEdge else { throw .malformed }
      }
      place = end
    }
    guard place == bytes.count else { throw .malformed }
    self.count = count
    self.bytes = bytes
  }

  private static func head(of bytes: [UInt8]) -> (count: Int, textLength: Int)? {
    guard bytes.count >= headLength else { return nil }
    return bytes.withUnsafeBytes { bytes in
      (
        Int(bytes.loadUnaligned(as: UInt32.self)),
        Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      )
    }
  }

  private static func isText(_ bytes: ArraySlice<UInt8>, count: Int) -> Bool {
    String(validating: bytes, as: UTF8.self)?.unicodeScalars.count == count
  }

  private var textLength: Int { Self.head(of: bytes)?.textLength ?? 0 }

  /// The characters. O(characters).
  package var characters: [Unicode.Scalar] {
    var characters: [Unicode.Scalar] = []
    characters.reserveCapacity(count)
    // The bytes are UTF-8: that was seen to when they came.
    bytes.withUnsafeBufferPointer { bytes in
      var place = Self.headLength
      let end = place + textLength
      while place < end {
        let lead = bytes[place]
        if lead < 0x80 {
          characters.append(Unicode.Scalar(lead))
          place += 1
          continue
        }
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = UInt32(lead) & 0x7F >> UInt32(length)
        for next in bytes[place + 1..<place + length] { value = value << 6 | UInt32(next & 0x3F) }
        characters.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        place += length
      }
    }
    return characters
  }

  /// The box of each character: left, bottom, right, top. O(characters).
  package var boxes: [SIMD4<Float>] {
    var boxes: [SIMD4<Float>] = []
    boxes.reserveCapacity(count)
    let start = Self.headLength + textLength
    bytes.withUnsafeBytes { bytes in
      var (place, box) = (start, Self.noBox)
      for _ in 0..<count {
        let tag = bytes[place]
        place += 1
        if tag & Edge.leftIsRightBefore != 0 { box.x = box.z }
        for edge in 0..<4 where tag & (1 << UInt8(edge)) != 0 {
          box[edge] = Float(bitPattern: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
          place += 4
        }
        boxes.append(box)
      }
    }
    return boxes
  }
}
