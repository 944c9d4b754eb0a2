import PostilFile
import PostilGraphics
import PostilModel

extension PDFDocument {
  /// The form with the values as they are at this moment, unsaved ones included; `nil` if the document has no form: see
  /// ``DocumentEditing/form``.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the pages cannot be read.
  public var form: PDFForm? {
    get throws(PDFError) { try PDFError.only { try form(in: state) } }
  }

  func form(in state: DocumentState) throws -> PDFForm? { try store.withLock { try $0.form(in: state) } }

  /// The edits, of which those that fill in fields have values as the fields take them, those that are calculated, and where
  /// they show.
  func withFormValues(_ edits: [Edit], in state: DocumentState) throws -> [Edit] {
    try completing(edits, in: state) { form, fields in
      guard var known = form else {
        throw PDFError(.noSuchField, "The document has no form: there is nothing to fill in.").about(url)
      }
      do {
        let completed = try known.completed(fields.mapValues { $0?.value })
        for (name, value) in completed { if let value { try known[name]?.requireGlyphs(for: value) } }
        known.set(completed.compactMapValues(\.self))
        form = known
        return completed.reduce(into: [:]) { result, entry in
          let areas = known[entry.key].map(Self.areas) ?? [:]
          result.updateValue(entry.value.map { FilledField($0, areas: areas) }, forKey: entry.key)
        }
      } catch let error as PDFError {
        throw error.about(url)
      }
    }
  }

  /// The edits, of which those that fill in fields say where these show.
  func withFormAreas(_ edits: [Edit], in state: DocumentState) throws -> [Edit] {
    try completing(edits, in: state) { form, fields in
      fields.reduce(into: [:]) { result, entry in
        let areas = form?[entry.key].map(Self.areas) ?? [:]
        result.updateValue(entry.value.map { FilledField($0.value, areas: areas) }, forKey: entry.key)
      }
    }
  }

  /// The edits, applied one after the other to a state, with other values in those that fill in fields.
  ///
  /// - Parameter complete: Makes the values, of the form as the edits before left it.
  private func completing(
    _ edits: [Edit], in state: DocumentState,
    _ complete: (inout PDFForm?, [String: FilledField?]) throws -> [String: FilledField?]
  ) throws -> [Edit] {
    guard let last = edits.lastIndex(where: \.fillsIn) else { return edits }
    var (state, edits) = (state, edits)
    var form: PDFForm?
    var isRead = false
    for index in edits.startIndex...last {
      if edits[index].fillsIn, case .setFormValues(let fields) = edits[index].kind {
        if !isRead { form = try self.form(in: state) }
        isRead = true
        edits[index] = Edit(.setFormValues(try complete(&form, fields)))
      } else {
        // It may add or remove fields.
        isRead = false
      }
      if index < last { try state.apply(edits[index]) { try opened($0).annotations } }
    }
    return edits
  }

  static func areas(of field: FormField) -> [PageID: PageRect] {
    field.widgets.reduce(into: [:]) { areas, widget in
      areas[widget.page] = areas[widget.page]?.union(widget.rect) ?? widget.rect
    }
  }
}

extension NewFormField {
  /// - Throws: ``PDFError`` with code `.missingGlyphs` if no installed font has some characters of what the field will show.
  func requireGlyphs() throws {
    try FormField.requireGlyphs(of: kind, options, for: value ?? .text(""))
  }
}

extension Edit {
  fileprivate var fillsIn: Bool {
    if case .setFormValues = kind { !isCompleted } else { false }
  }

  /// Whether the values are as the fields take them: of edits that the document made.
  fileprivate var isCompleted: Bool {
    guard case .setFormValues(let fields) = kind else { return true }
    return !fields.isEmpty && fields.values.allSatisfy { $0?.areas.isEmpty == false }
  }
}

extension FormField {
  /// - Throws: ``PDFError`` with code `.missingGlyphs` if no installed font has some characters of what the field shows.
  package func requireGlyphs(for value: FormValue) throws {
    try Self.requireGlyphs(of: kind, options, for: value)
  }

  fileprivate static func requireGlyphs(of kind: Kind, _ options: [Option], for value: FormValue) throws {
    let shown: [String] =
      switch (kind, value) {
      case (.text, .text(let text)), (.comboBox, .text(let text)):
        [text] + options.filter { $0.value == text }.map(\.label)
      case (.listBox, _): options.map(\.label)
      default: []
      }
    // All fonts have these.
    let others = shown.joined(separator: "\n").unicodeScalars.filter { $0.value > 0x7E }
    guard !others.isEmpty else { return }
    let text = String(String.UnicodeScalarView(Set(others).prefix(Appearance.Text.longest)))
    _ = try Appearance.Text(text).measured()
  }
}
