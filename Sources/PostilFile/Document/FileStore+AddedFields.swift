package import PostilModel

extension FileStore {
  /// Refuses names that the form as it is in a state has no room for.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`, or `.unsupported` for forms in XFA alone.
  /// - Complexity: O(fields of the file, and annotations of the pages that edits changed); O(annotations of all pages) if the
  ///   file has such a field, which may have been removed.
  package func requireFree(_ names: FieldNames, in state: DocumentState) throws {
    if let form = graph.resolve(graph.catalog["AcroForm"]).dictionary, try xfa(form, in: state) == .dynamic {
      throw PDFError(
        .unsupported,
        "The form is in XFA alone, which readers would show without other fields: save it as a static form first."
      )
    }
    for name in state.addedFieldNames { if let conflict = names.conflict(with: name) { throw conflict } }
    let taken = try formTree().fields.lazy.map(\.name).filter { names.conflict(with: $0) != nil }
    guard !taken.isEmpty else { return }
    let form = try form(in: state)
    for name in taken where form?[name] != nil {
      if let conflict = names.conflict(with: name) { throw conflict }
    }
  }

  /// Whether a field is a signature that was made.
  package func isSigned(_ field: FormField) throws -> Bool {
    guard field.kind == .signature, let known = try formTree()[field.name] else { return false }
    return !graph.resolve(known.entries["V"]).isNull
  }
}
