import PostilModel

/// Writes the values of form fields (ISO 32000-2, 12.7.4): where they differ from the file, or where what shows them was
/// written anew.
extension SavePlan {
  var fieldWriter: FieldWriter {
    FieldWriter(
      FieldAppearance(changes, writer.texts, embedsFonts: !claims.isEmpty), isSigned: isSigned)
  }

  /// As many fields are named in a warning.
  private static let mostNamed = 10

  private mutating func warn(_ text: String, of fields: [String]) {
    guard !fields.isEmpty else { return }
    let names = fields.prefix(Self.mostNamed).map { "'\($0)'" }.joined(separator: ", ")
    let others = fields.count > Self.mostNamed ? " and \(fields.count - Self.mostNamed) others" : ""
    warnings.append("\(text): \(names)\(others)")
  }

  /// - Parameter page: The page that is shown; `nil` writes all fields.
  mutating func writeFormValues(on page: PageID? = nil) throws {
    let (new, old) = (state.parts.formValues, store.saved.parts.formValues)
    let (isEdited, wasEdited) = (try store.editsForm(state), try store.editsForm(store.saved))
    guard isEdited || wasEdited else { return }
    let tree = try store.formTree()
    var treeOfChanges: FormTree?
    let values = fieldWriter
    let (added, savedAdded) = (AddedFields(in: state, on: page), AddedFields(in: store.saved))
    var isChanged = isEdited != wasEdited || !addedFields.isEmpty
    var (unlisted, cut, readable): ([ObjectID], [String], [String]) = ([], [], [])
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
        if try !values.write(filled.value, of: field) { cut.append(name) }
        if filled.value != .text(""), values.reader.field(field).flags.contains(.password) {
          readable.append(name)
        }
        if let root = field.unlistedRoot { unlisted.append(root) }
      } else if isAdded {
        try values.write(values.reader.field(field).value, of: field)
      } else if let origin = added[name] {
        // It was filled in when it was saved.
        try values.write(origin.formField.value, of: field)
      } else {
        try restore(field, named: name)
      }
      isChanged = true
    }
    guard isChanged else { return }
    warn("what was filled in is larger than its field, and seen in part", of: cut)
    // Table 231, bit 14: who fills in a form by hand does not expect that.
    warn("what was filled in for a password is in the file, for all who open it", of: readable)
    if page == nil, !isSigned {
      // Others look for values there alone.
      var lists = FieldLists(changes)
      for field in unlisted { lists.list(field) }
      lists.write(&listings)
    }
    let xfa = isEdited ? nil : try fromOpened(store.openedGraph.form?["XFA"])
    if xfa == nil, changes.form?["XFA"] != nil {
      warnings.append("its XFA form, which says nothing of what was changed in its fields, was taken out")
    }
    let needsAppearances = needsAppearances(tree, new)
    changes.changeForm { form in
      // It would have the old values.
      form["XFA"] = xfa
      if !needsAppearances { form["NeedAppearances"] = nil }
    }
  }

  /// The fields as they will be, with the widgets of the pages that are written.
  func formOfChanges(_ written: [PageID]) throws -> FormTree {
    let pages = written.compactMap { page in
      pageObjects[page].map { (page, changes.object($0).dictionary?["Annots"]) as FormTree.PageList }
    }
    return FormTree(changes, pages: pages)
  }

  /// Whether readers still have to draw fields, if the file asks them to: not if all that have text were, and all buttons are.
  private func needsAppearances(_ tree: FormTree, _ filled: [String: FilledField]) -> Bool {
    let reader = FormFieldReader(objects: changes)
    return tree.fields.contains { field in
      let kind = reader.kind(of: field.entries)
      if [.text, .comboBox, .listBox].contains(kind) {
        return filled[field.name] == nil && !field.widgets.isEmpty
      }
      return field.widgets.contains { !reader.isDrawn(changes.object($0.object).dictionary ?? [:], kind) }
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
