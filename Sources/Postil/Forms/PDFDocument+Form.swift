import PostilFile
import PostilGraphics
import PostilModel

extension PDFDocument {
  /// The form with the values as they are at this moment, unsaved ones included; `nil` if the document has no form.
  ///
  /// Fields of pages that were inserted from other documents are in it once the document is saved.
  ///
  /// ```swift
  /// for field in try document.form?.missingFields ?? [] { print("\(field.name) is empty") }
  /// ```
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the pages cannot be read.
  /// - Complexity: O(fields, and annotations of all pages).
  public var form: PDFForm? {
    get throws(PDFError) { try PDFError.only { try form(in: state) } }
  }

  func form(in state: DocumentState) throws -> PDFForm? { try store.withLock { try $0.form(in: state) } }

  /// The edits, of which those that fill in fields have values as the fields take them, those that are calculated, and where
  /// they show.
  func withFormValues(_ edits: [Edit], in state: DocumentState) throws -> [Edit] {
    guard edits.contains(where: \.fillsIn) else { return edits }
    guard var form = try form(in: state) else {
      throw PDFError(.noSuchField, "The document has no form: there is nothing to fill in.").about(url)
    }
    return try edits.map { edit in
      guard case .setFormValues(let fields) = edit.kind, !edit.isCompleted else { return edit }
      let values: [String: FilledField?]
      do {
        let completed = try form.completed(fields.mapValues { $0?.value })
        for (name, value) in completed { if let value { try form[name]?.requireGlyphs(for: value) } }
        form.set(completed.compactMapValues(\.self))
        values = completed.reduce(into: [:]) { result, entry in
          let areas = form[entry.key].map(Self.areas) ?? [:]
          result.updateValue(entry.value.map { FilledField($0, areas: areas) }, forKey: entry.key)
        }
      } catch let error as PDFError {
        throw error.about(url)
      }
      return Edit(.setFormValues(values))
    }
  }

  /// The edits, of which those that fill in fields say where these show.
  func withFormAreas(_ edits: [Edit], in state: DocumentState) throws -> [Edit] {
    guard edits.contains(where: \.fillsIn), let form = try form(in: state) else { return edits }
    return edits.map { edit in
      guard case .setFormValues(let fields) = edit.kind else { return edit }
      let located = fields.reduce(into: [String: FilledField?]()) { result, entry in
        let areas = form[entry.key].map(Self.areas) ?? [:]
        result.updateValue(entry.value.map { FilledField($0.value, areas: areas) }, forKey: entry.key)
      }
      return Edit(.setFormValues(located))
    }
  }

  static func areas(of field: FormField) -> [PageID: PageRect] {
    field.widgets.reduce(into: [:]) { areas, widget in
      areas[widget.page] = areas[widget.page]?.union(widget.rect) ?? widget.rect
    }
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
