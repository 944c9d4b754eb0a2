import Foundation

/// The digest that PDF has for embedded files (RFC 1321; ISO 32000-2, table 45). It protects from nothing but accidents.
enum MD5 {
  /// The digest, 16 bytes. O(bytes).
  static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var state = State()
    let whole = bytes.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { state.take(bytes, at: start) }
    var rest = Array(bytes[whole...]) + [0x80]
    rest += [UInt8](repeating: 0, count: (120 - rest.count % 64) % 64)
    let bits = UInt64(truncatingIfNeeded: bytes.count) &* 8
    rest += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    rest.withUnsafeBytes { rest in
      for start in stride(from: 0, to: rest.count, by: 64) { state.take(rest, at: start) }
    }
    return [state.a, state.b, state.c, state.d].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
  }

  private struct State {
    private(set) var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476
    )

    /// Takes 64 bytes.
    mutating func take(_ bytes: UnsafeRawBufferPointer, at start: Int) {
      var (a, b, c, d) = (a, b, c, d)
      for step in 0..<64 {
        let (mixed, word): (UInt32, Int) =
          switch step / 16 {
          case 0: ((b & c) | (~b & d), step)
          case 1: ((d & b) | (~d & c), (5 &* step &+ 1) & 15)
          case 2: (b ^ c ^ d, (3 &* step &+ 5) & 15)
          default: (c ^ (b | ~d), (7 &* step) & 15)
          }
        let loaded = bytes.loadUnaligned(fromByteOffset: start + 4 * word, as: UInt32.self)
        let sum = a &+ mixed &+ MD5.sines[step] &+ UInt32(littleEndian: loaded)
        let shift = MD5.shifts[step / 16 * 4 + step % 4]
        (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
      }
      self.a &+= a
      self.b &+= b
      self.c &+= c
      self.d &+= d
    }
  }

  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  private static let sines: [UInt32] = (1...64).map {
    UInt32((abs(sin(Double($0))) * 4_294_967_296).rounded(.down))
  }
}
