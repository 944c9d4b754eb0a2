/// Reads JSON (RFC 8259), and says where it is not: Foundation's decoder names no place on Linux, takes a comma too
/// many, and calls a number that is too large "not valid JSON".
struct JSONReader {
  /// What is wrong, and where.
  struct Problem: Error {
    var message: String
    /// From 1.
    var line: Int
    /// In characters, from 1.
    var column: Int
  }

  /// Lists and objects inside each other; deeper text is refused before it exhausts the stack.
  private static let deepest = 200

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads one value, which is all that the text has.
  ///
  /// - Parameter text: In UTF-8.
  static func read(_ text: [UInt8]) throws(Problem) -> JSONValue {
    var reader = JSONReader(text)
    reader.skipSpace()
    let value = try reader.value()
    reader.skipSpace()
    if let more = reader.next {
      throw reader.problem("nothing may follow the end, but there is \(name(more))")
    }
    return value
  }

  // MARK: Values

  private mutating func value() throws(Problem) -> JSONValue {
    switch next {
    case "{": try nested { reader throws(Problem) in .object(try reader.object()) }
    case "[": try nested { reader throws(Problem) in .list(try reader.list()) }
    case "\"": .text(try string())
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": try number()
    case "t": try word("true", .bool(true))
    case "f": try word("false", .bool(false))
    case "n": try word("null", .null)
    case let other: throw problem("a value is missing before \(Self.name(other))")
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(Problem) -> JSONValue
  ) throws(Problem) -> JSONValue {
    guard depth < Self.deepest else { throw problem("lists and objects are nested too deep") }
    depth += 1
    position += 1
    skipSpace()
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(Problem) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    if skip("}") { return values }
    repeat {
      skipSpace()
      guard next == "\"" else { throw problem("a key in quotes is missing before \(Self.name(next))") }
      let start = position
      let key = try string()
      guard values[key] == nil else {
        position = start
        throw problem("the key \"\(key)\" is given twice")
      }
      skipSpace()
      guard skip(":") else { throw problem("a colon is missing before \(Self.name(next))") }
      skipSpace()
      values[key] = try value()
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw problem("a comma or } is missing before \(Self.name(next))") }
    return values
  }

  private mutating func list() throws(Problem) -> [JSONValue] {
    var values: [JSONValue] = []
    if skip("]") { return values }
    repeat {
      skipSpace()
      values.append(try value())
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw problem("a comma or ] is missing before \(Self.name(next))") }
    return values
  }

  // MARK: Words, texts, numbers

  private mutating func word(_ word: String, _ value: JSONValue) throws(Problem) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else {
      throw problem("this is neither true, false nor null; texts stand in quotes")
    }
    position += word.utf8.count
    return value
  }

  private mutating func string() throws(Problem) -> String {
    let start = position
    position += 1
    var text = ""
    var plainStart = position
    while let character = next, character != "\"" {
      guard character.value >= 0x20 else {
        throw problem("a text must end on its line: the quote is missing")
      }
      if character == "\\" {
        text += try plain(plainStart..<position, of: start)
        text.unicodeScalars.append(try escape())
        plainStart = position
      } else {
        position += 1
      }
    }
    text += try plain(plainStart..<position, of: start)
    guard skip("\"") else { throw problem("the quote that ends the text is missing") }
    return text
  }

  /// Bytes of a text between escapes.
  private mutating func plain(_ range: Range<Int>, of start: Int) throws(Problem) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      position = start
      throw problem("the text is not in UTF-8")
    }
    return text
  }

  private mutating func escape() throws(Problem) -> Unicode.Scalar {
    let start = position
    position += 1
    let letter = next ?? " "
    position += 1
    if let character = Self.escapes[letter] { return character }
    guard letter == "u", let unit = hexadecimal() else {
      position = start
      throw problem("there is no such escape: write \\\\ for a backslash")
    }
    if let character = Unicode.Scalar(unit) { return character }
    // Half of a pair; a lone one stands for no character.
    let afterFirst = position
    guard unit < 0xDC00, skip("\\"), skip("u"), let second = hexadecimal(), 0xDC00...0xDFFF ~= second else {
      position = afterFirst
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))) ?? "\u{FFFD}"
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
  ]

  /// Four digits; `nil` if they are not there.
  private mutating func hexadecimal() -> UInt16? {
    let digits = bytes[min(position, bytes.count)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else {
      return nil
    }
    position += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() throws(Problem) -> JSONValue {
    let start = position
    _ = skip("-")
    let whole = digits()
    var isGood = whole == 1 || (whole > 1 && bytes[position - whole] != UInt8(ascii: "0"))
    var isWhole = true
    if skip(".") {
      isGood = digits() > 0 && isGood
      isWhole = false
    }
    if skip("e") || skip("E") {
      if !skip("-") { _ = skip("+") }
      isGood = digits() > 0 && isGood
      isWhole = false
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isGood, isWhole {
      if let integer = Int(text) { return .integer(integer) }
      if let large = UInt64(text) { return .large(large) }
    }
    if isGood, let value = Double(text), value.isFinite { return .number(value) }
    position = start
    throw problem(isGood ? "the number \(text) is too large" : "\(text) is not a number as JSON writes it")
  }

  private mutating func digits() -> Int {
    let start = position
    while let digit = next, ("0"..."9").contains(digit) { position += 1 }
    return position - start
  }

  // MARK: Bytes

  /// The byte at the position. Bytes past ASCII appear in texts only, where which they are is no matter.
  private var next: Unicode.Scalar? {
    position < bytes.count ? Unicode.Scalar(bytes[position]) : nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let space = next, space == " " || space == "\n" || space == "\r" || space == "\t" { position += 1 }
  }

  private static func name(_ character: Unicode.Scalar?) -> String {
    guard let character else { return "the end" }
    return character.isASCII && character.value > 0x20 ? "'\(character)'" : "this character"
  }

  private func problem(_ message: String) -> Problem {
    let before = bytes[..<min(position, bytes.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    return Problem(message: message, line: line, column: column)
  }
}
