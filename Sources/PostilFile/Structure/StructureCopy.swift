import PostilModel

/// Copies the elements of a structure tree that belong to pages which come into another document.
///
/// First all elements are found and numbered, from the root down, since elements name each other; then they are written. An
/// element that is reached twice is taken once, so damaged trees that lead in circles end.
struct StructureCopy {
  /// The pages that come, and what is on them, as they are in the file that they come from and in the other.
  struct Places {
    var pages: [ObjectID: ObjectID] = [:]
    var annotations: [ObjectID: ObjectID] = [:]
  }

  private struct Element {
    let dictionary: PDFDictionary
    let copy: ObjectID
    let parent: ObjectID
    /// The page of its content, where it does not say another.
    let page: ObjectID?
    let identifier: [UInt8]?
    var kids: [PDFObject] = []
  }

  private let tree: StructureTree
  private let copier: ObjectCopier
  private let target: StructureMerge
  private let places: Places
  /// The elements to take; `nil` for all of them.
  private let kept: Set<ObjectID>?
  private let language: PDFObject?
  private var elements: [Element] = []
  private var copies: [ObjectID: ObjectID] = [:]
  private var identifiers: [[UInt8]: [UInt8]] = [:]
  private var types: [PDFName: PDFName] = [:]
  private var classes: [PDFName: PDFName?] = [:]

  /// - Parameters:
  ///   - kept: The elements to take; `nil` for all of them. Those of table rows come anyway, empty ones too.
  ///   - language: The language of elements that say none; `nil` if it is that of the other document.
  init(
    _ tree: StructureTree, _ copier: ObjectCopier, to target: StructureMerge, _ places: Places,
    keeping kept: Set<ObjectID>?, language: PDFObject?
  ) {
    (self.tree, self.copier, self.target, self.places) = (tree, copier, target, places)
    (self.kept, self.language) = (kept, language)
  }

  /// Adds the elements to the other document's tree.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a stream that they lead to cannot be read.
  /// - Complexity: O(elements taken and their kids).
  mutating func add() throws {
    var top: [ObjectID] = []
    for kid in tree.kids(of: tree.root) {
      if let copy = take(kid, below: target.rootObject, page: nil, isRow: false) { top.append(copy) }
    }
    // Those that are found on the way are put behind the others.
    var next = 0
    while next < elements.count {
      elements[next].kids = kids(of: elements[next])
      next += 1
    }
    for element in elements { try write(element) }
    target.add(top, of: tree)
  }

  // MARK: - Finding

  /// Numbers an element, if it is one and comes along.
  private mutating func take(
    _ object: PDFObject, below parent: ObjectID, page: ObjectID?, isRow: Bool
  ) -> ObjectID? {
    guard let dictionary = tree.objects.resolve(object).dictionary,
      tree.objects.resolve(dictionary["S"]).name != nil
    else { return nil }
    if let id = object.reference {
      if let kept, !kept.contains(id), !isRow { return nil }
      guard copies[id] == nil else { return nil }
    }
    let copy = target.changes.allocate()
    if let id = object.reference { copies[id] = copy }
    let identifier = tree.objects.resolve(dictionary["ID"]).string
    if let identifier, identifiers[identifier] == nil {
      identifiers[identifier] = target.identify(copy, as: identifier)
      elements.append(
        Element(
          dictionary: dictionary, copy: copy, parent: parent, page: dictionary["Pg"]?.reference ?? page,
          identifier: identifiers[identifier]))
    } else {
      elements.append(
        Element(
          dictionary: dictionary, copy: copy, parent: parent, page: dictionary["Pg"]?.reference ?? page,
          identifier: nil))
    }
    return copy
  }

  private mutating func kids(of element: Element) -> [PDFObject] {
    let kids = tree.kids(of: element.dictionary)
    let isRow =
      kept != nil && tree.role(of: tree.objects.resolve(element.dictionary["S"]).name) == "TR"
    return kids.compactMap { kid in
      let value = tree.objects.resolve(kid)
      if let content = value.integer { return self.content(content, of: element) }
      guard let dictionary = value.dictionary else { return nil }
      if tree.objects.resolve(dictionary["S"]).name != nil {
        return take(kid, below: element.copy, page: element.page, isRow: isRow).map { .reference($0) }
      }
      return dictionary["Obj"] != nil
        ? objectReference(dictionary, of: element) : contentReference(dictionary, of: element)
    }
  }

  private func content(_ content: Int, of element: Element) -> PDFObject? {
    guard let page = element.page.flatMap({ places.pages[$0] }),
      target.claim(content, of: page, for: element.copy)
    else { return nil }
    return .integer(content)
  }

  /// Marked content of a page or of a form on it (ISO 32000-2, 14.7.5.2).
  private func contentReference(_ reference: PDFDictionary, of element: Element) -> PDFObject? {
    guard let content = tree.objects.resolve(reference["MCID"]).integer,
      let page = (reference["Pg"]?.reference ?? element.page).flatMap({ places.pages[$0] })
    else { return nil }
    var copy: PDFDictionary = ["Type": .name("MCR"), "Pg": .reference(page), "MCID": .integer(content)]
    var holder = page
    if let form = reference["Stm"]?.reference {
      guard let stream = copier.copy(of: form), target.changes.object(stream).isStream else { return nil }
      copy["Stm"] = .reference(stream)
      holder = stream
    }
    return target.claim(content, of: holder, for: element.copy) ? .dictionary(copy) : nil
  }

  /// An annotation or an XObject as a whole (ISO 32000-2, 14.7.5.3).
  private func objectReference(_ reference: PDFDictionary, of element: Element) -> PDFObject? {
    guard let object = reference["Obj"]?.reference else { return nil }
    var copy: PDFDictionary = ["Type": .name("OBJR")]
    if let page = (reference["Pg"]?.reference ?? element.page).flatMap({ places.pages[$0] }) {
      copy["Pg"] = .reference(page)
    }
    guard let other = places.annotations[object] ?? copiedStream(object),
      target.claim(other, for: element.copy)
    else { return nil }
    copy["Obj"] = .reference(other)
    return .dictionary(copy)
  }

  private func copiedStream(_ object: ObjectID) -> ObjectID? {
    copier.copy(of: object).flatMap { target.changes.object($0).isStream ? $0 : nil }
  }

  // MARK: - Writing

  private mutating func write(_ element: Element) throws {
    var result: PDFDictionary = ["Type": .name("StructElem")]
    let type = tree.objects.resolve(element.dictionary["S"]).name ?? "NonStruct"
    // The role map is for types without a namespace.
    result["S"] = .name(element.dictionary["NS"] == nil ? name(ofType: type) : type)
    result["P"] = .reference(element.parent)
    if let page = element.page.flatMap({ places.pages[$0] }) { result["Pg"] = .reference(page) }
    if let identifier = element.identifier { result["ID"] = .string(identifier) }
    for entry in element.dictionary.entries {
      switch entry.key {
      case "Type", "S", "P", "Pg", "K", "ID": break
      case "C": result["C"] = try classNames(entry.value)
      case "A": result["A"] = try attributes(entry.value)
      case "Ref": result["Ref"] = references(entry.value)
      case "NS": result["NS"] = try namespace(entry.value)
      case "T", "Lang", "Alt", "E", "ActualText", "PhoneticAlphabet", "Phoneme", "R", "AF":
        result[entry.key] = try copier.copy(entry.value)
      default:
        // What other programs keep there may lead to the whole document.
        var leadsElsewhere = false
        entry.value.forEachReference { _ in leadsElsewhere = true }
        if !leadsElsewhere { result[entry.key] = entry.value }
      }
    }
    if let language, element.parent == target.rootObject, result["Lang"] == nil { result["Lang"] = language }
    let kids = element.kids
    if !kids.isEmpty { result["K"] = kids.count == 1 ? kids[0] : .array(kids) }
    target.changes.set(element.copy, to: .dictionary(result))
  }

  /// The name of a type in the other document, whose role map gets what it is mapped to.
  private mutating func name(ofType type: PDFName) -> PDFName {
    if let known = types[type] { return known }
    let map = tree.objects.resolve(tree.root["RoleMap"]).dictionary ?? [:]
    var chain: [PDFName] = []
    var next: PDFName? = type
    while let name = next, types[name] == nil, !chain.contains(name), chain.count < Self.longestRoleChain {
      chain.append(name)
      next = tree.objects.resolve(map[name]).name
    }
    for name in chain.reversed() {
      let role = tree.objects.resolve(map[name]).name
      // The last one is mapped to none, or in a circle.
      types[name] = role.flatMap { types[$0] }.map { target.name(ofType: name, mappedTo: $0) } ?? name
    }
    return types[type] ?? type
  }

  private static let longestRoleChain = 32

  /// Names of classes, each with or without a revision number behind it.
  private mutating func classNames(_ value: PDFObject) throws -> PDFObject? {
    let resolved = tree.objects.resolve(value)
    if let name = resolved.name { return try self.name(ofClass: name).map { .name($0) } }
    guard let list = resolved.array else { return nil }
    var result: [PDFObject] = []
    var isLeft = false
    for item in list {
      switch tree.objects.resolve(item) {
      case .name(let name):
        let known = try self.name(ofClass: name)
        isLeft = known != nil
        if let known { result.append(.name(known)) }
      case .integer(let revision): if isLeft { result.append(.integer(revision)) }
      default: break
      }
    }
    return result.isEmpty ? nil : .array(result)
  }

  private mutating func name(ofClass name: PDFName) throws -> PDFName? {
    if let known = classes[name] { return known }
    let map = tree.objects.resolve(tree.root["ClassMap"]).dictionary
    let attributes = tree.objects.resolve(map?[name])
    // One that the document does not know may be one of the other's.
    let found: PDFName? =
      attributes.isNull
      ? (target.hasClass(name) ? nil : name)
      : target.name(ofClass: name, try copier.copy(attributes))
    classes.updateValue(found, forKey: name)
    return found
  }

  /// Attribute objects, each with or without a revision number behind it.
  private func attributes(_ value: PDFObject) throws -> PDFObject {
    guard let list = tree.objects.resolve(value).array else { return try attributeObject(value) }
    return .array(try list.map { try attributeObject($0) })
  }

  /// The headers of a table cell are identifiers of others.
  private func attributeObject(_ value: PDFObject) throws -> PDFObject {
    guard case .dictionary(var dictionary) = tree.objects.resolve(value),
      let headers = tree.objects.resolve(dictionary["Headers"]).array
    else { return try copier.copy(value) }
    let known = headers.compactMap { header in
      tree.objects.resolve(header).string.flatMap { identifiers[$0] }.map { PDFObject.string($0) }
    }
    dictionary["Headers"] = known.isEmpty ? nil : .array(known)
    return try copier.copy(.dictionary(dictionary))
  }

  private func references(_ value: PDFObject) -> PDFObject? {
    let list = tree.objects.resolve(value).array ?? [value]
    let known = list.compactMap { $0.reference.flatMap { copies[$0] }.map { PDFObject.reference($0) } }
    return known.isEmpty ? nil : .array(known)
  }

  /// A namespace that both documents have, and that says no more than its name, is there once.
  private func namespace(_ value: PDFObject) throws -> PDFObject? {
    guard let id = value.reference, let dictionary = tree.objects.resolve(value).dictionary else {
      return nil
    }
    if !copier.isKnown(id), dictionary["RoleMapNS"] == nil, dictionary["Schema"] == nil,
      let known = target.namespace(named: tree.objects.resolve(dictionary["NS"]))
    {
      copier.stand(known, for: id)
    }
    let copy = try copier.copy(value)
    if let namespace = copy.reference { target.add(namespace: namespace) }
    return copy
  }
}
