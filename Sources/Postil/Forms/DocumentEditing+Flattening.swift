import PostilFile
import PostilModel

extension EditTransaction {
  /// Makes form fields a part of the content of their pages: they show the same, can no longer be filled
  /// in, and leave the form. Fields whose appearance does not show their value are drawn anew first. Links and other
  /// annotations stay, and so do signatures.
  ///
  /// ```swift
  /// try document.edit("Fill In") { edit in
  ///   try edit.fill(["name": "Ada"])
  ///   try edit.flattenForm()
  /// }
  /// ```
  ///
  /// - Parameter names: The full names of the fields; `nil`: all but signatures.
  /// - Returns: The full names of the fields that were flattened.
  /// - Throws: ``PDFError`` with code `.noSuchField`, also if the document has no form; `.notEditable` for a signature; `.unsupported` for
  ///   forms in XFA alone; `.editConflict`. Then nothing is flattened.
  /// - Complexity: O(fields, and annotations of all pages).
  @discardableResult
  public func flattenForm(_ names: [String]? = nil) throws(PDFError) -> [String] {
    try PDFError.only {
      try edit("Flatten Form") { edit in
        let (fields, edits) = try edit.document.edits(flattening: names, of: edit.form, in: edit.state)
        try edit.apply(edits)
        return fields
      }
    }
  }
}

extension PDFDocument {
  /// Makes form fields a part of the content of their pages, as one step of undo, on a thread of its own: see
  /// ``EditTransaction/flattenForm(_:)``.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/flattenForm(_:)``; `CancellationError` if the task was canceled before anything was
  ///   flattened.
  @discardableResult
  public func flattenForm(_ names: [String]? = nil) async throws -> [String] {
    try await editInBackground("Flatten Form") { try $0.flattenForm(names) }
  }

  /// Makes form fields a part of the content of their pages; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/flattenForm(_:)``.
  @discardableResult
  public func flattenFormAndWait(_ names: [String]? = nil) throws(PDFError) -> [String] {
    try PDFError.only { try edit("Flatten Form") { try $0.flattenForm(names) } }
  }
}

extension PDFDocument {
  /// The fields that are flattened, by name, and the edits that do it to the form as it is in a state.
  fileprivate func edits(
    flattening names: [String]?, of form: PDFForm?, in state: DocumentState
  ) throws -> (fields: [String], edits: [Edit]) {
    guard let form else {
      throw PDFError(.noSuchField, "The document has no form: there is nothing to flatten.").about(url)
    }
    guard form.xfa != .dynamic else {
      throw PDFError(.unsupported, "The form is in XFA alone, which has no fields to flatten.").about(url)
    }
    var fields = form.fields.filter { $0.kind != .signature }
    if let names { fields = try names.map { try form.field(named: $0) } }
    if let signature = fields.first(where: { $0.kind == .signature }) {
      throw PDFError(
        .notEditable,
        "The field '\(signature.name)' is a signature, which cannot be flattened: leave it out.", url: url)
    }
    let stale = try store.withLock { try $0.fieldsToDrawAnew(Set(fields.map(\.name)), in: state) }
    let drawn = fields.reduce(into: [String: FilledField?]()) { result, field in
      let areas = Self.areas(of: field)
      guard stale.contains(field.name), !areas.isEmpty else { return }
      result.updateValue(FilledField(field.value, areas: areas), forKey: field.name)
    }
    var ids: [PageID: Set<AnnotationID>] = [:]
    for widget in fields.flatMap(\.widgets) { ids[widget.page, default: []].insert(widget.annotation) }
    var edits: [Edit] = drawn.isEmpty ? [] : [Edit(.setFormValues(drawn))]
    for page in state.pages {
      guard let flattened = ids[page] else { continue }
      // In the order in which they cover each other.
      let order = try self.page(page, in: state).annotations.map(\.id).filter(flattened.contains)
      edits.append(.flattenAnnotations(order, page: page))
    }
    return (fields.map(\.name), edits)
  }
}
