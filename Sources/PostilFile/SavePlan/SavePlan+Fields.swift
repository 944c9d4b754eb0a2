import PostilModel

/// A widget of a page that the file did not have.
struct NewWidget {
  /// The widget in the file.
  let object: ObjectID
  /// What it was where it came from, and the objects around it.
  let former: PDFDictionary
  let graph: ObjectGraph
  /// Whether the page is one of the file as it was opened, and back.
  let isBack: Bool
}

/// The form fields of pages that the file did not have (ISO 32000-2, 12.7.4).
///
/// Widgets of one field that come along together stay one field, below copies of the fields that it was in. A field on top whose
/// name the form has already gets another: `name_2`, `name_3` and so on. Of a page that comes back, fields join those that stayed.
/// Of signatures the picture comes along, not the signature: it covers another file.
extension SavePlan {
  /// A field of one of the files that widgets come from.
  private struct FieldKey: Hashable {
    let file: ObjectIdentifier
    let id: ObjectID

    init(_ graph: ObjectGraph, _ id: ObjectID) { (file, self.id) = (ObjectIdentifier(graph.reader), id) }
  }

  /// What fields inherit from those above them, and what annotations of other files were given of it.
  private static let inheritable: [PDFName] = ["FT", "V", "DV", "DA", "Ff", "Opt", "MaxLen", "Q"]

  mutating func addFields() throws {
    guard !newWidgets.isEmpty else { return }
    var copies: [FieldKey: ObjectID] = [:]
    var form = NewFormParts(changes, reserving: AddedFields(in: state).rootNames)
    for widget in newWidgets {
      let above = widget.graph.fields(above: widget.former)
      guard !above.isEmpty || widget.former["T"] != nil,
        var dictionary = changes.object(widget.object).dictionary
      else { continue }
      for key in Self.inheritable where widget.former[key] == nil { dictionary[key] = nil }
      dictionary["Parent"] = nil
      let isSignature = ([widget.former] + above.map(\.dictionary)).contains {
        widget.graph.resolve($0["FT"]).name == "Sig"
      }
      if isSignature { dictionary["V"] = nil }
      changes.set(widget.object, to: .dictionary(dictionary))
      if widget.isBack {
        for (field, object) in form.matching(above, widget.graph) {
          copies[FieldKey(widget.graph, field)] = object
        }
      }
      var child: ObjectID? = widget.object
      for field in above {
        guard let kid = child else { break }
        if let known = copies[FieldKey(widget.graph, field.id)] {
          append(kid, to: known)
          child = nil
          break
        }
        let copy = try copied(field.dictionary, from: widget.graph, withoutValue: isSignature)
        copies[FieldKey(widget.graph, field.id)] = copy
        append(kid, to: copy)
        child = copy
      }
      guard let root = child else { continue }
      try takeFormDefaults(root, [widget.former] + above.map(\.dictionary), widget.graph, &form)
      form.list(root)
    }
    renamedFields += form.renamed
    form.write(&listings)
    newWidgets = []
  }

  /// The dictionary of a widget in another file, with the field that lists it there, if the widget names none.
  mutating func dictionaryNamingField(_ widget: PageAnnotations.Origin) -> PDFDictionary {
    var dictionary = widget.dictionary
    guard dictionary["Parent"] == nil, dictionary["FT"] == nil, dictionary["T"] == nil,
      let object = widget.element.reference
    else { return dictionary }
    let file = ObjectIdentifier(widget.graph.reader)
    let tree = formTrees[file] ?? FormTree(widget.graph, pages: [])
    formTrees[file] = tree
    dictionary["Parent"] = tree.field(listing: object).map { .reference($0) }
    return dictionary
  }

  /// A field without its kids, in the file.
  private mutating func copied(
    _ field: PDFDictionary, from graph: ObjectGraph, withoutValue: Bool
  ) throws -> ObjectID {
    var dictionary = field
    for key in ["Kids", "Parent"] as [PDFName] { dictionary[key] = nil }
    if withoutValue { dictionary["V"] = nil }
    if !graph.isOfSameFile(as: store.graph) {
      dictionary = try copier(from: graph).copy(.dictionary(dictionary)).dictionary ?? [:]
    }
    return changes.add(.dictionary(dictionary))
  }

  private mutating func append(_ kid: ObjectID, to field: ObjectID) {
    guard var parent = changes.object(field).dictionary, var child = changes.object(kid).dictionary else {
      return
    }
    parent["Kids"] = .array((changes.resolve(parent["Kids"]).array ?? []) + [.reference(kid)])
    child["Parent"] = .reference(field)
    changes.set(field, to: .dictionary(parent))
    changes.set(kid, to: .dictionary(child))
    if let original = listings.originals[.kids(field)], let kids = changes.resolve(original).array {
      listings.originals[.kids(field)] = .array(kids + [.reference(kid)])
    }
  }

  /// Gives a field on top what its form says for all fields, and the form the font that it is written in.
  private mutating func takeFormDefaults(
    _ root: ObjectID, _ chain: [PDFDictionary], _ graph: ObjectGraph, _ form: inout NewFormParts
  ) throws {
    guard !graph.isOfSameFile(as: store.graph), var dictionary = changes.object(root).dictionary else {
      return
    }
    let source = graph.resolve(graph.catalog["AcroForm"]).dictionary ?? [:]
    for key in ["DA", "Q"] as [PDFName] where !chain.contains(where: { $0[key] != nil }) {
      if let value = source[key] { dictionary[key] = try copier(from: graph).copy(value) }
    }
    changes.set(root, to: .dictionary(dictionary))
    let fonts = graph.resolve(graph.resolve(source["DR"]).dictionary?["Font"]).dictionary
    let texts = ([dictionary] + chain).compactMap { graph.resolve($0["DA"]).string }
    for name in Set(texts.flatMap(DefaultAppearance.fontNames)) {
      if let font = fonts?[name], !form.hasFont(name) {
        form.add(try copier(from: graph).copy(font), as: name)
      }
    }
  }
}

/// What new fields change of a form (`/AcroForm`, ISO 32000-2, 12.7.3).
private struct NewFormParts {
  private let changes: ObjectChanges
  private let form: PDFDictionary
  private var names: Set<String>
  private var roots: [PDFObject] = []
  private var fonts = PDFDictionary()
  private(set) var renamed: [Renaming] = []

  /// - Parameter names: Names of fields on top that others are to have.
  init(_ changes: ObjectChanges, reserving names: Set<String>) {
    self.changes = changes
    self.names = names
    form = changes.resolve(changes.catalog["AcroForm"]).dictionary ?? [:]
    for field in fields { if let name = name(of: field) { self.names.insert(name) } }
  }

  private var fields: [PDFObject] { changes.resolve(form["Fields"]).array ?? [] }

  private func name(of field: PDFObject) -> String? { changes.text(changes.resolve(field).dictionary?["T"]) }

  /// The fields of the form that are the same as those above a widget, by their names: as many as there are, from the top.
  func matching(
    _ above: [(id: ObjectID, dictionary: PDFDictionary)], _ graph: ObjectGraph
  ) -> [(field: ObjectID, object: ObjectID)] {
    var kids = fields
    var result: [(field: ObjectID, object: ObjectID)] = []
    for field in above.reversed() {
      guard let name = graph.text(field.dictionary["T"]),
        let object = kids.first(where: { self.name(of: $0) == name })?.reference
      else { break }
      result.append((field.id, object))
      kids = changes.resolve(changes.object(object).dictionary?["Kids"]).array ?? []
    }
    return result
  }

  /// Notes a field on top, under a name that no other has.
  mutating func list(_ root: ObjectID) {
    roots.append(.reference(root))
    guard var dictionary = changes.object(root).dictionary, let name = changes.text(dictionary["T"]) else {
      return
    }
    var free = name
    var number = 2
    while !names.insert(free).inserted {
      free = "\(name)_\(number)"
      number += 1
    }
    guard free != name else { return }
    renamed.append(Renaming(.field, from: name, to: free))
    dictionary["T"] = .string(TextString.encode(free))
    changes.set(root, to: .dictionary(dictionary))
  }

  func hasFont(_ name: PDFName) -> Bool {
    let resources = changes.resolve(form["DR"]).dictionary
    return fonts[name] != nil || changes.resolve(resources?["Font"]).dictionary?[name] != nil
  }

  mutating func add(_ font: PDFObject, as name: PDFName) { fonts[name] = font }

  func write(_ listings: inout AnnotationListings) {
    guard !roots.isEmpty else { return }
    var result = form
    result["Fields"] = .array(fields + roots)
    if let original = listings.originals[.form("Fields")], let listed = changes.resolve(original).array {
      listings.originals[.form("Fields")] = .array(listed + roots)
    }
    if !fonts.entries.isEmpty {
      var resources = changes.resolve(form["DR"]).dictionary ?? [:]
      var all = changes.resolve(resources["Font"]).dictionary ?? [:]
      all.merge(fonts)
      resources["Font"] = .dictionary(all)
      result["DR"] = .dictionary(resources)
    }
    changes.setForm(result)
  }
}
