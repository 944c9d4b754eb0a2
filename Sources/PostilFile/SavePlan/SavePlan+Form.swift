import PostilModel

/// Writes the values of form fields (ISO 32000-2, 12.7.4): where they differ from the file, or where what shows them was
/// written anew.
extension SavePlan {
  /// - Parameter page: The page that is shown; `nil` writes all fields.
  mutating func writeFormValues(on page: PageID? = nil) throws {
    let (new, old) = (state.parts.formValues, store.saved.parts.formValues)
    let (isEdited, wasEdited) = (try store.editsForm(state), try store.editsForm(store.saved))
    guard isEdited || wasEdited else { return }
    let tree = try store.formTree()
    var treeOfChanges: FormTree?
    let drawing = FieldAppearance(changes, writer.texts, embedsFonts: !claims.isEmpty)
    let (added, savedAdded) = (AddedFields(in: state, on: page), AddedFields(in: store.saved))
    var isChanged = isEdited != wasEdited || !addedFields.isEmpty
    var unlisted: [ObjectID] = []
    for name in Set(new.keys).union(old.keys).union(addedFields.keys).sorted() {
      // One that was added and is gone may have had the name of another.
      let isGone = savedAdded[name] != nil && added[name] == nil
      var found = addedFields[name] ?? (isGone ? nil : tree[name])
      // A field whose widgets were removed in an earlier save, and are back.
      if found == nil {
        let now = try treeOfChanges ?? formOfChanges(page.map { [$0] } ?? editedPages)
        treeOfChanges = now
        found = now[name]
      }
      guard let field = found else { continue }
      let isAdded = addedFields[name] != nil
      if let page, !isAdded, !field.widgets.contains(where: { $0.isShown(on: page) }) { continue }
      if let filled = new[name] {
        let isWrittenAnew = (field.objects + field.widgets.map(\.object)).contains {
          changes.objects[$0] != nil
        }
        guard filled.value != old[name]?.value || isWrittenAnew else { continue }
        try write(filled.value, of: field, drawing)
        if let root = field.unlistedRoot { unlisted.append(root) }
      } else if isAdded {
        try write(drawing.reader.field(field).value, of: field, drawing)
      } else if let origin = added[name] {
        // It was filled in when it was saved.
        try write(origin.formField.value, of: field, drawing)
      } else {
        try restore(field, named: name)
      }
      isChanged = true
    }
    guard isChanged else { return }
    if page == nil, !isSigned {
      // Others look for values there alone.
      var lists = FieldLists(changes)
      for field in unlisted { lists.list(field) }
      lists.write(&listings)
    }
    let xfa = isEdited ? nil : try fromOpened(store.openedGraph.form?["XFA"])
    let needsAppearances = needsAppearances(tree, new)
    changes.changeForm { form in
      // It would have the old values.
      form["XFA"] = xfa
      if !needsAppearances { form["NeedAppearances"] = nil }
    }
  }

  /// The fields as they will be, with the widgets of the pages that are written.
  private func formOfChanges(_ written: [PageID]) throws -> FormTree {
    let pages = written.compactMap { page in
      pageObjects[page].map { (page, changes.object($0).dictionary?["Annots"]) as FormTree.PageList }
    }
    return FormTree(changes, pages: pages)
  }

  /// Whether readers still have to draw fields, if the file asks them to: not if all that have text are drawn.
  private func needsAppearances(_ tree: FormTree, _ filled: [String: FilledField]) -> Bool {
    let reader = FormFieldReader(objects: changes)
    return tree.fields.contains { field in
      let kind = reader.kind(of: field.entries)
      return [.text, .comboBox, .listBox].contains(kind) && filled[field.name] == nil
        && !field.widgets.isEmpty
    }
  }

  // MARK: - Values

  func write(_ value: FormValue, of field: FormTree.Field, _ drawing: FieldAppearance) throws {
    let kind = drawing.reader.kind(of: field.entries)
    switch kind {
    case .text: try writeText(value, of: field, drawing)
    case .checkBox, .radioButtons: writeButtons(value, of: field, kind, drawing)
    case .comboBox, .listBox: try writeChoice(value, of: field, kind, drawing)
    case .pushButton, .signature, .unknown: break
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

  private func writeText(_ value: FormValue, of field: FormTree.Field, _ drawing: FieldAppearance) throws {
    guard case .text(let text) = value else { return }
    // No value is none, unless there is another.
    let isLeftOut = text.isEmpty && field.entries["V"] == nil
    change(field) { $0["V"] = isLeftOut ? nil : .string(TextString.encode(text)) }
    let read = drawing.reader.field(field)
    let shown = FormFormat.shown(text, read)
    try draw(field, drawing) { _, _ in
      if read.flags.contains(.password) { return .line(String(repeating: "*", count: text.count)) }
      if read.flags.contains(.multiline) { return .paragraph(shown) }
      return read.combCells.map { .comb(shown, cells: $0) } ?? .line(shown)
    }
  }

  private func writeChoice(
    _ value: FormValue, of field: FormTree.Field, _ kind: FormField.Kind, _ drawing: FieldAppearance
  ) throws {
    let options = drawing.reader.options(field.entries["Opt"])
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
    let needsIndices = drawing.reader.flags(field.entries).contains(.multiSelect) && !isSigned
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
      return try draw(field, drawing) { _, _ in .line(shown) }
    }
    let labels = options.map(\.label)
    let stated = changes.resolve(field.entries["TI"]).integer ?? 0
    var top = labels.indices.contains(stated) ? stated : 0
    try draw(field, drawing) { widget, entries in
      let visible = drawing.visibleCount(of: widget, entries)
      if let first = indices.first, first < top || first >= top + visible { top = first }
      return .list(labels, top: top, selected: Set(indices))
    }
    if top != stated, !isSigned { change(field) { $0["TI"] = top == 0 ? nil : .integer(top) } }
  }

  /// Gives each widget of a field the appearance with its new value.
  private func draw(
    _ field: FormTree.Field, _ drawing: FieldAppearance,
    _ shown: (PDFDictionary, PDFDictionary) -> FieldAppearance.Shown
  ) throws {
    for widget in field.widgets {
      guard var dictionary = changes.object(widget.object).dictionary,
        let form = try drawing.form(of: dictionary, field.entries, showing: shown(dictionary, field.entries))
      else { continue }
      dictionary["AP"] = .dictionary(["N": .reference(form)])
      dictionary["AS"] = nil
      link(&dictionary, of: widget.object, to: field)
      changes.set(widget.object, to: .dictionary(dictionary))
    }
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
    _ value: FormValue, of field: FormTree.Field, _ kind: FormField.Kind, _ drawing: FieldAppearance
  ) {
    let buttons = drawing.reader.buttons(of: field)
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
      || drawing.reader.flags(field.entries).contains(.radiosInUnison)
    for button in buttons {
      let isOn = button.state == chosen?.state && (isInUnison || button.object == chosen?.object)
      guard var widget = changes.object(button.object).dictionary else { continue }
      let own = PDFName(button.state)
      if drawing.reader.onState(of: widget) == nil,
        let states = drawing.button(widget, field.entries, state: own, isRadio: kind == .radioButtons)
      {
        widget["AP"] = .dictionary(["N": .dictionary(states)])
      }
      widget["AS"] = .name(isOn ? own : "Off")
      link(&widget, of: button.object, to: field)
      changes.set(button.object, to: .dictionary(widget))
    }
  }

  // MARK: - As opened

  /// What filling in changes of a field, and of a widget.
  private static let fieldKeys: [PDFName] = ["V", "RV", "I", "TI"]
  private static let widgetKeys: [PDFName] = ["AP", "AS"]

  /// Gives a field back what it had when the file was opened.
  private mutating func restore(_ field: FormTree.Field, named name: String) throws {
    let opened = try store.openedForm()
    guard let former = opened[name] else { return }
    for (object, source) in zip(field.objects, former.objects) {
      try restore(Self.fieldKeys, of: object, source)
    }
    for (widget, source) in zip(field.widgets, former.widgets) {
      try restore(Self.widgetKeys, of: widget.object, source.object)
    }
  }

  private mutating func restore(_ keys: [PDFName], of object: ObjectID, _ source: ObjectID) throws {
    guard var dictionary = changes.object(object).dictionary,
      let former = store.openedGraph.object(source).dictionary
    else { return }
    for key in keys { dictionary[key] = try fromOpened(former[key]) }
    changes.set(object, to: .dictionary(dictionary))
  }

  /// A value of the file as it was opened, in the file as it is now.
  mutating func fromOpened(_ value: PDFObject?) throws -> PDFObject? {
    guard let value, !store.openedGraph.isOfSameFile(as: store.graph) else { return value }
    return try copier(from: store.openedGraph).copy(value)
  }
}
