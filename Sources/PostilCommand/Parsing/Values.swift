import Postil

/// Readers of the values of options. All throw ``UsageError``.
enum Values {
  /// A number that is finite, written in digits.
  @Sendable static func number(_ text: String) throws -> Double {
    let isPlain = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    guard isPlain, let number = Double(text), number.isFinite else {
      throw UsageError("'\(text)' is not a number")
    }
    return number
  }

  /// A number within a range.
  static func number(in range: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
    { text in
      let number = try number(text)
      guard range.contains(number) else {
        throw UsageError("\(text) is not from \(short(range.lowerBound)) to \(short(range.upperBound))")
      }
      return number
    }
  }

  /// A number above 0.
  static func number(upTo limit: Double) -> @Sendable (String) throws -> Double {
    { text in
      let number = try number(text)
      guard number > 0, number <= limit else {
        throw UsageError("\(text) is not above 0 and up to \(short(limit))")
      }
      return number
    }
  }

  /// A whole number within a range.
  static func integer(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      guard let number = Int(text) else { throw UsageError("'\(text)' is not a whole number") }
      guard range.contains(number) else {
        throw UsageError("\(text) is not from \(range.lowerBound) to \(range.upperBound.grouped)")
      }
      return number
    }
  }

  /// The place of a page, from 1; `nil` for the end.
  @Sendable static func place(_ text: String) throws -> Int? {
    text == "end" || text == "last" ? nil : try integer(in: 1...1_000_000_000)(text)
  }

  /// Coordinates in points, with commas between them.
  static func coordinates(_ text: String, _ names: String) throws -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == names.split(separator: ",").count else {
      throw UsageError("'\(text)' is not \(names)")
    }
    return try parts.map { part in
      let number = try number(part.filter { $0 != " " })
      guard number.isUsableCoordinate else { throw UsageError("\(part) is beyond 1,000,000 points") }
      return number
    }
  }

  /// A point.
  @Sendable static func point(_ text: String) throws -> PagePoint {
    let numbers = try coordinates(text, "X,Y")
    return PagePoint(x: numbers[0], y: numbers[1])
  }

  /// A list of points with spaces between them.
  @Sendable static func points(_ text: String) throws -> [PagePoint] {
    let points = try text.split(whereSeparator: \.isWhitespace).map { try point(String($0)) }
    guard !points.isEmpty else { throw UsageError("there is no point: write them like \"72,700 90,712\"") }
    return points
  }

  /// A rectangle; a negative width or height reaches left or down from the corner.
  @Sendable static func rect(_ text: String) throws -> PageRect {
    let numbers = try coordinates(text, "X,Y,W,H")
    return PageRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  @Sendable static func color(_ text: String) throws -> Color {
    guard let color = Color(hex: text) ?? Color(named: text) else {
      throw UsageError(
        "'\(text)' is not a colour: write six hexadecimal digits such as FF8000, or one of "
          + Color.named.map(\.name).joined(separator: ", "))
    }
    return color
  }

  /// Lengths of dashes and gaps.
  @Sendable static func dash(_ text: String) throws -> [Double] {
    let dash = try text.split(separator: ",", omittingEmptySubsequences: false).map { try number(String($0)) }
    guard AnnotationStyle(dash: dash).dash == dash else {
      throw UsageError("'\(text)' is not a list of lengths from 0, not all of them 0")
    }
    return dash
  }

  @Sendable static func text(_ text: String) throws -> String { text }

  /// A path, which cannot be empty.
  @Sendable static func path(_ text: String) throws -> String {
    guard !text.isEmpty else { throw UsageError("the name of the file is empty") }
    return text
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map(\.grouped) ?? "\(number)"
  }
}
