import PostilGraphics
import PostilModel

/// The form of a document that is made (ISO 32000-2, 12.7): fields, whose widgets pages show. All of it is written at the end.
struct ComposedForm {
  /// A widget that a page shows.
  private struct Widget {
    let object: ObjectID
    let widget: NewFormField.Widget
    /// The page, and the key of its element in the parent tree.
    var page: ObjectID?
    var key: Int?
  }

  private struct Field {
    let field: NewFormField
    let font: SystemFont
    var widgets: [Widget] = []
  }

  private var fields: [Field] = []
  private var places: [String: Int] = [:]
  /// Where widgets are among the fields.
  private var owners: [ObjectID: (field: Int, widget: Int)] = [:]

  /// Notes a widget of a field.
  ///
  /// - Parameter font: What it is written in.
  mutating func add(
    _ widget: NewFormField.Widget, as object: ObjectID, of field: NewFormField, in font: SystemFont
  ) {
    let place = places[field.name] ?? fields.count
    if place == fields.count { fields.append(Field(field: field, font: font)) }
    places[field.name] = place
    owners[object] = (place, fields[place].widgets.count)
    fields[place].widgets.append(Widget(object: object, widget: widget))
  }

  /// Notes where a widget is.
  mutating func place(_ object: ObjectID, on page: ObjectID, key: Int?) {
    guard let owner = owners[object] else { return }
    fields[owner.field].widgets[owner.widget].page = page
    fields[owner.field].widgets[owner.widget].key = key
  }

  // MARK: - Writing

  /// Writes the fields, with the appearances of their values and states.
  ///
  /// - Throws: ``PDFError`` with code `.missingGlyphs` if no font has some characters of a value.
  func write(_ changes: ObjectChanges, _ texts: TextForms) throws {
    guard !fields.isEmpty else { return }
    let fonts = try writeFonts(changes)
    for field in fields {
      let font = fonts[ObjectIdentifier(field.font)]
      for widget in field.widgets { changes.set(widget.object, to: Self.dictionary(widget, field, font)) }
    }
    let values = states(changes, texts)
    var lists = FieldLists(changes)
    var written: [(form: FormTree.Field, value: FormValue?)] = []
    for field in fields {
      guard let listed = lists.add(field.widgets.map(\.object), named: field.field.name) else { continue }
      written.append((listed, field.field.value))
    }
    lists.write()
    changes.completeForm(for: written.map(\.form))
    let writer = FieldWriter(FieldAppearance(changes, texts, embedsFonts: true), isSigned: false)
    for field in written {
      writer.drawStates(of: field.form, values)
      try writer.write(field.value ?? writer.reader.field(field.form).value, of: field.form)
    }
  }

  /// The states of buttons, which their widgets tell in the file by their appearances.
  private func states(_ changes: ObjectChanges, _ texts: TextForms) -> [ObjectID: PDFName] {
    let writer = FieldWriter(FieldAppearance(changes, texts, embedsFonts: true), isSigned: false)
    return owners.keys.reduce(into: [:]) { $0[$1] = writer.takeButtonValue(of: $1) }
  }

  private static func dictionary(_ widget: Widget, _ field: Field, _ font: PDFName?) -> PDFObject {
    let objects = ImportedObjects()
    var entries = objects.writer.dictionary(
      field.field.entries(of: widget.widget, turned: .none, in: font))
    entries["P"] = widget.page.map { .reference($0) }
    entries["StructParent"] = widget.key.map { .integer($0) }
    return .dictionary(entries)
  }

  /// Embeds the fonts, and gives them to the form: programs that fill it in write in them.
  ///
  /// - Returns: Their names.
  private func writeFonts(_ changes: ObjectChanges) throws -> [ObjectIdentifier: PDFName] {
    var (names, fonts): ([ObjectIdentifier: PDFName], PDFDictionary) = ([:], [:])
    for field in fields where names[ObjectIdentifier(field.font)] == nil {
      guard let font = try FormFont(field.font)?.write(to: changes) else { continue }
      let name = PDFName("\(field.font.name)-\(names.count + 1)")
      names[ObjectIdentifier(field.font)] = name
      fonts[name] = .reference(font)
    }
    if let name = fields.compactMap({ names[ObjectIdentifier($0.font)] }).first {
      changes.setForm([
        "DA": .string(DefaultAppearance(name, size: FormFieldLook().size, FormFieldLook().color).bytes)
      ])
    }
    changes.addFormFonts(fonts)
    return names
  }
}
