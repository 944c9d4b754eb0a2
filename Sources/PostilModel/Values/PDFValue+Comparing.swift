extension PDFValue {
  /// Whether both say the same; numbers may be written in another way.
  package func says(the other: PDFValue, asText: Bool = false) -> Bool {
    switch (self, other) {
    case (.integer, .real), (.real, .integer), (.real, .real): number == other.number
    case (.string(let a), .string(let b)): a == b || (asText && text == other.text)
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.says(the: $1) }
    case (.dictionary(let a), .dictionary(let b)): Self.say(a, b)
    case (.stream(let a, let data), .stream(let b, let otherData)): data == otherData && Self.say(a, b)
    default: self == other
    }
  }

  private static func say(_ a: [String: PDFValue], _ b: [String: PDFValue]) -> Bool {
    a.count == b.count && a.allSatisfy { key, value in b[key].map { value.says(the: $0) } ?? false }
  }

  /// The entries of two dictionaries, or of two streams with the same data.
  package func comparableEntries(with other: PDFValue) -> ([String: PDFValue], [String: PDFValue])? {
    switch (self, other) {
    case (.dictionary(let a), .dictionary(let b)): (a, b)
    case (.stream(let a, let data), .stream(let b, let otherData)) where data == otherData: (a, b)
    default: nil
    }
  }
}
