public import PostilModel

/// Form fields that come and go.
extension DocumentEditing {
  /// Adds a field to the form, as one step of undo; a document without a form gets one. The field can be filled in at once
  /// (``fill(_:)``), and what is shown is what a save writes.
  ///
  /// ```swift
  /// try document.addField(
  ///   NewFormField(
  ///     .text, named: "person.name", on: page.id, in: PageRect(x: 72, y: 700, width: 200, height: 20),
  ///     look: FormFieldLook(border: .init())))
  /// ```
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the form has a field of that name, or one above or below it that
  ///   cannot be there besides; if a part of the name is empty; or if kind, flags, options and values do not go together.
  ///   `.invalidGeometry`, `.pageOutOfRange`, `.missingGlyphs`; `.unsupported` for push buttons and for forms in XFA alone;
  ///   `.editConflict`. Then nothing is added.
  /// - Complexity: O(fields of the form, and annotations of the pages that were edited).
  public func addField(_ field: NewFormField) throws(PDFError) { try addFields([field]) }

  /// Adds fields to the form, as one step of undo.
  ///
  /// - Throws: ``PDFError``, as ``addField(_:)``; then none is added.
  /// - Complexity: As for a single one, and O(their number).
  public func addFields(_ fields: [NewFormField]) throws(PDFError) {
    guard !fields.isEmpty else { return }
    try PDFError.only {
      try edit(fields.count == 1 ? "Add Form Field" : "Add Form Fields") { try $0.add(fields) }
    }
  }

  /// Removes a field from the form, as one step of undo: its places from their pages, and with it the fields above it that
  /// have no other. In a file that is appended to, its bytes stay; a rewrite leaves them out.
  ///
  /// ```swift
  /// try document.removeField(named: "person.name")
  /// ```
  ///
  /// - Parameter name: Its full name.
  /// - Throws: ``PDFError`` with code `.noSuchField`; `.notEditable` if it is a signature that was made, is locked, or is shown on no
  ///   page; `.unsupported` for forms in XFA alone; `.editConflict`. Then nothing is removed.
  /// - Complexity: O(fields, and annotations of all pages).
  public func removeField(named name: String) throws(PDFError) {
    try PDFError.only { try edit("Delete Form Field") { try $0.removeField(named: name) } }
  }
}

extension PDFDocument {
  /// The fields as they are added, if they can be added to the form as it is in a state.
  func requireAddable(_ fields: [NewFormField], in state: DocumentState) throws -> [NewFormField] {
    do {
      let valid = try fields.map { try $0.validated() }
      var names = FieldNames()
      for field in valid {
        try names.insert(field.name)
        try field.requireGlyphs()
      }
      try store.withLock { try $0.requireFree(names, in: state) }
      return valid
    } catch let error as PDFError {
      throw error.about(url)
    }
  }

  /// The field of a name, if it can be removed.
  func requireRemovableField(named name: String, in state: DocumentState) throws -> FormField {
    do {
      guard let form = try form(in: state) else {
        throw PDFError(.noSuchField, "The document has no form: there is no field to remove.")
      }
      guard form.xfa != .dynamic else {
        throw PDFError(.unsupported, "The form is in XFA alone, which has no fields to remove.")
      }
      let field = try form.field(named: name)
      guard try !store.withLock({ try $0.isSigned(field) }) else {
        throw PDFError(
          .notEditable, "The field '\(name)' is signed: a signature stays in the document, leave it out.")
      }
      guard !field.widgets.isEmpty else {
        throw PDFError(
          .notEditable, "The field '\(name)' is shown on no page: only fields that pages show can be removed."
        )
      }
      return field
    } catch let error as PDFError {
      throw error.about(url)
    }
  }

  /// How far a page is turned when it is shown.
  func rotation(of page: PageID, in state: DocumentState) throws -> PageRotation {
    try store.withLock { try $0.attributes(of: state.page(page)).rotation }
  }
}
