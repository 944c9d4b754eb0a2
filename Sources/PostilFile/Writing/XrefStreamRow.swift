/// How a cross-reference stream that is written here lists an object: a row of three numbers, of one byte, of
/// ``XrefSection/Entry/offsetWidth(upTo:)``, and of two (ISO 32000-2, 7.5.8.3).
extension XrefSection.Entry {
  /// How many bytes offsets take in a file whose section is at an offset.
  static func offsetWidth(upTo start: Int) -> Int { start > 0xFFFF_FFFF ? 5 : 4 }

  /// Appends the row.
  ///
  /// - Parameter freeGeneration: The generation of a free number that is used next.
  func appendRow(to rows: inout [UInt8], offsetWidth: Int, freeGeneration: Int = 0) {
    let (kind, place, last) =
      switch self {
      case .free: (0, 0, freeGeneration)
      case .offset(let offset, let generation): (1, offset, generation)
      case .member(let stream, let index): (2, stream, index)
      }
    for (value, width) in [(kind, 1), (place, offsetWidth), (last, 2)] {
      for shift in (0..<width).reversed() { rows.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
  }
}
