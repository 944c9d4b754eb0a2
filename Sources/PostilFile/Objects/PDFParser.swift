/// Reads direct objects from bytes: trailers and the dictionaries of cross-reference streams, which
/// the C interface of libqpdf does not show. Everything else is read by libqpdf.
struct PDFParser {
  let bytes: UnsafeRawBufferPointer
  var position: Int
  private static let maximumDepth = 50

  init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    self.bytes = bytes
    self.position = max(position, 0)
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = current {
      if byte == UInt8(ascii: "%") {
        while let inside = current, inside != 10, inside != 13 { position += 1 }
      } else if Self.isSpace(byte) {
        position += 1
      } else {
        return
      }
    }
  }

  /// Moves past a word if it comes next.
  mutating func skip(_ word: String) -> Bool {
    skipSpace()
    let count = word.utf8.count
    guard position + count <= bytes.count,
      bytes[position..<position + count].elementsEqual(word.utf8)
    else { return false }
    position += count
    return true
  }

  /// An unsigned integer, if one comes next.
  mutating func integer() -> Int? {
    skipSpace()
    let start = position
    var value = 0
    while let byte = current, (48...57).contains(byte), position - start < 18 {
      value = value * 10 + Int(byte - 48)
      position += 1
    }
    return position > start ? value : nil
  }

  /// The start of an indirect object, "12 0 obj", if one comes next.
  mutating func objectHeader() -> ObjectID? {
    guard let number = integer(), let generation = integer(), skip("obj") else { return nil }
    return ObjectID(number: number, generation: generation)
  }

  mutating func object(depth: Int = 0) -> PDFObject? {
    skipSpace()
    guard depth < Self.maximumDepth, let byte = current else { return nil }
    switch byte {
    case UInt8(ascii: "/"): return .name(name())
    case UInt8(ascii: "("): return literalString()
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "<"):
      let isDictionary = position + 1 < bytes.count && bytes[position + 1] == byte
      return isDictionary ? dictionary(depth: depth) : hexString()
    default: return keyword()
    }
  }

  // MARK: - Kinds

  private mutating func name() -> PDFName {
    position += 1
    var result: [UInt8] = []
    while let byte = current, !Self.isSpace(byte), !Self.delimiters.contains(byte) {
      position += 1
      if byte == UInt8(ascii: "#"), position + 1 < bytes.count, let high = Self.hexValue(bytes[position]),
        let low = Self.hexValue(bytes[position + 1])
      {
        result.append(high << 4 | low)
        position += 2
      } else {
        result.append(byte)
      }
    }
    return PDFName(bytes: result)
  }

  private mutating func array(depth: Int) -> PDFObject? {
    position += 1
    var items: [PDFObject] = []
    while true {
      skipSpace()
      guard let byte = current else { return nil }
      if byte == UInt8(ascii: "]") {
        position += 1
        return .array(items)
      }
      guard let item = object(depth: depth + 1) else { return nil }
      items.append(item)
    }
  }

  private mutating func dictionary(depth: Int) -> PDFObject? {
    position += 2
    var values: [(PDFName, PDFObject)] = []
    while true {
      if skip(">>") { return .dictionary(PDFDictionary(values)) }
      guard current == UInt8(ascii: "/") else { return nil }
      let key = name()
      guard let value = object(depth: depth + 1) else { return nil }
      values.append((key, value))
    }
  }

  private mutating func literalString() -> PDFObject? {
    var depth = 0
    var result: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "("):
        if depth > 0 { result.append(byte) }
        depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return .string(result) }
        result.append(byte)
      case UInt8(ascii: "\\"): result += escape()
      case 13:
        // However a line ends, it reads as a line feed.
        if current == 10 { position += 1 }
        result.append(10)
      default: result.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> [UInt8] {
    guard let byte = current else { return [] }
    if (48...55).contains(byte) {
      var value = 0
      for _ in 0..<3 {
        guard let digit = current, (48...55).contains(digit) else { break }
        value = value * 8 + Int(digit - 48)
        position += 1
      }
      return [UInt8(truncatingIfNeeded: value)]
    }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case 10: return []
    case 13:
      if current == 10 { position += 1 }
      return []
    default: return [byte]
    }
  }

  private mutating func hexString() -> PDFObject? {
    position += 1
    var digits: [UInt8] = []
    while let byte = current {
      position += 1
      if byte == UInt8(ascii: ">") {
        if digits.count % 2 == 1 { digits.append(0) }
        return .string(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
      }
      if let value = Self.hexValue(byte) { digits.append(value) }
    }
    return nil
  }

  /// A number, a reference, `true`, `false` or `null`.
  private mutating func keyword() -> PDFObject? {
    let word = word()
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default: break
    }
    guard let value = Int(word) else { return Self.isReal(word) ? .real(word) : nil }
    let afterNumber = position
    if value >= 0, let generation = integer(), skip("R") {
      return .reference(ObjectID(number: value, generation: generation))
    }
    position = afterNumber
    return .integer(value)
  }

  /// Digits with one point: exponents and the like are not PDF.
  private static func isReal(_ word: String) -> Bool {
    let digits = word.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    return word.utf8.count - digits.count < 2 && digits.count { $0 == UInt8(ascii: ".") } == 1
      && digits.count > 1
      && digits.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
  }

  private mutating func word() -> String {
    let start = position
    while let byte = current, !Self.isSpace(byte), !Self.delimiters.contains(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: - Characters

  private static let delimiters = Set("()<>[]{}/%".utf8)

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) || byte == 0 }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}
