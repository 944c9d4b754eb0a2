/// A text with the names of columns in braces, such as `{first name} {last name}`. `{{` and `}}` are braces.
public struct Pattern: Sendable, Hashable {
  private enum Part: Hashable { case text(String), column(String) }

  private var parts: [Part] = []

  /// Reads a pattern.
  ///
  /// - Throws: ``CouponError`` if a brace has no other one.
  public init(_ pattern: String) throws {
    var rest = pattern[...]
    var text = ""
    while let character = rest.popFirst() {
      guard character == "{" || character == "}" else {
        text.append(character)
        continue
      }
      if rest.first == character {
        rest.removeFirst()
        text.append(character)
        continue
      }
      guard character == "{", let end = rest.firstIndex(of: "}") else {
        throw CouponError("A brace of '\(pattern)' has no other one: write {column}, and {{ for a brace.")
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(.column(String(rest[..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The columns that it names, in order.
  public var columns: [String] {
    parts.compactMap { if case .column(let name) = $0 { name } else { nil } }
  }

  /// The text with the values of a row in place of the columns.
  ///
  /// - Throws: ``CouponError`` if the row lacks a column.
  public func text(for row: TableRow) throws -> String {
    try parts.map { part in
      switch part {
      case .text(let text): return text
      case .column(let name):
        guard let value = row[name] else { throw CouponError("The table has no column '\(name)'.") }
        return value
      }
    }.joined()
  }
}

extension Pattern: Decodable {
  /// Reads a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(container.decode(String.self))
    } catch let error as CouponError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
    }
  }
}
