/// Full names of form fields, each perhaps several times, to tell which other names can be there besides.
package struct FieldNames: Sendable {
  private var counts: [String: Int] = [:]
  /// Of the names above those, how many are below each.
  private var groups: [String: Int] = [:]

  package init() {}

  package init(_ names: some Sequence<String>) { for name in names { insert(name) } }

  /// Whether no name is noted. O(1).
  package var isEmpty: Bool { counts.isEmpty }

  /// Notes a name. O(its parts).
  package mutating func insert(_ name: String) {
    counts[name, default: 0] += 1
    for group in Self.groups(of: name) { groups[group, default: 0] += 1 }
  }

  /// Forgets a name that was noted. O(its parts).
  package mutating func remove(_ name: String) {
    func decrease(_ counts: inout [String: Int], _ name: String) {
      guard let count = counts[name] else { return }
      counts[name] = count > 1 ? count - 1 : nil
    }
    decrease(&counts, name)
    for group in Self.groups(of: name) { decrease(&groups, group) }
  }

  /// Why a field of a name cannot be added to these; `nil` if it can. O(its parts).
  package func conflict(of name: String) -> PDFError? {
    if counts.isEmpty { return nil }
    if counts[name] != nil {
      return PDFError(
        .invalidArgument,
        "There is a field '\(name)' already: give the new one another name, or remove that one first.")
    }
    if groups[name] != nil {
      return PDFError(
        .invalidArgument,
        "There cannot be a field '\(name)', since there are fields below that name: give the new one another name."
      )
    }
    if let above = Self.groups(of: name).first(where: { counts[$0] != nil }) {
      return PDFError(
        .invalidArgument,
        "There cannot be a field '\(name)', since '\(above)' is a field itself: give the new one another name."
      )
    }
    return nil
  }

  /// The names above a name: `a` and `a.b` of `a.b.c`.
  private static func groups(of name: String) -> [String] {
    name.indices.lazy.filter { name[$0] == "." }.map { String(name[..<$0]) }
  }
}
