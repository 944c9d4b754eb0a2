import PostilModel

/// The fields of a file's form (ISO 32000-2, 12.7.4), found from the form's list and from the widgets on pages.
///
/// Whatever the file says, reading ends: each object is looked at once, to a limited depth. Fields of one full name are one
/// field. Fields that have no name cannot be named and are left out.
struct FormTree {
  /// A place where a field is shown.
  struct Widget {
    let object: ObjectID
    /// Where it stands on pages, in their order; several pages may list one, and none another.
    fileprivate(set) var places: [PagePlace] = []

    /// Whether a page lists it.
    func isShown(on page: PageID) -> Bool { places.contains { $0.page == page } }
  }

  /// A place in a page's list of annotations.
  struct PagePlace: Hashable {
    let page: PageID
    let index: Int
  }

  /// A field that has a value.
  struct Field {
    let name: String
    /// The dictionaries that have the value; several if fields share the name.
    fileprivate(set) var objects: [ObjectID]
    /// The entries of the first dictionary, with those that it inherits.
    let entries: PDFDictionary
    fileprivate(set) var widgets: [Widget]
    /// The field, or the topmost above it, if it was found from a page and not from the form's list.
    fileprivate(set) var unlistedRoot: ObjectID?
  }

  /// In the order in which they were found.
  private(set) var fields: [Field] = []
  /// Their names.
  private(set) var names = FieldNames()
  private var places: [String: Int] = [:]
  private var fieldOfObject: [ObjectID: Int] = [:]
  private var listedBy: [ObjectID: ObjectID] = [:]
  private var visited: Set<ObjectID> = []
  private let objects: any ObjectSource

  /// What fields inherit from those above them (ISO 32000-2, table 226 and 228).
  private static let inheritable: [PDFName] = ["FT", "Ff", "V", "DV", "DA", "Q", "MaxLen", "Opt"]
  private static let deepest = 64
  private static let most = 200_000

  /// A page's list of annotations.
  typealias PageList = (page: PageID, annotations: PDFObject?)

  init(_ objects: any ObjectSource, pages: [PageList]) {
    self.objects = objects
    var widgets: [(object: ObjectID, dictionary: PDFDictionary)] = []
    var placesOf: [ObjectID: [PagePlace]] = [:]
    for page in pages {
      for (index, element) in (objects.resolve(page.annotations).array ?? []).enumerated() {
        guard let id = element.reference, placesOf[id]?.last?.page != page.page,
          let dictionary = objects.object(id).dictionary,
          objects.resolve(dictionary["Subtype"]).name == "Widget"
        else { continue }
        if placesOf[id] == nil { widgets.append((id, dictionary)) }
        placesOf[id, default: []].append(PagePlace(page: page.page, index: index))
      }
    }
    walk(objects.resolve(objects.resolve(objects.catalog["AcroForm"]).dictionary?["Fields"]).array ?? [])
    for widget in widgets where !visited.contains(widget.object) {
      addUnlisted(widget.object, widget.dictionary)
    }
    for index in fields.indices {
      for widget in fields[index].widgets.indices {
        fields[index].widgets[widget].places = placesOf[fields[index].widgets[widget].object] ?? []
      }
    }
  }

  subscript(name: String) -> Field? { places[name].map { fields[$0] } }

  /// The field that lists a widget, which may not name it; `nil` if none does, or if the widget is the field.
  func field(listing widget: ObjectID) -> ObjectID? { listedBy[widget] }

  // MARK: - From the form's list

  private struct Node {
    let id: ObjectID
    let name: String?
    let inherited: PDFDictionary
    let depth: Int
  }

  private mutating func walk(_ roots: [PDFObject]) {
    var stack = roots.reversed().compactMap { element in
      element.reference.map { Node(id: $0, name: nil, inherited: [:], depth: 0) }
    }
    while let node = stack.popLast() {
      guard visited.count < Self.most, node.depth < Self.deepest, visited.insert(node.id).inserted,
        let dictionary = objects.object(node.id).dictionary
      else { continue }
      let name = Self.name(node.name, objects.text(dictionary["T"]))
      var entries = node.inherited
      for key in Self.inheritable { if let value = dictionary[key] { entries[key] = value } }
      let kids = (objects.resolve(dictionary["Kids"]).array ?? []).compactMap(\.reference)
        .filter { !visited.contains($0) }
      let (widgets, fields) = divide(kids)
      for kid in fields.reversed() {
        stack.append(Node(id: kid, name: name, inherited: entries, depth: node.depth + 1))
      }
      // A field that has others below it, and no widget, has no value of its own.
      guard let name, fields.isEmpty || !widgets.isEmpty else { continue }
      visited.formUnion(widgets)
      for widget in widgets { listedBy[widget] = node.id }
      let isWidget = objects.resolve(dictionary["Subtype"]).name == "Widget"
      add(name, node.id, dictionary, entries, widgets: isWidget ? [node.id] + widgets : widgets)
    }
  }

  /// Kids that are widgets of the field, and those that are fields.
  private func divide(_ kids: [ObjectID]) -> (widgets: [ObjectID], fields: [ObjectID]) {
    var result: (widgets: [ObjectID], fields: [ObjectID]) = ([], [])
    for kid in kids {
      guard let dictionary = objects.object(kid).dictionary else { continue }
      if dictionary["T"] == nil, dictionary["Kids"] == nil {
        result.widgets.append(kid)
      } else {
        result.fields.append(kid)
      }
    }
    return result
  }

  private static func name(_ above: String?, _ own: String?) -> String? {
    guard let own, !own.isEmpty else { return above }
    return above.map { "\($0).\(own)" } ?? own
  }

  // MARK: - From pages

  /// A widget whose field the form does not list.
  private mutating func addUnlisted(_ id: ObjectID, _ widget: PDFDictionary) {
    visited.insert(id)
    let chain = [(id: id, dictionary: widget)] + objects.fields(above: widget)
    if let holder = chain.first(where: { fieldOfObject[$0.id] != nil }), let known = fieldOfObject[holder.id]
    {
      fields[known].widgets.append(Widget(object: id))
      return
    }
    var name: String?
    var entries = PDFDictionary()
    for (_, dictionary) in chain.reversed() {
      name = Self.name(name, objects.text(dictionary["T"]))
      for key in Self.inheritable { if let value = dictionary[key] { entries[key] = value } }
    }
    guard let name, let field = chain.first(where: { $0.dictionary["T"] != nil }) else { return }
    add(name, field.id, field.dictionary, entries, widgets: [id], unlistedRoot: chain.last?.id)
  }

  private mutating func add(
    _ name: String, _ id: ObjectID, _ dictionary: PDFDictionary, _ entries: PDFDictionary,
    widgets: [ObjectID],
    unlistedRoot: ObjectID? = nil
  ) {
    let index: Int
    if let known = places[name] {
      index = known
      fields[known].objects.append(id)
    } else {
      index = fields.count
      places[name] = index
      names.insert(name)
      var all = dictionary
      all.addMissing(entries)
      fields.append(
        Field(name: name, objects: [id], entries: all, widgets: [], unlistedRoot: unlistedRoot))
    }
    fieldOfObject[id] = index
    for widget in widgets {
      fieldOfObject[widget] = index
      fields[index].widgets.append(Widget(object: widget))
    }
  }
}
