/// What a file in Rich Text Format says (RTF 1.9), whose words may be divided by how they look.
struct RichText {
  /// Its text, with and without what programs pass over that do not know it.
  private(set) var readings: [String] = []
  /// Whether there are pictures, or files within it.
  private(set) var hasData = false

  /// `nil` for what is no such file.
  ///
  /// - Complexity: O(bytes).
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Array("{\\rtf".utf8)) else { return nil }
    readings = [text(bytes, skipsUnknown: true), text(bytes, skipsUnknown: false)]
  }

  private static let data: Set<String> = ["pict", "object", "objdata", "bin"]
  private static let breaks: Set<String> = ["par", "line", "tab", "cell", "row", "page", "sect", "column"]

  private mutating func text(_ bytes: [UInt8], skipsUnknown: Bool) -> String {
    var result = String.UnicodeScalarView()
    var place = 0
    var depth = 0
    var skippedDepth: Int?
    // How many characters behind one of Unicode are for programs that do not know it.
    var fallback = 0
    func put(_ value: UInt32) {
      if skippedDepth == nil, let scalar = Unicode.Scalar(value) { result.append(scalar) }
    }
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "{"):
        depth += 1
        fallback = 0
        if skipsUnknown, skippedDepth == nil, bytes[place...].starts(with: [0x5C, 0x2A]) {
          skippedDepth = depth
        }
      case UInt8(ascii: "}"):
        if skippedDepth == depth { skippedDepth = nil }
        depth -= 1
        fallback = 0
      case 10, 13: break
      case UInt8(ascii: "\\") where place < bytes.count:
        let next = bytes[place]
        if next == UInt8(ascii: "'") {
          let digits = bytes[(place + 1)...].prefix(2).compactMap { ByteClass.hexValue($0) }
          place = min(place + 3, bytes.count)
          if fallback > 0 {
            fallback -= 1
          } else if digits.count == 2 {
            put(UInt32(digits[0] << 4 | digits[1]))
          }
          continue
        }
        let letters = bytes[place...].prefix { (0x61...0x7A).contains($0 | 0x20) }
        guard !letters.isEmpty else {
          place += 1
          switch next {
          case UInt8(ascii: "~"): put(0xA0)
          case UInt8(ascii: "_"): put(0x2011)
          case UInt8(ascii: "*"), UInt8(ascii: "-"), 10, 13: break
          default: put(UInt32(next))
          }
          continue
        }
        place = letters.endIndex
        let number = bytes[place...].prefix { ByteClass.isDigit($0) || $0 == UInt8(ascii: "-") }.prefix(11)
        place = number.endIndex
        if place < bytes.count, bytes[place] == 32 { place += 1 }
        let word = String(decoding: letters, as: UTF8.self)
        let value = Int(String(decoding: number, as: UTF8.self))
        if Self.data.contains(word) { hasData = true }
        if Self.breaks.contains(word) { put(10) }
        if word == "u", let value {
          put(UInt32(UInt16(truncatingIfNeeded: value)))
          fallback = 1
        }
        if word == "bin", let value, value > 0 { place += min(value, bytes.count - place) }
      default:
        if fallback > 0 { fallback -= 1 } else { put(UInt32(byte)) }
      }
    }
    return String(result)
  }
}
