package import PostilModel

extension FileStore {
  /// Refuses names that the form as it is in a state has no room for.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`, or `.unsupported` for forms in XFA alone.
  /// - Complexity: O(names, and pages that edits changed); O(annotations of all pages) if the file has such a field, which may
  ///   have been removed.
  package func requireFree(_ names: [String], in state: DocumentState) throws {
    if let form = graph.form, try xfa(form, in: state) == .dynamic {
      throw PDFError(
        .unsupported,
        "The form is in XFA alone, which readers would show without other fields: save it as a static form first."
      )
    }
    for name in names { if let conflict = state.conflict(ofField: name) { throw conflict } }
    let tree = try formTree()
    let taken = names.filter { tree.names.conflict(of: $0) != nil }
    guard !taken.isEmpty else { return }
    let present = FieldNames(try form(in: state)?.fields.map(\.name) ?? [])
    for name in taken { if let conflict = present.conflict(of: name) { throw conflict } }
  }

  /// Whether a field is a signature that was made.
  package func isSigned(_ field: FormField) throws -> Bool {
    guard field.kind == .signature, let known = try formTree()[field.name] else { return false }
    return !graph.resolve(known.entries["V"]).isNull
  }
}
