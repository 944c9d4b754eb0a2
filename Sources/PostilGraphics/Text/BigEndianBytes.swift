/// Numbers in the bytes of a font, the highest first, asked for by offsets that need not be right.
package struct BigEndianBytes {
  package let bytes: UnsafeBufferPointer<UInt8>

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// A number of up to four bytes; `nil` if it is not all there.
  package func number(_ place: Int, size: Int) -> Int? {
    guard place >= 0, (0...4).contains(size), size <= bytes.count, place <= bytes.count - size else {
      return nil
    }
    return (place..<place + size).reduce(0) { $0 << 8 | Int(bytes[$1]) }
  }

  package func number8(_ place: Int) -> Int? { number(place, size: 1) }
  package func number16(_ place: Int) -> Int? { number(place, size: 2) }
  package func number32(_ place: Int) -> Int? { number(place, size: 4) }
}
