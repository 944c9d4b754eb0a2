import PostilFile
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
  /// - Complexity: O(pages that were edited); O(fields, and annotations of all pages) if the file has a field of that name, which
  ///   was removed.
  public func addField(_ field: NewFormField) throws(PDFError) { try addFields([field]) }

  /// Adds fields to the form, as one step of undo: see ``addField(_:)``.
  ///
  /// - Throws: ``PDFError``, as ``addField(_:)``; then none is added.
  /// - Complexity: As for a single one, and O(their number).
  public func addFields(_ fields: [NewFormField]) throws(PDFError) {
    try PDFError.only {
      try edit(fields.count == 1 ? "Add Form Field" : "Add Form Fields") { edit in
        try edit.apply(edit.document.edits(adding: fields, to: edit.state))
      }
    }
  }
}

extension EditTransaction {
  /// Removes a field from the form: its places from their pages, and with it the fields above it that
  /// have no other. In a file that is appended to, its bytes stay; a rewrite leaves them out.
  ///
  /// ```swift
  /// try await document.removeField(named: "person.name")
  /// ```
  ///
  /// - Parameter name: Its full name.
  /// - Throws: ``PDFError`` with code `.noSuchField`; `.notEditable` if it is a signature that was made, or a place of it is locked;
  ///   `.unsupported` for forms in XFA alone; `.editConflict`. Then nothing is removed.
  /// - Complexity: O(fields, and annotations of all pages).
  public func removeField(named name: String) throws(PDFError) {
    try PDFError.only {
      try edit("Delete Form Field") { edit in
        try edit.apply(edit.document.edits(removingFieldNamed: name, from: edit.state))
      }
    }
  }
}

extension PDFDocument {
  /// Removes a field from the form, as one step of undo, on a thread of its own: see ``EditTransaction/removeField(named:)``.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/removeField(named:)``; `CancellationError` if the task was canceled before it was removed.
  public func removeField(named name: String) async throws {
    try await editInBackground("Delete Form Field") { try $0.removeField(named: name) }
  }

  /// Removes a field from the form; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/removeField(named:)``.
  public func removeFieldAndWait(named name: String) throws(PDFError) {
    try PDFError.only { try edit("Delete Form Field") { try $0.removeField(named: name) } }
  }
}

// MARK: - Edits

extension PDFDocument {
  /// The edits that add fields to the form as it is in a state.
  func edits(adding fields: [NewFormField], to state: DocumentState) throws -> [Edit] {
    do {
      let fields = try addable(fields, to: state)
      let added = try fields.flatMap { field in
        for widget in field.widgets where state.index(of: widget.page) == nil {
          throw PDFError.noSuchPage(widget.page)
        }
        return try field.annotations { try rotation(of: $0, in: state) }.map { ($0.page, $0.annotation) }
      }
      return Self.forgettingValues(of: fields.map(\.name), in: state)
        + Self.byPage(added) { .addAnnotations($0, page: $1) }
    } catch let error as PDFError {
      throw error.about(url)
    }
  }

  /// The edits that remove a field from the form as it is in a state.
  func edits(removingFieldNamed name: String, from state: DocumentState) throws -> [Edit] {
    try requirePermission(.addingFields)
    do {
      let field = try removableField(named: name, in: state)
      let forgetting = Self.forgettingValues(of: [name], in: state)
      guard !field.widgets.isEmpty else {
        return forgetting + [.setPart(.removedFields((state.parts.removedFields ?? []) + [name]))]
      }
      return forgetting
        + Self.byPage(field.widgets.map { ($0.page, $0.annotation) }) { .removeAnnotations($0, page: $1) }
    } catch let error as PDFError {
      throw error.about(url)
    }
  }

  /// An edit for each page of what is on it, in the order in which the pages come.
  private static func byPage<Item>(
    _ items: [(page: PageID, item: Item)], _ edit: ([Item], PageID) -> Edit
  ) -> [Edit] {
    var order: [PageID] = []
    var lists: [PageID: [Item]] = [:]
    for (page, item) in items {
      if lists[page] == nil { order.append(page) }
      lists[page, default: []].append(item)
    }
    return order.map { edit(lists[$0] ?? [], $0) }
  }

  /// What keeps a field from having the value that another one of its name was given.
  private static func forgettingValues(of names: [String], in state: DocumentState) -> [Edit] {
    let none = names.filter { state.parts.formValues[$0] != nil }
      .reduce(into: [String: FormValue?]()) { $0.updateValue(nil, forKey: $1) }
    return none.isEmpty ? [] : [.setFormValues(none)]
  }

  /// The fields as they are added, if they can be added to the form as it is in a state.
  private func addable(_ fields: [NewFormField], to state: DocumentState) throws -> [NewFormField] {
    let valid = try fields.map { try $0.validated() }
    var names = FieldNames()
    for field in valid {
      if let conflict = names.conflict(of: field.name) { throw conflict }
      names.insert(field.name)
      try field.requireGlyphs()
    }
    try store.withLock { try $0.requireFree(valid.map(\.name), in: state) }
    return valid
  }

  /// The field of a name, if it can be removed.
  private func removableField(named name: String, in state: DocumentState) throws -> FormField {
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
    return field
  }

  /// How far a page is turned when it is shown.
  private func rotation(of page: PageID, in state: DocumentState) throws -> PageRotation {
    try store.withLock { try $0.attributes(of: state.page(page)).rotation }
  }
}
