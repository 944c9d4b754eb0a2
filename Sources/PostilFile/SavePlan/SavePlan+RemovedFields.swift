import PostilModel

/// Form fields that no page shows, and that are removed or back (``DocumentParts/removedFields``).
extension SavePlan {
  /// Takes such fields out of the form, with the fields above them that have no other, and lists those again that are back.
  mutating func writeRemovedFields() throws {
    let new = Set(state.parts.removedFields ?? [])
    let old = Set(store.saved.parts.removedFields ?? [])
    guard new != old else { return }
    var above: [ObjectID: Int] = [:]
    func noteFields(above field: ObjectID) {
      guard let dictionary = changes.object(field).dictionary else { return }
      let fields = changes.fields(above: dictionary)
      for (index, field) in fields.enumerated() { above[field.id] = fields.count - index }
    }
    let tree = try store.formTree()
    for name in new.subtracting(old).sorted() {
      // One that pages show has another one's name.
      guard let field = tree[name], field.widgets.allSatisfy(\.places.isEmpty) else { continue }
      for object in field.objects where listings.removedFields.insert(object).inserted {
        noteFields(above: object)
      }
    }
    let isSameFile = store.graph.isOfSameFile(as: store.openedGraph)
    var missing: [FormTree.Field] = []
    for name in old.subtracting(new).sorted() {
      guard let field = try store.openedForm()[name] else { continue }
      guard isSameFile else {
        missing.append(field)
        continue
      }
      for object in field.objects where listings.removedFields.remove(object) != nil {
        noteFields(above: object)
      }
    }
    updateLists(of: above)
    try list(missing)
  }

  /// Puts fields into the form that it lost when the file was written anew.
  private mutating func list(_ fields: [FormTree.Field]) throws {
    guard !fields.isEmpty else { return }
    var lists = FieldLists(changes)
    for field in fields {
      let parts = field.name.split(separator: ".").map(String.init)
      guard let last = parts.last else { continue }
      var entries = field.entries
      for key in ["Kids", "Parent"] as [PDFName] { entries[key] = nil }
      let copy = try copier(from: store.openedGraph).copy(.dictionary(entries))
      var parent: ObjectID?
      for part in parts.dropLast() { parent = lists.group(part, in: parent) }
      lists.append(changes.add(copy), named: last, to: parent)
    }
    lists.write(&listings)
  }
}
