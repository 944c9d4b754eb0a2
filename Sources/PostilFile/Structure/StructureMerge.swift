import PostilModel

/// The structure tree of the document that pages come into, and what is added to it.
///
/// What it has stays as it is: new elements are put below its root behind the others, and get keys of the parent tree above all
/// that it has. Names that mean something else in both documents (types, classes, identifiers) get a number.
final class StructureMerge {
  let changes: ObjectChanges
  /// The root, to which new elements belong.
  let rootObject: ObjectID
  private let root: PDFDictionary
  private let isNew: Bool
  /// Whether types that are added may have a meaning for elements that are there.
  private var hasElements: Bool
  private var added: [PDFObject] = []
  private var roleMap: PDFDictionary
  private var classMap: PDFDictionary
  private var namespaces: [PDFObject]
  private var identifiers: [[UInt8]: PDFObject]?
  private var newIdentifiers = false
  private var marks: [PDFName] = []
  /// The elements that the marked content of a page or a form belongs to, by its number.
  private struct Contents {
    var elements: [Int: ObjectID] = [:]
    var length = 0
  }
  private var contents: [ObjectID: Contents] = [:]
  /// The elements that annotations and XObjects belong to as a whole.
  private var whole: [ObjectID: ObjectID] = [:]
  /// How many more places lists in the parent tree may have: numbers of marked content may be any.
  private var room = 1_000_000

  /// - Parameter isNew: Whether the document has no pages but those that come.
  init(_ changes: ObjectChanges, isNew: Bool) {
    self.changes = changes
    self.isNew = isNew
    let entry = changes.catalog["StructTreeRoot"]
    root = changes.resolve(entry).dictionary ?? [:]
    rootObject = root.entries.isEmpty ? changes.allocate() : entry?.reference ?? changes.allocate()
    hasElements = !changes.resolve(root["K"]).isNull
    roleMap = changes.resolve(root["RoleMap"]).dictionary ?? [:]
    classMap = changes.resolve(root["ClassMap"]).dictionary ?? [:]
    namespaces = changes.resolve(root["Namespaces"]).array ?? []
  }

  // MARK: - What comes

  /// Takes in what a document says of its tags.
  ///
  /// - Parameter kids: The elements that come below the root.
  func add(_ kids: [ObjectID], of source: StructureTree) {
    added += kids.map { .reference($0) }
    hasElements = hasElements || !kids.isEmpty
    let said = source.objects.resolve(source.objects.catalog["MarkInfo"]).dictionary
    marks += (["Marked", "UserProperties", "Suspects"] as [PDFName]).filter {
      source.objects.resolve(said?[$0]).boolean == true
    }
  }

  /// Has marked content belong to an element. Returns `false` if it belongs to another already.
  ///
  /// - Parameter holder: The page or form whose content it is.
  func claim(_ content: Int, of holder: ObjectID, for element: ObjectID) -> Bool {
    if contents[holder] == nil, changes.object(holder).dictionary?["StructParents"] != nil { return false }
    let length = contents[holder]?.length ?? 0
    let gap = max(0, content - length)
    guard content >= 0, content < Int.max, gap <= room, contents[holder]?.elements[content] == nil else {
      return false
    }
    room -= gap
    contents[holder, default: Contents()].elements[content] = element
    contents[holder, default: Contents()].length = max(length, content + 1)
    return true
  }

  /// Has an annotation or an XObject as a whole belong to an element. Returns `false` if it belongs to another already.
  func claim(_ object: ObjectID, for element: ObjectID) -> Bool {
    guard whole[object] == nil, let dictionary = changes.object(object).dictionary,
      dictionary["StructParent"] == nil
    else { return false }
    whole[object] = element
    return true
  }

  // MARK: - Names

  /// The name that a type gets which the role map of another document maps to another.
  func name(ofType type: PDFName, mappedTo role: PDFName) -> PDFName {
    if roleMap[type]?.name == role { return type }
    let isFree = roleMap[type] == nil && !(hasElements && StructureTree.standardTypes.contains(type))
    let name = isFree ? type : free(type) { roleMap[$0] == nil || roleMap[$0]?.name == role }
    roleMap[name] = .name(role)
    return name
  }

  /// The name that a class of attributes gets.
  func name(ofClass name: PDFName, _ attributes: PDFObject) -> PDFName {
    let isSame = { (name: PDFName) in self.changes.resolve(self.classMap[name]) == attributes }
    let name = classMap[name] == nil || isSame(name) ? name : free(name) { classMap[$0] == nil || isSame($0) }
    classMap[name] = attributes
    return name
  }

  func hasClass(_ name: PDFName) -> Bool { classMap[name] != nil }

  private func free(_ name: PDFName, _ isFree: (PDFName) -> Bool) -> PDFName {
    var number = 2
    while true {
      let candidate = PDFName(bytes: name.bytes + Array("_\(number)".utf8))
      if isFree(candidate) { return candidate }
      number += 1
    }
  }

  /// Gives an element an identifier: its own, or one that no other has.
  func identify(_ element: ObjectID, as identifier: [UInt8]) -> [UInt8] {
    var known = identifiers ?? NameTree.entries(of: root["IDTree"], changes)
    // Free it while it is changed.
    identifiers = nil
    var name = identifier
    var number = 2
    while known[name] != nil {
      name = identifier + Array("_\(number)".utf8)
      number += 1
    }
    known[name] = .reference(element)
    identifiers = known
    newIdentifiers = true
    return name
  }

  /// The namespace of that name, if the document has it (ISO 32000-2, 14.7.4).
  func namespace(named name: PDFObject) -> ObjectID? {
    namespaces.first { changes.resolve(changes.resolve($0).dictionary?["NS"]) == name }?.reference
  }

  func add(namespace: ObjectID) {
    if !namespaces.contains(.reference(namespace)) { namespaces.append(.reference(namespace)) }
  }

  // MARK: - Writing

  /// Writes the root, and the keys of the parent tree that lead from content to its elements.
  func write() {
    guard !added.isEmpty || !whole.isEmpty || !contents.isEmpty else { return }
    var root = root
    root["Type"] = .name("StructTreeRoot")
    if !added.isEmpty {
      let kids = changes.resolve(root["K"])
      root["K"] = .array((kids.array ?? (kids.isNull ? [] : [root["K"] ?? .null])) + added)
    }
    let (entries, next) = parentTreeEntries()
    if !entries.isEmpty {
      root["ParentTree"] = NumberTree.appending(entries, to: root["ParentTree"], changes)
      root["ParentTreeNextKey"] = .integer(next)
    }
    for (key, map) in [("RoleMap", roleMap), ("ClassMap", classMap)] as [(PDFName, PDFDictionary)]
    where !map.entries.isEmpty {
      if let object = root[key]?.reference, changes.object(object).dictionary != nil {
        if changes.object(object).dictionary != map { changes.set(object, to: .dictionary(map)) }
      } else {
        root[key] = .dictionary(map)
      }
    }
    if let identifiers, newIdentifiers {
      let tree = NameTree.updating(root["IDTree"], to: identifiers, changes)
      root["IDTree"] = tree.reference == nil ? .reference(changes.add(tree)) : tree
    }
    if !namespaces.isEmpty { root["Namespaces"] = .array(namespaces) }
    changes.set(rootObject, to: .dictionary(root))
    var information = changes.resolve(changes.catalog["MarkInfo"]).dictionary ?? [:]
    // Pages without tags are not read by who believes that there are some everywhere.
    let marks = marks.filter { $0 != "Marked" || isNew }
    for mark in marks { information[mark] = .boolean(true) }
    changes.changeCatalog { catalog in
      catalog["StructTreeRoot"] = .reference(rootObject)
      if !marks.isEmpty { catalog["MarkInfo"] = .dictionary(information) }
    }
  }

  /// Above the keys that pages of a document without a parent tree may still name.
  private static let firstKeyWithoutTree = 1 << 20

  /// A damaged file may have any keys: room is left for those that come.
  private static let mostUsableKey = 1 << 30

  private func parentTreeEntries() -> (entries: [(key: Int, value: PDFObject)], next: Int) {
    var highest = -1
    NumberTree.forEach(root["ParentTree"], changes) { key, _ in
      if key < Self.mostUsableKey { highest = max(highest, key) }
      return true
    }
    let stated = changes.resolve(root["ParentTreeNextKey"]).integer ?? 0
    var next = highest < 0 && !isNew ? Self.firstKeyWithoutTree : highest + 1
    if stated < Self.mostUsableKey { next = max(next, stated) }
    var entries: [(key: Int, value: PDFObject)] = []
    func take(_ object: ObjectID, _ key: PDFName, _ value: PDFObject) {
      switch changes.object(object) {
      case .dictionary(var dictionary):
        dictionary[key] = .integer(next)
        changes.set(object, to: .dictionary(dictionary))
      case .stream(var dictionary, let body):
        dictionary[key] = .integer(next)
        changes.set(object, to: .stream(dictionary, body))
      default: return
      }
      entries.append((next, value))
      next += 1
    }
    for (holder, content) in contents.sorted(by: { $0.key < $1.key }) {
      let list = (0..<content.length).map { content.elements[$0].map { PDFObject.reference($0) } ?? .null }
      take(holder, "StructParents", .reference(changes.add(.array(list))))
    }
    for (object, element) in whole.sorted(by: { $0.key < $1.key }) {
      take(object, "StructParent", .reference(element))
    }
    return (entries, next)
  }
}
