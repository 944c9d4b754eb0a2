import PostilModel

/// New fields of a form, made of widgets that each have all entries of their field.
extension FieldLists {
  /// The entries that belong to the field, where it is not one with its widget.
  private static let fieldKeys: [PDFName] = [
    "FT", "T", "TU", "TM", "Ff", "V", "DV", "Opt", "MaxLen", "DA", "Q",
  ]

  /// Puts widgets into the form as a field of a full name.
  ///
  /// - Returns: The field; `nil` if there is no widget.
  mutating func add(_ widgets: [ObjectID], named name: String) -> FormTree.Field? {
    let parts = name.split(separator: ".").map(String.init)
    guard let last = parts.last, let first = widgets.first, let entries = changes.object(first).dictionary
    else { return nil }
    var parent: ObjectID?
    for part in parts.dropLast() { parent = group(part, in: parent) }
    // Some of its widgets are there: others were removed and are back.
    if let known = self.field(last, in: parent), let field = changes.object(known).dictionary,
      field["Kids"] != nil, field["FT"] == entries["FT"]
    {
      for widget in widgets { strip(widget) }
      let kids = (changes.resolve(field["Kids"]).array ?? []).compactMap(\.reference)
      for widget in widgets { append(widget, to: known) }
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
        append(widget, to: field)
      }
    }
    append(field, named: last, to: parent)
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
}
