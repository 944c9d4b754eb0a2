/// One call of a function with fixed arguments: all that is understood of a script.
///
/// ```js
/// AFSimple_Calculate("SUM", new Array ("net", "tax"));
/// ```
struct ScriptCall: Hashable {
  enum Argument: Hashable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    case list([String])
  }

  let function: String
  let arguments: [Argument]

  /// `nil` if the script is anything else than one call with literals.
  init?(_ source: String) {
    guard source.utf8.count <= Self.longest else { return nil }
    var scanner = Scanner(source)
    guard let name = scanner.word(), scanner.take("(") else { return nil }
    var arguments: [Argument] = []
    while !scanner.take(")") {
      if !arguments.isEmpty, !scanner.take(",") { return nil }
      guard arguments.count < Self.mostArguments, let argument = scanner.argument() else { return nil }
      arguments.append(argument)
    }
    while scanner.take(";") {}
    guard scanner.isAtEnd else { return nil }
    (function, self.arguments) = (name, arguments)
  }

  /// A text as a script has it.
  static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped.replacing("\n", with: "\\n").replacing("\r", with: "\\u000d"))\""
  }

  private static let longest = 64 << 10
  private static let mostArguments = 16

  func text(_ index: Int) -> String? {
    if arguments.indices.contains(index), case .text(let text) = arguments[index] { text } else { nil }
  }

  func integer(_ index: Int) -> Int? {
    guard arguments.indices.contains(index), case .number(let number) = arguments[index] else { return nil }
    return Int(exactly: number)
  }

  func boolean(_ index: Int) -> Bool? {
    guard arguments.indices.contains(index) else { return nil }
    switch arguments[index] {
    case .boolean(let value): return value
    case .number(let number): return number != 0
    case .text, .list: return nil
    }
  }

  /// The texts of a list, or of a text with commas between them.
  func list(_ index: Int) -> [String]? {
    guard arguments.indices.contains(index) else { return nil }
    switch arguments[index] {
    case .list(let texts): return texts
    case .text(let text): return text.split(separator: ",").map { $0.trimmed }
    case .number, .boolean: return nil
    }
  }

  /// Reads the words and literals of a script.
  private struct Scanner {
    private var rest: Substring

    init(_ source: String) { rest = source[...] }

    private mutating func skipSpace() {
      while true {
        rest = rest.drop { $0.isWhitespace }
        guard rest.hasPrefix("/*"), let end = rest.dropFirst(2).firstRange(of: "*/") else { return }
        rest = rest[end.upperBound...]
      }
    }

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return rest.isEmpty
      }
    }

    mutating func take(_ token: String) -> Bool {
      skipSpace()
      guard rest.hasPrefix(token) else { return false }
      rest = rest.dropFirst(token.count)
      return true
    }

    mutating func word() -> String? {
      skipSpace()
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard let first = word.first, !first.isNumber else { return nil }
      rest = rest.dropFirst(word.count)
      return String(word)
    }

    mutating func argument() -> Argument? {
      skipSpace()
      guard let first = rest.first else { return nil }
      if first == "\"" || first == "'" { return string().map { .text($0) } }
      if first == "-" || first == "+" || first == "." || first.isNumber { return number() }
      if take("[") { return list(until: "]") }
      switch word() {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      case "new": return word() == "Array" && take("(") ? list(until: ")") : nil
      case "Array": return take("(") ? list(until: ")") : nil
      default: return nil
      }
    }

    private mutating func list(until end: String) -> Argument? {
      var texts: [String] = []
      while !take(end) {
        if !texts.isEmpty, !take(",") { return nil }
        skipSpace()
        guard let text = string() else { return nil }
        texts.append(text)
      }
      return .list(texts)
    }

    private mutating func number() -> Argument? {
      let digits = rest.prefix { $0.isNumber || "+-.eE".contains($0) }
      guard let number = Double(digits), number.isFinite else { return nil }
      rest = rest.dropFirst(digits.count)
      return .number(number)
    }

    private mutating func string() -> String? {
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      rest = rest.dropFirst()
      var text = ""
      while let character = rest.popFirst() {
        if character == quote { return text }
        guard character == "\\" else {
          text.append(character)
          continue
        }
        guard let escaped = rest.popFirst() else { return nil }
        switch escaped {
        case "u":
          let digits = rest.prefix(4)
          guard digits.count == 4, let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
          else {
            return nil
          }
          text.unicodeScalars.append(scalar)
          rest = rest.dropFirst(4)
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "\\", "\"", "'", "/": text.append(escaped)
        default: return nil
        }
      }
      return nil
    }
  }
}

extension FormField.Script {
  /// The texts between quotes, as they stand in the source. O(its length).
  package var quotedTexts: [String] {
    var texts: [String] = []
    var (quote, text): (Character?, String) = (nil, "")
    var rest = source[...]
    while let character = rest.popFirst() {
      if character == quote {
        texts.append(text)
        quote = nil
      } else if quote != nil, character != "\\" {
        text.append(character)
      } else if quote != nil {
        if let escaped = rest.popFirst() { text.append(escaped) }
      } else if character == "\"" || character == "'" {
        (quote, text) = (character, "")
      }
    }
    return texts
  }
}

extension StringProtocol {
  /// Without white space at its ends.
  fileprivate var trimmed: String {
    String(String(drop { $0.isWhitespace }).reversed().drop { $0.isWhitespace }.reversed())
  }
}
