import PostilModel

/// Writes values of fields, and what shows them (ISO 32000-2, 12.7.4), of files that are edited and of those that are made.
struct FieldWriter {
  private let drawing: FieldAppearance
  /// Whether signatures are to stay valid: verifiers do not expect keys that are new.
  private let isSigned: Bool
  private var changes: ObjectChanges { drawing.changes }
  var reader: FormFieldReader { drawing.reader }

  init(_ drawing: FieldAppearance, isSigned: Bool) { (self.drawing, self.isSigned) = (drawing, isSigned) }

  /// Writes a value, and draws it.
  ///
  /// - Returns: Whether what shows it is large enough.
  @discardableResult
  func write(_ value: FormValue, of field: FormTree.Field) throws -> Bool {
    let kind = reader.kind(of: field.entries)
    switch kind {
    case .text: return try writeText(value, of: field)
    case .checkBox, .radioButtons: writeButtons(value, of: field, kind)
    case .comboBox, .listBox: return try writeChoice(value, of: field, kind)
    // It has no value: what it says is drawn, where it is to be drawn anew.
    case .pushButton: try drawAnew(field)
    case .signature, .unknown: break
    }
    return true
  }

  /// Draws a field with the value that it has, and the texts of buttons.
  func drawAnew(_ field: FormTree.Field) throws {
    switch reader.kind(of: field.entries) {
    case .text, .checkBox, .radioButtons, .comboBox, .listBox:
      try write(reader.field(field).value, of: field)
    case .pushButton:
      try draw(field) { widget, _ in
        .caption(changes.text(changes.resolve(widget["MK"]).dictionary?["CA"]) ?? "")
      }
    case .signature: drawStates(of: field, [:])
    case .unknown: break
    }
  }

  /// Changes the dictionaries that have the value.
  private func change(_ field: FormTree.Field, _ body: (inout PDFDictionary) -> Void) {
    for object in field.objects {
      guard var dictionary = changes.object(object).dictionary else { continue }
      body(&dictionary)
      // Text with styles would have the old words.
      dictionary["RV"] = nil
      changes.set(object, to: .dictionary(dictionary))
    }
  }

  private func writeText(_ value: FormValue, of field: FormTree.Field) throws -> Bool {
    guard case .text(let text) = value else { return true }
    // No value is none, unless there is another.
    let isLeftOut = text.isEmpty && field.entries["V"] == nil
    change(field) { $0["V"] = isLeftOut ? nil : .string(TextString.encode(text)) }
    let read = reader.field(field)
    let shown = FormFormat.shown(text, read)
    return try draw(field) { _, _ in
      if read.flags.contains(.password) { return .line(String(repeating: "*", count: text.count)) }
      if read.flags.contains(.multiline) { return .paragraph(shown) }
      return read.combCells.map { .comb(shown, cells: $0) } ?? .line(shown)
    }
  }

  private func writeChoice(
    _ value: FormValue, of field: FormTree.Field, _ kind: FormField.Kind
  ) throws -> Bool {
    let options = reader.options(field.entries["Opt"])
    let values: [String] =
      switch value {
      case .text(let text): text.isEmpty ? [] : [text]
      case .choices(let values): values
      case .checked: []
      }
    let indices = values.compactMap { value in options.firstIndex { $0.value == value } }.sorted()
    let strings = values.map { PDFObject.string(TextString.encode($0)) }
    // Only lists that take several need the indices. Verifiers of signatures do not expect keys that are new.
    let isLeftOut = field.entries["V"] == nil
    let needsIndices = reader.flags(field.entries).contains(.multiSelect) && !isSigned
    change(field) { dictionary in
      dictionary["V"] = strings.count == 1 ? strings[0] : .array(strings)
      if strings.isEmpty { dictionary["V"] = kind == .comboBox && !isLeftOut ? .string([]) : nil }
      let hadIndices = dictionary["I"] != nil
      dictionary["I"] = nil
      if !indices.isEmpty, needsIndices || hadIndices {
        dictionary["I"] = .array(indices.map { .integer($0) })
      }
    }
    guard kind == .listBox else {
      let label = values.first.map { value in options.first { $0.value == value }?.label ?? value } ?? ""
      let shown = FormFormat.shown(label, FormFieldReader(objects: changes).field(field))
      return try draw(field) { _, _ in .line(shown) }
    }
    let labels = options.map(\.label)
    let stated = changes.resolve(field.entries["TI"]).integer ?? 0
    var top = labels.indices.contains(stated) ? stated : 0
    let fits = try draw(field) { widget, entries in
      let visible = drawing.visibleCount(of: widget, entries)
      if let first = indices.first, first < top || first >= top + visible { top = first }
      return .list(labels, top: top, selected: Set(indices))
    }
    if top != stated, !isSigned { change(field) { $0["TI"] = top == 0 ? nil : .integer(top) } }
    return fits
  }

  /// Gives each widget of a field the appearance with its new value.
  ///
  /// - Returns: Whether it fits into all of them.
  @discardableResult
  private func draw(
    _ field: FormTree.Field, _ shown: (PDFDictionary, PDFDictionary) -> FieldAppearance.Shown
  ) throws -> Bool {
    var fits = true
    for widget in field.widgets {
      guard var dictionary = changes.object(widget.object).dictionary,
        let form = try drawing.form(of: dictionary, field.entries, showing: shown(dictionary, field.entries))
      else { continue }
      fits = fits && form.fits
      dictionary["AP"] = .dictionary(["N": .reference(form.object)])
      dictionary["AS"] = nil
      link(&dictionary, of: widget.object, to: field)
      changes.set(widget.object, to: .dictionary(dictionary))
    }
    return fits
  }

  /// Names the field in a widget that it lists and that names none: MuPDF draws no others where it draws fields itself.
  private func link(_ entries: inout PDFDictionary, of widget: ObjectID, to field: FormTree.Field) {
    guard !isSigned, entries["Parent"] == nil, entries["FT"] == nil, entries["T"] == nil,
      field.objects.count == 1, let object = field.objects.first, object != widget
    else { return }
    entries["Parent"] = .reference(object)
  }

  // MARK: - Buttons

  private func writeButtons(
    _ value: FormValue, of field: FormTree.Field, _ kind: FormField.Kind
  ) {
    let buttons = reader.buttons(of: field)
    let chosen: FormFieldReader.Button? =
      switch value {
      case .checked(let isChecked): isChecked ? buttons.first : nil
      case .text(let text): buttons.first { $0.value == text }
      case .choices: nil
      }
    let state = chosen.map { PDFName($0.state) } ?? "Off"
    change(field) { $0["V"] = .name(state) }
    // Radio buttons of one value go together only if the field says so; check boxes always do.
    // Of several fields of one name each shows the value.
    let isInUnison =
      kind == .checkBox || field.objects.count > 1
      || reader.flags(field.entries).contains(.radiosInUnison)
    for button in buttons {
      let isOn = button.state == chosen?.state && (isInUnison || button.object == chosen?.object)
      guard var widget = changes.object(button.object).dictionary else { continue }
      let own = PDFName(button.state)
      if !reader.isDrawn(widget, kind),
        let states = drawing.button(widget, field.entries, state: own, isRadio: kind == .radioButtons)
      {
        widget["AP"] = .dictionary(["N": .dictionary(states)])
      }
      widget["AS"] = .name(isOn ? own : "Off")
      link(&widget, of: button.object, to: field)
      changes.set(button.object, to: .dictionary(widget))
    }
  }

  // MARK: - New fields

  /// The name of the appearance of a button that is on; `nil` of a field that is none. In the file the appearances say it.
  func takeButtonValue(of widget: ObjectID) -> PDFName? {
    guard var dictionary = changes.object(widget).dictionary, dictionary["FT"]?.name == "Btn" else {
      return nil
    }
    let value = changes.text(dictionary["Opt"]?.array?.first)
    dictionary["Opt"] = nil
    changes.set(widget, to: .dictionary(dictionary))
    return PDFName(value ?? "Yes")
  }

  /// Gives a field's widgets the appearances that do not depend on its value: those of buttons, which tell their values, and the
  /// boxes of signatures.
  ///
  /// - Parameter values: What ``takeButtonValue(of:)`` found of each.
  func drawStates(of field: FormTree.Field, _ values: [ObjectID: PDFName]) {
    let kind = reader.kind(of: field.entries)
    for widget in field.widgets {
      guard var dictionary = changes.object(widget.object).dictionary else { continue }
      if let value = values[widget.object],
        let states = drawing.button(
          dictionary, field.entries, state: value, isRadio: kind == .radioButtons)
      {
        dictionary["AP"] = .dictionary(["N": .dictionary(states)])
      } else if kind == .signature, let box = drawing.box(of: dictionary) {
        dictionary["AP"] = .dictionary(["N": .reference(box)])
      } else {
        continue
      }
      changes.set(widget.object, to: .dictionary(dictionary))
    }
  }
}
