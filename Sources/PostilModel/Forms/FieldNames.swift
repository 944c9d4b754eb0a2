/// Full names of fields that are to be added to a form, and what cannot be there besides.
package struct FieldNames {
  private var names: Set<String> = []
  /// The names above them, each with one of those that it is above.
  private var groups: [String: String] = [:]

  package init() {}

  /// Notes a name. O(its parts).
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if one of the others is the same, above it or below it.
  package mutating func insert(_ name: String) throws(PDFError) {
    if let conflict = conflict(with: name) { throw conflict }
    names.insert(name)
    for group in Self.groups(of: name) { groups[group] = name }
  }

  /// Why the names cannot be added to a form that has a field; `nil` if they can. O(its parts).
  package func conflict(with existing: String) -> PDFError? {
    if names.contains(existing) {
      return PDFError(
        .invalidArgument,
        "There is a field '\(existing)' already: give the new one another name, or remove that one first.")
    }
    if let name = groups[existing] {
      return PDFError(
        .invalidArgument,
        "There cannot be a field '\(name)', since '\(existing)' is a field itself: give the new one another name."
      )
    }
    if let name = Self.groups(of: existing).first(where: names.contains) {
      return PDFError(
        .invalidArgument,
        "There cannot be a field '\(name)', since there are fields below that, such as '\(existing)': give the new one another "
          + "name.")
    }
    return nil
  }

  /// The names above a name: `a` and `a.b` of `a.b.c`.
  private static func groups(of name: String) -> [String] {
    name.indices.lazy.filter { name[$0] == "." }.map { String(name[..<$0]) }
  }
}
