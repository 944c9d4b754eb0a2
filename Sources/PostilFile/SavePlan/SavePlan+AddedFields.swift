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
    let fields = fieldWriter
    let values = widgets.values.joined().reduce(into: [ObjectID: PDFName]()) { values, widget in
      values[widget] = fields.takeButtonValue(of: widget)
    }
    var lists = FieldLists(changes)
    for name in order { addedFields[name] = lists.add(widgets[name] ?? [], named: name) }
    lists.write(&listings)
    let added = order.compactMap { addedFields[$0] }
    changes.completeForm(for: added)
    // The form has fonts now.
    let drawn = fieldWriter
    for field in added { drawn.drawStates(of: field, values) }
  }

  /// Draws an added field's widget that is to be painted without being in the form.
  ///
  /// - Parameter name: The full name of its field.
  mutating func drawAddedWidget(_ widget: ObjectID, named name: String) throws {
    let fields = fieldWriter
    let values = fields.takeButtonValue(of: widget).map { [widget: $0] } ?? [:]
    let entries = changes.object(widget).dictionary ?? [:]
    let field = FormTree.Field(
      name: name, objects: [widget], entries: entries, widgets: [FormTree.Widget(object: widget)])
    fields.drawStates(of: field, values)
    try fields.write(state.parts.formValues[name]?.value ?? fields.reader.field(field).value, of: field)
  }
}
