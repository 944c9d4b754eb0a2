/// Checks that bytes are JSON (RFC 8259), and says where they are not: Foundation's decoder names
/// no place on Linux, takes a comma too many, and calls a number that is too large "not valid JSON".
struct JSONSyntax {
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

  /// Checks a whole text.
  static func check(_ text: String) throws(Problem) {
    var syntax = JSONSyntax(Array(text.utf8))
    syntax.skipSpace()
    try syntax.value()
    syntax.skipSpace()
    if let more = syntax.next {
      throw syntax.problem("nothing may follow the end, but there is \(name(more))")
    }
  }

  // MARK: Values

  private mutating func value() throws(Problem) {
    switch next {
    case "{": try nested { syntax throws(Problem) in try syntax.object() }
    case "[": try nested { syntax throws(Problem) in try syntax.list() }
    case "\"": _ = try string()
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": try number()
    case "t": try word("true")
    case "f": try word("false")
    case "n": try word("null")
    case let other: throw problem("a value is missing before \(Self.name(other))")
    }
  }

  private mutating func nested(_ body: (inout JSONSyntax) throws(Problem) -> Void) throws(Problem) {
    guard depth < Self.deepest else { throw problem("lists and objects are nested too deep") }
    depth += 1
    position += 1
    skipSpace()
    try body(&self)
    depth -= 1
  }

  private mutating func object() throws(Problem) {
    var keys: Set<String> = []
    if take("}") { return }
    repeat {
      skipSpace()
      guard next == "\"" else { throw problem("a key in quotes is missing before \(Self.name(next))") }
      let start = position
      let key = try string()
      guard keys.insert(key).inserted else {
        position = start
        throw problem("the key \(key) is given twice")
      }
      skipSpace()
      guard take(":") else { throw problem("a colon is missing before \(Self.name(next))") }
      skipSpace()
      try value()
      skipSpace()
    } while take(",")
    guard take("}") else { throw problem("a comma or } is missing before \(Self.name(next))") }
  }

  private mutating func list() throws(Problem) {
    if take("]") { return }
    repeat {
      skipSpace()
      try value()
      skipSpace()
    } while take(",")
    guard take("]") else { throw problem("a comma or ] is missing before \(Self.name(next))") }
  }

  // MARK: Words, texts, numbers

  private mutating func word(_ word: String) throws(Problem) {
    guard bytes[position...].starts(with: word.utf8) else {
      throw problem("this is neither true, false nor null; texts stand in quotes")
    }
    position += word.utf8.count
  }

  /// Reads a text and returns it as it stands, quotes and escapes included.
  private mutating func string() throws(Problem) -> String {
    let start = position
    position += 1
    while let character = next, character != "\"" {
      guard character.value >= 0x20 else {
        throw problem("a text must end on its line: the quote is missing")
      }
      if character == "\\" { try escape() } else { position += 1 }
    }
    guard take("\"") else { throw problem("the quote that ends the text is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func escape() throws(Problem) {
    let start = position
    position += 1
    let letter = next ?? " "
    position += 1
    if "\"\\/bfnrt".unicodeScalars.contains(letter) { return }
    let digits = bytes[min(position, bytes.count)...].prefix(4)
    guard letter == "u", digits.count == 4,
      digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit })
    else {
      position = start
      throw problem("there is no such escape: write \\\\ for a backslash")
    }
    position += 4
  }

  private mutating func number() throws(Problem) {
    let start = position
    _ = take("-")
    let whole = digits()
    var isGood = whole == 1 || (whole > 1 && bytes[position - whole] != UInt8(ascii: "0"))
    if take(".") { isGood = digits() > 0 && isGood }
    if take("e") || take("E") {
      if !take("-") { _ = take("+") }
      isGood = digits() > 0 && isGood
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let value = Double(text)
    if isGood, let value, value.isFinite { return }
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

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
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
