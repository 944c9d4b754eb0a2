import PostilModel

/// A widget of a field that edits added, as an object of the file.
struct AddedWidget {
  let object: ObjectID
  /// The full name of its field.
  let name: String
}

/// Form fields that edits added (ISO 32000-2, 12.7.4).
///
/// The annotations of such a field each have all of its entries, under its full name. Here they become what a file has: fields
/// for the parts of the name, of which those that are there are used, and below them the field, which is one object with its
/// widget, or, where it has several, one above them.
extension SavePlan {
  /// The entries that belong to the field, where it is not one with its widget.
  private static let fieldKeys: [PDFName] = [
    "FT", "T", "TU", "TM", "Ff", "V", "DV", "Opt", "MaxLen", "DA", "Q",
  ]

  /// Lists the fields of the widgets that are written in the form.
  mutating func listAddedFields() throws {
    guard !addedWidgets.isEmpty else { return }
    var order: [String] = []
    var widgets: [String: [ObjectID]] = [:]
    for widget in addedWidgets {
      if widgets[widget.name] == nil { order.append(widget.name) }
      widgets[widget.name, default: []].append(widget.object)
    }
    addedWidgets = []
    let values = widgets.values.joined().reduce(into: [ObjectID: PDFName]()) { values, widget in
      values[widget] = takeButtonValue(of: widget)
    }
    var lists = FieldLists(changes)
    for name in order { addedFields[name] = list(widgets[name] ?? [], name, &lists) }
    lists.write(&listings)
    let added = order.compactMap { addedFields[$0] }
    completeForm(for: added)
    let drawing = FieldAppearance(changes, writer.texts, embedsFonts: !claims.isEmpty)
    for field in added { draw(field, values, drawing) }
  }

  /// Draws an added field's widget that is to be painted without being in the form.
  ///
  /// - Parameter name: The full name of its field.
  mutating func drawAddedWidget(_ widget: ObjectID, named name: String) throws {
    let values = takeButtonValue(of: widget).map { [widget: $0] } ?? [:]
    let entries = changes.object(widget).dictionary ?? [:]
    let field = FormTree.Field(
      name: name, objects: [widget], entries: entries, widgets: [FormTree.Widget(object: widget)])
    let drawing = FieldAppearance(changes, writer.texts, embedsFonts: !claims.isEmpty)
    draw(field, values, drawing)
    try write(state.parts.formValues[name]?.value ?? drawing.reader.field(field).value, of: field, drawing)
  }

  /// The name of the appearance of a button that is on; `nil` of a field that is none. In the file the appearances say it.
  private func takeButtonValue(of widget: ObjectID) -> PDFName? {
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
  private func draw(
    _ field: FormTree.Field, _ values: [ObjectID: PDFName], _ drawing: FieldAppearance
  ) {
    let kind = drawing.reader.kind(of: field.entries)
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

  // MARK: - The tree of fields

  /// Puts widgets into the form as a field of a full name.
  private func list(_ widgets: [ObjectID], _ name: String, _ lists: inout FieldLists) -> FormTree.Field? {
    let parts = name.split(separator: ".").map(String.init)
    guard let last = parts.last, let first = widgets.first, let entries = changes.object(first).dictionary
    else { return nil }
    var parent: ObjectID?
    for part in parts.dropLast() { parent = lists.group(part, in: parent) }
    // Some of its widgets are there: others were removed and are back.
    if let known = lists.field(last, in: parent), let field = changes.object(known).dictionary,
      field["Kids"] != nil, field["FT"] == entries["FT"]
    {
      for widget in widgets { strip(widget) }
      let kids = (changes.resolve(field["Kids"]).array ?? []).compactMap(\.reference)
      for widget in widgets { lists.append(widget, to: known) }
      return FormTree.Field(
        name: name, objects: [known], entries: field,
        widgets: (kids + widgets).map { FormTree.Widget(object: $0) })
    }
    let field: ObjectID
    if widgets.count == 1 {
      field = first
    } else {
      var shared = PDFDictionary()
      for key in Self.fieldKeys { shared[key] = entries[key] }
      field = changes.add(.dictionary(shared))
      for widget in widgets {
        strip(widget)
        lists.append(widget, to: field)
      }
    }
    lists.append(field, named: last, to: parent)
    override(field, below: parent)
    return FormTree.Field(
      name: name, objects: [field], entries: changes.object(field).dictionary ?? entries,
      widgets: widgets.map { FormTree.Widget(object: $0) })
  }

  /// Leaves to a widget what is its own.
  private func strip(_ widget: ObjectID) {
    guard var dictionary = changes.object(widget).dictionary else { return }
    for key in Self.fieldKeys { dictionary[key] = nil }
    changes.set(widget, to: .dictionary(dictionary))
  }

  /// Has a field say what it would inherit otherwise.
  private func override(_ field: ObjectID, below parent: ObjectID?) {
    guard let parent, var dictionary = changes.object(field).dictionary,
      let above = changes.object(parent).dictionary
    else { return }
    let chain = [above] + changes.fields(above: above).map(\.dictionary)
    for key in ["Ff", "Q"] as [PDFName]
    where dictionary[key] == nil && chain.contains(where: { $0[key] != nil }) {
      dictionary[key] = .integer(0)
    }
    changes.set(field, to: .dictionary(dictionary))
  }

  // MARK: - The form

  /// Gives the form the fonts that the fields are written in, and has it say that there are fields for signatures.
  private mutating func completeForm(for fields: [FormTree.Field]) {
    var form = changes.form ?? [:]
    if form["DA"] == nil { form["DA"] = .string(Array("/Helv 0 Tf 0 g".utf8)) }
    let texts = ([form] + fields.map(\.entries)).compactMap { changes.resolve($0["DA"]).string }
    let known = changes.formFonts
    var fonts = PDFDictionary()
    let names = Set(texts.flatMap(DefaultAppearance.fontNames)).filter { known[$0] == nil }
    for name in names.sorted(by: { $0.description < $1.description }) {
      guard let font = FieldFont.resource(name) else { continue }
      fonts[name] = .reference(changes.add(font))
    }
    if fields.contains(where: { changes.resolve($0.entries["FT"]).name == "Sig" }) {
      let flags = changes.resolve(form["SigFlags"]).integer ?? 0
      form["SigFlags"] = .integer(flags | 1)
    }
    changes.setForm(form)
    changes.addFormFonts(fonts)
  }
}
