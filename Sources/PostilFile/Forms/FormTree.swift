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
  private var naming = FieldNaming()

  /// What fields inherit from those above them (ISO 32000-2, table 226 and 228).
  static let inheritable: [PDFName] = ["FT", "Ff", "V", "DV", "DA", "Q", "MaxLen", "Opt"]

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
    addListed()
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

  /// Takes in the fields that the form lists, each with its widgets.
  private mutating func addListed() {
    let nodes = objects.fieldNodes(of: objects.form)
    var entries: [PDFDictionary] = []
    var (widgets, hasFields): ([[ObjectID]], [Bool]) = (.init(repeating: [], count: nodes.count), [])
    hasFields = .init(repeating: false, count: nodes.count)
    // Of a field that is no object of its own nothing can be changed.
    var isUsable: [Bool] = []
    for node in nodes {
      let id = node.object.reference
      isUsable.append(id != nil && (node.parent.map { isUsable[$0] } ?? true))
      var own = node.parent.map { entries[$0] } ?? [:]
      for key in Self.inheritable { if let value = node.dictionary[key] { own[key] = value } }
      entries.append(own)
      guard isUsable.last == true, let id else { continue }
      visited.insert(id)
      guard let parent = node.parent else { continue }
      if Self.isWidgetAlone(node) { widgets[parent].append(id) } else { hasFields[parent] = true }
    }
    for (index, node) in nodes.enumerated() where isUsable[index] {
      // A field that has others below it, and no widget, has no value of its own.
      guard !node.name.isEmpty, node.parent == nil || !Self.isWidgetAlone(node),
        !hasFields[index] || !widgets[index].isEmpty, let id = node.object.reference
      else { continue }
      for widget in widgets[index] { listedBy[widget] = id }
      let isWidget = objects.resolve(node.dictionary["Subtype"]).name == "Widget"
      add(
        node.name, id, node.dictionary, entries[index],
        widgets: isWidget ? [id] + widgets[index] : widgets[index])
    }
  }

  /// Whether a kid is a widget of the field above, and no field.
  private static func isWidgetAlone(_ node: FieldNode) -> Bool {
    node.dictionary["T"] == nil && node.dictionary["Kids"] == nil
  }

  // MARK: - From pages

  /// A widget whose field the form does not list.
  private mutating func addUnlisted(_ id: ObjectID, _ widget: PDFDictionary) {
    guard !naming.isExhausted else { return }
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
      name = naming.fullName(name, naming.partialName(dictionary, objects))
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

extension ObjectSource {
  /// A widget with what it inherits of the fields that it belongs to (ISO 32000-2, 12.7.4.1).
  ///
  /// - Parameter place: The dictionary that names the fields; `nil`: the widget's.
  func withEntriesOfFields(_ widget: PDFDictionary, above place: PDFDictionary? = nil) -> PDFDictionary {
    var result = widget
    for field in fields(above: place ?? widget) {
      for key in FormTree.inheritable where result[key] == nil { result[key] = field.dictionary[key] }
    }
    return result
  }
}
