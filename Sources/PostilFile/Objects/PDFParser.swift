/// Reads direct objects from bytes: trailers, the dictionaries of cross-reference streams, and, where a file is
/// plainly right, all others. It mends nothing: what is not as ISO 32000-2, 7.3 has it is left to libqpdf.
struct PDFParser {
  let bytes: UnsafeRawBufferPointer
  var position: Int
  /// Whether the bytes are a content stream, which has no references, and whose numbers are read as readers do where they are
  /// not as they should be.
  var isContent = false
  /// The values of keys that a dictionary which was read has twice, but for the last of each: readers do not agree about which
  /// counts.
  private(set) var repeated: [PDFObject] = []
  /// Deeper objects are left to libqpdf: each level costs some of the thread's stack.
  private static let maximumDepth = 128
  /// So many digits fit an `Int`.
  private static let mostDigits = 18

  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = max(position, 0)
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      if ByteClass.isSpace(byte) {
        position += 1
      } else if byte == UInt8(ascii: "%") {
        while let inside = current, inside != 10, inside != 13 { position += 1 }
      } else {
        return
      }
    }
  }

  /// Moves past a word if it comes next.
  mutating func skip(_ word: StaticString) -> Bool {
    skipSpace()
    let count = word.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
    position += count
    return true
  }

  /// An unsigned integer of no more than 2⁵³, if one comes next.
  mutating func integer() -> Int? {
    skipSpace()
    let start = position
    var value = 0
    while position < bytes.count, position - start < Self.mostDigits, ByteClass.isDigit(bytes[position]) {
      value = value * 10 + Int(bytes[position] - 48)
      position += 1
    }
    return position > start && value <= PDFObject.largestInteger ? value : nil
  }

  /// The start of an indirect object, "12 0 obj", if one comes next.
  mutating func objectHeader() -> ObjectID? {
    guard let number = integer(), let generation = integer(), skip("obj") else { return nil }
    return ObjectID(number: number, generation: generation)
  }

  /// The place of a stream's data, if "stream" and so many bytes and "endstream" come next.
  mutating func streamData(length: Int) -> Range<Int>? {
    guard skip("stream") else { return nil }
    if current == 13 { position += 1 }
    guard current == 10, length >= 0, length < bytes.count - position else { return nil }
    let start = position + 1
    position = start + length
    return skip("endstream") ? start..<start + length : nil
  }

  mutating func object(depth: Int = 0) -> PDFObject? {
    skipSpace()
    guard depth < Self.maximumDepth, let byte = current else { return nil }
    switch byte {
    case UInt8(ascii: "/"): return name().map(PDFObject.name)
    case UInt8(ascii: "("): return literalString()
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "<"):
      let isDictionary = position + 1 < bytes.count && bytes[position + 1] == byte
      return isDictionary ? dictionary(depth: depth) : hexString()
    default: return keyword()
    }
  }

  // MARK: - Names, arrays, dictionaries

  /// Moves to the end of the token that begins here.
  private mutating func skipToken() {
    while position < bytes.count, !ByteClass.endsToken(bytes[position]) { position += 1 }
  }

  private mutating func name() -> PDFName? {
    position += 1
    let start = position
    skipToken()
    let token = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    return token.withMemoryRebound(to: UInt8.self) { token in
      token.contains(UInt8(ascii: "#")) ? Self.unescaped(token) : PDFName(token)
    }
  }

  /// A name with its escapes undone; `nil` if one stands for NUL, which no name can have. A number sign that
  /// begins no escape stands for itself: libqpdf 11.3 writes such names.
  private static func unescaped(_ token: UnsafeBufferPointer<UInt8>) -> PDFName? {
    var result: [UInt8] = []
    var index = 0
    while index < token.count {
      if token[index] == UInt8(ascii: "#"), index + 2 < token.count,
        let high = ByteClass.hexValue(token[index + 1]), let low = ByteClass.hexValue(token[index + 2])
      {
        guard high | low != 0 else { return nil }
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(token[index])
        index += 1
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
    var values: [PDFDictionary.Entry] = []
    while true {
      if skip(">>") {
        let dictionary = PDFDictionary(values)
        if dictionary.entries.count < values.count { addRepeated(values) }
        return .dictionary(dictionary)
      }
      guard current == UInt8(ascii: "/"), let key = name(), let value = object(depth: depth + 1) else {
        return nil
      }
      values.append(.init(key: key, value: value))
    }
  }

  private mutating func addRepeated(_ values: [PDFDictionary.Entry]) {
    var keys: Set<PDFName> = []
    for entry in values.reversed() where !keys.insert(entry.key).inserted { repeated.append(entry.value) }
  }

  // MARK: - Strings

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
      case UInt8(ascii: "\\"):
        if let escaped = escape() { result.append(escaped) }
      case 13:
        // However a line ends, it reads as a line feed.
        if current == 10 { position += 1 }
        result.append(10)
      default: result.append(byte)
      }
    }
    return nil
  }

  /// The byte that an escape stands for; none for the end of a line.
  private mutating func escape() -> UInt8? {
    guard let byte = current else { return nil }
    if (48...55).contains(byte) {
      var value = 0
      for _ in 0..<3 {
        guard let digit = current, (48...55).contains(digit) else { break }
        value = value * 8 + Int(digit - 48)
        position += 1
      }
      return UInt8(truncatingIfNeeded: value)
    }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case 10: return nil
    case 13:
      if current == 10 { position += 1 }
      return nil
    default: return byte
    }
  }

  private mutating func hexString() -> PDFObject? {
    position += 1
    var result: [UInt8] = []
    var high: UInt8?
    while let byte = current {
      position += 1
      if let value = ByteClass.hexValue(byte) {
        if let first = high {
          result.append(first << 4 | value)
          high = nil
        } else {
          high = value
        }
      } else if byte == UInt8(ascii: ">") {
        if let high { result.append(high << 4) }
        return .string(result)
      } else if !ByteClass.isSpace(byte) {
        return nil
      }
    }
    return nil
  }

  // MARK: - Numbers and keywords

  /// A number, a reference, `true`, `false` or `null`.
  private mutating func keyword() -> PDFObject? {
    if isContent, let byte = current, Self.isPartOfNumber(byte) { return contentNumber() }
    let start = position
    skipToken()
    let token = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    guard let first = token.first else { return nil }
    switch first {
    case UInt8(ascii: "t"): return token.elementsEqual("true".utf8) ? .boolean(true) : nil
    case UInt8(ascii: "f"): return token.elementsEqual("false".utf8) ? .boolean(false) : nil
    case UInt8(ascii: "n"): return token.elementsEqual("null".utf8) ? .null : nil
    default: return number(token)
    }
  }

  /// A number, or the reference that begins with it.
  private mutating func number(_ token: UnsafeRawBufferPointer) -> PDFObject? {
    let isSigned = token[0] == UInt8(ascii: "-") || token[0] == UInt8(ascii: "+")
    let firstDigit = isSigned ? 1 : 0
    guard token.count > firstDigit else { return nil }
    var value = 0
    for index in firstDigit..<token.count {
      guard ByteClass.isDigit(token[index]) else { return Self.real(token, from: firstDigit) }
      guard index - firstDigit < Self.mostDigits else { return Self.huge(token, from: firstDigit) }
      value = value * 10 + Int(token[index] - 48)
    }
    if isSigned { return .integer(token[0] == UInt8(ascii: "-") ? -value : value) }
    let afterNumber = position
    if let generation = integer(), skip("R") {
      // No object has the number 0 (ISO 32000-2, 7.3.10).
      return value == 0 ? .null : .reference(ObjectID(number: value, generation: generation))
    }
    position = afterNumber
    return .integer(value)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    ByteClass.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+")
  }

  /// A number of a content stream. It ends where no digit comes, so that an operator may stand right behind it; signs inside
  /// of it and what follows a second point are passed over.
  private mutating func contentNumber() -> PDFObject {
    if let number = plainNumber() { return number }
    let isNegative = current == UInt8(ascii: "-")
    var (whole, fraction) = ("", "")
    var points = 0
    while let byte = current, Self.isPartOfNumber(byte) {
      position += 1
      if byte == UInt8(ascii: ".") { points += 1 }
      guard ByteClass.isDigit(byte), points < 2 else { continue }
      if points == 0 { whole.unicodeScalars.append(Unicode.Scalar(byte)) }
      if points == 1 { fraction.unicodeScalars.append(Unicode.Scalar(byte)) }
    }
    let sign = isNegative ? "-" : ""
    if fraction.isEmpty {
      return Int(sign + (whole.isEmpty ? "0" : whole)).map { .integer($0) } ?? .integer(0)
    }
    return .real("\(sign)\(whole.isEmpty ? "0" : whole).\(fraction)")
  }

  /// A number that is as it should be; `nil`, and nothing read, if one has to be made of what is there.
  private mutating func plainNumber() -> PDFObject? {
    let start = position
    var (value, place, point) = (0, start, -1)
    if current == UInt8(ascii: "-") { place += 1 }
    let first = place
    while place < bytes.count, place - first <= Self.mostDigits {
      let byte = bytes[place]
      if ByteClass.isDigit(byte) {
        value = value &* 10 &+ Int(byte &- 48)
      } else if byte == UInt8(ascii: "."), point < 0 {
        point = place
      } else {
        break
      }
      place += 1
    }
    // Digits on both sides of a point, as it is written back.
    guard place > first, place - first <= Self.mostDigits,
      place == bytes.count || !Self.isPartOfNumber(bytes[place]),
      point != first, point != place - 1
    else { return nil }
    position = place
    if point >= 0 { return .real(String(decoding: bytes[start..<place], as: UTF8.self)) }
    return .integer(first > start ? -value : value)
  }

  /// An integer that no `Int` can hold is a real number with the same digits: libqpdf cannot read it otherwise.
  private static func huge(_ token: UnsafeRawBufferPointer, from firstDigit: Int) -> PDFObject? {
    guard token[firstDigit...].allSatisfy(ByteClass.isDigit) else { return real(token, from: firstDigit) }
    return .real(String(decoding: token, as: UTF8.self) + ".0")
  }

  /// Digits with one point: exponents and the like are not PDF.
  private static func real(_ token: UnsafeRawBufferPointer, from firstDigit: Int) -> PDFObject? {
    var points = 0
    for index in firstDigit..<token.count {
      if token[index] == UInt8(ascii: ".") {
        points += 1
      } else if !ByteClass.isDigit(token[index]) {
        return nil
      }
    }
    guard points == 1, token.count - firstDigit > 1 else { return nil }
    return .real(String(decoding: token, as: UTF8.self))
  }
}
