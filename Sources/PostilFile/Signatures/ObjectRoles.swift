import PostilModel

/// What the objects of a document are to it: the ways by which they are reached from its catalog.
///
/// It is the answer to what a change of an object is a change of, and it is never taken from what an object says of itself. A
/// number that something refers to has its role also where no object has it: whoever defines it later changes what refers to it.
/// Roles are only ever added, from revision to revision.
struct ObjectRoles {
  /// One way.
  enum Role: UInt8, CaseIterable {
    case catalog
    /// A node of the page tree, or its list of kids.
    case pageNode
    /// A page's dictionary. Owner: the page's index.
    case page
    /// What a page is drawn with: contents, resources, boxes, groups, and all that these lead to. Owner: the page's index.
    case pageContent
    /// What else belongs to a page: actions, threads, metadata, private data. Owner: the page's index.
    case pageData
    /// A page's list of annotations. Owner: the page's index.
    case annotationList
    /// An annotation that is no field. Owner: the page's index.
    case annotation
    /// What an annotation leads to. Owner: the page's index.
    case annotationPart
    /// The form's dictionary.
    case form
    /// A list of fields.
    case fieldList
    /// A field, or a widget of one. Owner: its own number.
    case field
    /// What changes when a field is filled in: value and appearances. Owner: the field's number.
    case fieldValue
    /// What else a field leads to. Owner: the field's number.
    case fieldDefinition
    /// The value of a field for signatures. Owner: the field's number.
    case signature
    /// Resources of the form (`/DR`).
    case formResources
    /// The security store (`/DSS`).
    case securityStore
    case information
    case metadata
    case extensions
    /// The structure tree.
    case structure
    /// Its number tree from what pages and annotations have to their elements (`/ParentTree`).
    case parentTree
    /// Anything else that the catalog leads to. Owner: the index of its key in ``ObjectRoles/otherKeys``.
    case other

    fileprivate var bit: UInt32 { 1 << UInt32(rawValue) }
    /// How many owners are kept; beyond, an object is shared.
    fileprivate var mostOwners: Int {
      switch self {
      case .field, .fieldValue, .fieldDefinition, .signature: 4
      default: 1
      }
    }
  }

  /// One role of an object, and whose it is.
  struct Part: Hashable {
    let role: Role
    let owner: Int
    /// Whether there are more owners than are kept.
    var isShared = false
  }

  /// What is known of a field.
  struct Field {
    let name: String
    let type: PDFName?
    let parent: Int?
    var isForSignature: Bool { type == "Sig" }
  }

  private var parts: [Int: [Part]] = [:]
  /// The fields and widgets of the form, by number.
  private(set) var fields: [Int: Field] = [:]
  /// The page whose list of annotations names an annotation, by number.
  private(set) var pageOfAnnotation: [Int: Int] = [:]
  /// The catalog's keys that have no role of their own.
  private(set) var otherKeys: [PDFName] = []
  /// The index of each page, by number.
  private(set) var pages: [Int: Int] = [:]

  /// Objects that have a place of their own in the document: what leads to them from elsewhere leads to no part of itself.
  private static let structural: UInt32 =
    [Role.catalog, .pageNode, .page, .form, .field, .annotation].reduce(0) { $0 | $1.bit }
  /// What a page is drawn with (ISO 32000-2, table 31), and nodes above it hand down.
  static let drawingKeys: Set<PDFName> = [
    "Contents", "Resources", "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "BoxColorInfo", "Rotate",
    "Group",
    "UserUnit", "OutputIntents", "VP", "SeparationInfo",
  ]

  /// The roles of a number; none if nothing leads to it.
  func roles(of number: Int) -> [Part] { parts[number] ?? [] }

  /// How many numbers have one.
  var count: Int { parts.count }

  private func isStructural(_ number: Int) -> Bool {
    parts[number]?.contains { $0.role.bit & Self.structural != 0 } ?? false
  }

  // MARK: - Walking

  /// Goes through a document.
  ///
  /// - Complexity: O(objects of the document).
  init(_ view: any NumberedObjects) {
    add(trailerOf: view)
  }

  /// The trailer, the page tree and the form, which everything else is told apart by, and then all that they lead to.
  private mutating func add(trailerOf view: any NumberedObjects) {
    let trailer = view.trailer
    if let root = trailer["Root"]?.reference?.number { _ = insert(root, .catalog, 0) }
    addFields(view)
    addPages(view)
    expandCatalog(view.catalog, view)
    expandForm(view)
    for (number, field) in fields { expand(field: number, field, view.object(number), view) }
    for (number, index) in pages { expand(page: view.object(number), index, view) }
    spread(trailer["Info"], .information, 0, view)
    spread(trailer["Encrypt"], .other, index(of: "Encrypt"), view)
    for (number, roles) in parts where isStructural(number) { spreadRepeated(number, roles, view) }
  }

  /// Values that readers do not agree about: whoever takes them draws with them.
  private mutating func spreadRepeated(_ number: Int, _ roles: [Part], _ view: any NumberedObjects) {
    for value in view.read(number)?.repeated ?? [] {
      spread(value, .pageContent, roles.first { $0.role == .page }?.owner ?? 0, view)
    }
  }

  /// - Returns: Whether that was not known.
  private mutating func insert(_ number: Int, _ role: Role, _ owner: Int) -> Bool {
    guard let known = parts[number] else {
      parts[number] = [Part(role: role, owner: owner)]
      return true
    }
    var count = 0
    for (index, part) in known.enumerated() where part.role == role {
      if part.owner == owner || part.isShared { return false }
      count += 1
      if count == role.mostOwners {
        parts[number]?[index].isShared = true
        return true
      }
    }
    parts[number]?.append(Part(role: role, owner: owner))
    return true
  }

  private mutating func index(of key: PDFName) -> Int {
    if let index = otherKeys.firstIndex(of: key) { return index }
    otherKeys.append(key)
    return otherKeys.count - 1
  }

  /// Gives a role to all that an object leads to.
  ///
  /// - Parameter isDrawn: Whether something is drawn with it.
  private mutating func spread(
    _ object: PDFObject?, _ role: Role, _ owner: Int, isDrawn: Bool = false, _ view: any NumberedObjects
  ) {
    let isDrawn = isDrawn || role == .pageContent
    var queue: [Int] = []
    // Private data of programs may lead anywhere, and nothing is drawn with it; but anything may have that name.
    var privateData: [PDFObject] = []
    func add(_ object: PDFObject) {
      switch object {
      case .reference(let id): queue.append(id.number)
      case .array(let items): items.forEach(add)
      case .dictionary(let dictionary), .stream(let dictionary, _):
        for entry in dictionary.entries {
          if role == .pageContent, entry.key == "PieceInfo" {
            privateData.append(entry.value)
          } else {
            add(entry.value)
          }
        }
      default: break
      }
    }
    if let object { add(object) }
    while let number = queue.popLast() {
      if isStructural(number) {
        // A page, a node or the catalog that something is drawn with as well is that too; what it leads to has its own roles.
        let isPlace = pages[number] != nil || isNode(number)
        if isDrawn, isPlace { _ = insert(number, .pageContent, owner) }
        // What a page is drawn with is that, also if it is dressed as an annotation or a field.
        guard role == .pageContent, !isPlace else { continue }
      }
      guard insert(number, role, owner), let read = view.read(number) else { continue }
      add(read.object)
      read.repeated.forEach(add)
    }
    for object in privateData { spread(object, .pageData, owner, view) }
  }

  /// Gives roles to what a page or a node names as its parent, if the page tree has it not there: readers take from it what pages inherit.
  private mutating func spread(parent: PDFObject, _ page: Int, _ view: any NumberedObjects) {
    var parent = parent
    while true {
      if let number = parent.reference?.number {
        guard !roles(of: number).contains(where: { $0.role == .pageNode }),
          insert(number, .pageContent, page)
        else { return }
      }
      guard let dictionary = view.resolve(parent).dictionary else { return }
      for entry in dictionary.entries where Self.drawingKeys.contains(entry.key) {
        spread(entry.value, .pageContent, page, view)
      }
      guard let next = dictionary["Parent"] else { return }
      // Values within each other end; what is referred to is met once.
      parent = next
    }
  }

  /// Gives roles to what a field or a widget names as its parent, if the form has it not: readers take from it what fields inherit.
  private mutating func spread(
    parent: PDFObject, of role: Role, _ owner: Int, _ view: any NumberedObjects
  ) {
    guard let number = parent.reference?.number, isStructural(number) else {
      return spread(parent, role, owner, view)
    }
    if fields[number] == nil { _ = insert(number, role, owner) }
  }

  private func isNode(_ number: Int) -> Bool {
    roles(of: number).contains { $0.role == .pageNode || $0.role == .catalog || $0.role == .form }
  }

  // MARK: Pages

  private mutating func addPages(_ view: any NumberedObjects) {
    let tree = FlatPageTree(view, root: view.catalog["Pages"] ?? .null)
    for id in tree.visitedNodes { _ = insert(id.number, .pageNode, 0) }
    for (index, page) in tree.pages.enumerated() {
      guard let number = page.object?.number else {
        spread(.dictionary(page.dictionary), .pageContent, index, view)
        continue
      }
      _ = insert(number, .page, index)
      pages[number] = pages[number] ?? index
    }
    for id in tree.visitedNodes { expand(node: view.object(id), view) }
    if view.catalog["Pages"]?.reference == nil { expand(node: view.catalog["Pages"] ?? .null, view) }
    // Annotations are known before anything leads to them.
    for (number, index) in pages { addAnnotations(view.object(number).dictionary?["Annots"], index, view) }
  }

  private mutating func expand(node: PDFObject, _ view: any NumberedObjects) {
    // What the tree lists and is neither page nor node here may be one to others.
    for item in node.array ?? view.resolve(node.dictionary?["Kids"]).array ?? [] {
      if let number = item.reference?.number,
        pages[number] != nil || roles(of: number).contains(where: { $0.role == .pageNode })
      {
        continue
      }
      spread(item, .pageContent, 0, view)
    }
    guard let dictionary = node.dictionary else { return }
    for entry in dictionary.entries where entry.key != "Kids" {
      if entry.key == "Parent" {
        spread(parent: entry.value, 0, view)
      } else {
        spread(entry.value, Self.drawingKeys.contains(entry.key) ? .pageContent : .pageData, 0, view)
      }
    }
  }

  private mutating func expand(page: PDFObject, _ index: Int, _ view: any NumberedObjects) {
    guard let dictionary = page.dictionary else { return }
    for entry in dictionary.entries {
      switch entry.key {
      case "Parent": spread(parent: entry.value, index, view)
      case "Annots": expand(annotations: entry.value, index, view)
      // It names pages.
      case "SeparationInfo": spread(entry.value, .pageData, index, view)
      case _ where Self.drawingKeys.contains(entry.key): spread(entry.value, .pageContent, index, view)
      default: spread(entry.value, .pageData, index, view)
      }
    }
  }

  private mutating func addAnnotations(_ list: PDFObject?, _ page: Int, _ view: any NumberedObjects) {
    if let number = list?.reference?.number { _ = insert(number, .annotationList, page) }
    for item in view.resolve(list).array ?? [] {
      guard let number = item.reference?.number else { continue }
      pageOfAnnotation[number] = pageOfAnnotation[number] ?? page
      let isWidget = view.resolve(view.object(number).dictionary?["Subtype"]).name == "Widget"
      if fields[number] == nil || !isWidget { _ = insert(number, .annotation, page) }
    }
  }

  private mutating func expand(annotations list: PDFObject, _ page: Int, _ view: any NumberedObjects) {
    addAnnotations(list, page, view)
    for item in view.resolve(list).array ?? [] {
      if let number = item.reference?.number, fields[number] != nil { continue }
      expand(annotation: view.resolve(item), page, view)
    }
  }

  private mutating func expand(annotation: PDFObject, _ page: Int, _ view: any NumberedObjects) {
    guard let dictionary = annotation.dictionary else { return }
    for entry in dictionary.entries {
      switch entry.key {
      case "P": break
      case "Parent": spread(parent: entry.value, of: .annotationPart, page, view)
      case "AP", "MK": spread(entry.value, .annotationPart, page, isDrawn: true, view)
      case "Popup":
        if let number = entry.value.reference?.number, fields[number] == nil, !isStructural(number) {
          _ = insert(number, .annotation, page)
        }
      default: spread(entry.value, .annotationPart, page, view)
      }
    }
  }

  // MARK: The form

  /// The fields and widgets of the form, by number.
  static func fields(_ view: any NumberedObjects) -> [Int: Field] {
    let form = view.form
    let nodes = view.fieldNodes(of: form)
    var fields: [Int: Field] = [:]
    for node in nodes {
      guard let number = node.object.reference?.number else { continue }
      let parent = node.parent.flatMap { nodes[$0].object.reference?.number }
      fields[number] = Field(name: node.name, type: node.type, parent: parent)
    }
    return fields
  }

  private mutating func addFields(_ view: any NumberedObjects) {
    if let number = view.catalog["AcroForm"]?.reference?.number { _ = insert(number, .form, 0) }
    fields = Self.fields(view)
    for number in fields.keys { _ = insert(number, .field, number) }
  }

  private mutating func expandForm(_ view: any NumberedObjects) {
    guard let form = view.form else { return }
    for entry in form.entries {
      switch entry.key {
      case "Fields":
        if let number = entry.value.reference?.number { _ = insert(number, .fieldList, 0) }
        // Fields that are no objects of their own.
        for item in view.resolve(entry.value).array ?? [] where item.reference == nil {
          spread(item, .other, index(of: "AcroForm"), view)
        }
      case "DR": spread(entry.value, .formResources, 0, isDrawn: true, view)
      default: spread(entry.value, .other, index(of: "AcroForm"), view)
      }
    }
  }

  private mutating func expand(
    field number: Int, _ field: Field, _ object: PDFObject, _ view: any NumberedObjects
  ) {
    guard let dictionary = object.dictionary else { return }
    for entry in dictionary.entries {
      switch entry.key {
      case "P": break
      case "Parent": spread(parent: entry.value, of: .fieldDefinition, number, view)
      case "Kids":
        if let list = entry.value.reference?.number { _ = insert(list, .fieldList, 0) }
        for item in view.resolve(entry.value).array ?? [] where item.reference == nil {
          spread(item, .fieldDefinition, number, view)
        }
      case "V" where field.isForSignature: spread(entry.value, .signature, number, view)
      case "V", "RV", "AP", "MK", "AS", "I", "TI", "M":
        spread(
          entry.value, field.isForSignature ? .fieldDefinition : .fieldValue, number,
          isDrawn: entry.key == "AP" || entry.key == "MK", view)
      default: spread(entry.value, .fieldDefinition, number, view)
      }
    }
  }

  // MARK: The catalog

  private mutating func expandCatalog(_ catalog: PDFDictionary, _ view: any NumberedObjects) {
    for entry in catalog.entries {
      switch entry.key {
      case "Pages", "AcroForm": break
      case "DSS": spread(entry.value, .securityStore, 0, view)
      case "Metadata": spread(entry.value, .metadata, 0, view)
      case "Extensions": spread(entry.value, .extensions, 0, view)
      case "StructTreeRoot":
        if let number = entry.value.reference?.number { _ = insert(number, .structure, 0) }
        expand(structure: view.resolve(entry.value), view)
      default: spread(entry.value, .other, index(of: entry.key), view)
      }
    }
  }

  private mutating func expand(structure root: PDFObject, _ view: any NumberedObjects) {
    for entry in root.dictionary?.entries ?? [] {
      spread(entry.value, entry.key == "ParentTree" ? .parentTree : .structure, 0, view)
    }
  }

  // MARK: - Object streams

  /// An object stream is reached by no reference, so that what its dictionary refers to would have no role: where its data end, and where
  /// its objects begin.
  mutating func add(objectStream: PDFObject) {
    func add(_ object: PDFObject) {
      switch object {
      case .reference(let id): _ = insert(id.number, .other, index(of: "ObjStm"))
      case .array(let items): items.forEach(add)
      case .dictionary(let dictionary): for entry in dictionary.entries { add(entry.value) }
      default: break
      }
    }
    for entry in objectStream.dictionary?.entries ?? [] where entry.key != "Extends" { add(entry.value) }
  }

  // MARK: - Updates

  /// What an update changed, apart from objects.
  struct Reach {
    /// Which object is the catalog.
    var catalog = false
    /// The lists of fields, or what fields inherit.
    var fields = false
    var pages = false
  }

  /// Takes in what changed objects lead to now.
  ///
  /// - Complexity: O(changed objects, and what they newly lead to); O(form) and O(pages) where their lists changed.
  mutating func follow(_ changed: some Sequence<Int>, _ reach: Reach, _ view: any NumberedObjects) {
    if reach.catalog { return add(trailerOf: view) }
    spread(view.trailer["Info"], .information, 0, view)
    if reach.fields {
      let known = fields
      addFields(view)
      for (number, field) in fields where known[number] == nil {
        expand(field: number, field, view.object(number), view)
      }
    }
    if reach.pages {
      addPages(view)
      for (number, index) in pages { expand(page: view.object(number), index, view) }
    }
    for number in changed {
      guard let roles = parts[number] else { continue }
      let object = view.object(number)
      for part in roles { expand(number, part, object, view) }
    }
  }

  private mutating func expand(_ number: Int, _ part: Part, _ object: PDFObject, _ view: any NumberedObjects)
  {
    switch part.role {
    case .catalog:
      expandCatalog(object.dictionary ?? [:], view)
      expandForm(view)
    case .pageNode: expand(node: object, view)
    case .page: expand(page: object, part.owner, view)
    case .annotationList: expand(annotations: .reference(ObjectID(number: number)), part.owner, view)
    case .annotation: expand(annotation: object, part.owner, view)
    case .form, .fieldList: expandForm(view)
    case .field:
      if let field = fields[number] { expand(field: number, field, object, view) }
    case .structure where view.catalog["StructTreeRoot"]?.reference?.number == number:
      expand(structure: object, view)
    default: spread(object, part.role, part.owner, view)
    }
  }
}
