/// Whether a text in an encoding that keeps ASCII may say more than its letters, one after the other: it has escapes of letters or
/// markup, or is encoded as a whole. Few texts do, and only those are worth all their readings (``StringReading``).
enum HiddenLetters {
  /// Whether a reading may have letters that do not stand there in this order. Backslashes that stand for no letter are not meant: see
  /// ``withoutPlainBackslashes(_:)``.
  ///
  /// - Complexity: O(bytes).
  static func areIn(_ text: [UInt8]) -> Bool {
    var hasOnlyDigits = text.count >= 8
    for (index, byte) in text.enumerated() {
      if hasOnlyDigits, ByteClass.hexValue(byte) == nil, !isSpace(byte), byte != UInt8(ascii: "<"),
        byte != UInt8(ascii: ">")
      {
        hasOnlyDigits = false
      }
      guard index + 1 < text.count else { break }
      let next = text[index + 1]
      switch byte {
      case UInt8(ascii: "%"):
        // `%53`, `%u0053`.
        if startsNumber(text, at: index + 1, digits: 2) { return true }
        if next == UInt8(ascii: "u"), startsNumber(text, at: index + 2, digits: 4) { return true }
      case UInt8(ascii: "&"):
        if next == UInt8(ascii: "#") || startsEntity(text, at: index + 1) { return true }
      case UInt8(ascii: "<"): if isLetter(next) || next >= 0x80 || "/!?".utf8.contains(next) { return true }
      case UInt8(ascii: "\\"):
        // `\53`, `\x53`, `\u0053`, `\u{53}`.
        switch next {
        case UInt8(ascii: "x"): if startsNumber(text, at: index + 2, digits: 2) { return true }
        case UInt8(ascii: "u"):
          if startsNumber(text, at: index + 2, digits: 4) || text[(index + 2)...].first == UInt8(ascii: "{") {
            return true
          }
        default: if ByteClass.isDigit(next) { return true }
        }
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        if startsSum(text, at: index + 1) { return true }
      case UInt8(ascii: ";"): if text[index...].starts(with: ";base64,".utf8) { return true }
      default: break
      }
    }
    return hasOnlyDigits
  }

  /// A space of Unicode may be several bytes.
  private static func isSpace(_ byte: UInt8) -> Bool { byte >= 0x80 || Unicode.Scalar(byte).isSpace }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func startsNumber(_ text: [UInt8], at index: Int, digits: Int) -> Bool {
    index + digits <= text.count && text[index..<index + digits].allSatisfy { ByteClass.hexValue($0) != nil }
  }

  private static func startsEntity(_ text: [UInt8], at index: Int) -> Bool {
    let name = text[index...].prefix(12).prefix { ByteClass.isDigit($0) || isLetter($0) }
    return name.endIndex < text.count && text[name.endIndex] == UInt8(ascii: ";")
  }

  private static func startsSum(_ text: [UInt8], at index: Int) -> Bool {
    // A space may take three bytes.
    let space = text[index...].prefix(300).prefix { $0 == UInt8(ascii: "+") || isSpace($0) }
    guard space.contains(UInt8(ascii: "+")), space.endIndex < text.count else { return false }
    return "'\"`".utf8.contains(text[space.endIndex])
  }

  /// The text with the backslashes undone that stand before no code of a letter; `nil` if there is none.
  static func withoutPlainBackslashes(_ text: [UInt8]) -> [UInt8]? {
    guard text.contains(UInt8(ascii: "\\")) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
        result.append(text[index])
        index += 1
        continue
      }
      switch text[index + 1] {
      case UInt8(ascii: "n"), UInt8(ascii: "r"): result.append(10)
      case UInt8(ascii: "t"), UInt8(ascii: "v"), UInt8(ascii: "f"): result.append(9)
      case 10, 13: break
      case let byte: result.append(byte)
      }
      index += 2
    }
    return result
  }
}
