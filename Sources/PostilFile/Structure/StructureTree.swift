import PostilModel

/// The structure tree of a document that pages come from (ISO 32000-2, 14.7), as the file has it. Damaged trees are read as
/// far as they go.
struct StructureTree {
  let objects: any ObjectSource
  let root: PDFDictionary
  private let rootObject: ObjectID?

  /// `nil` for a document without one.
  init?(_ objects: any ObjectSource) {
    let entry = objects.catalog["StructTreeRoot"]
    guard let root = objects.resolve(entry).dictionary, !objects.resolve(root["K"]).isNull else { return nil }
    self.objects = objects
    self.root = root
    rootObject = entry?.reference
  }

  /// What is below an element or the root.
  func kids(of element: PDFDictionary) -> [PDFObject] {
    let kids = objects.resolve(element["K"])
    if let list = kids.array { return list }
    return kids.isNull ? [] : [element["K"] ?? .null]
  }

  /// The elements that keys of the parent tree (`/StructParents`, `/StructParent`) lead to, and those above them.
  ///
  /// - Complexity: O(parent tree and elements found).
  func elements(of keys: Set<Int>) -> Set<ObjectID> {
    var pending: [ObjectID] = []
    NumberTree.forEach(root["ParentTree"], objects) { key, value in
      guard keys.contains(key) else { return true }
      if let list = objects.resolve(value).array {
        pending += list.compactMap(\.reference)
      } else if let element = value.reference {
        pending.append(element)
      }
      return true
    }
    var found: Set<ObjectID> = []
    while let id = pending.popLast() {
      guard id != rootObject, found.insert(id).inserted else { continue }
      if let parent = objects.object(id).dictionary?["P"]?.reference { pending.append(parent) }
    }
    return found
  }

  /// The type of an element as the standard types name it: the role map followed to its end.
  func role(of type: PDFName?) -> PDFName? {
    guard var type else { return nil }
    let map = objects.resolve(root["RoleMap"]).dictionary ?? [:]
    var seen: Set<PDFName> = []
    while seen.insert(type).inserted, let next = objects.resolve(map[type]).name { type = next }
    return type
  }

  /// The namespaces of the standard types (ISO 32000-2, 14.8.6).
  private static let standardNamespaces: Set<String> = ["http://iso.org/pdf/ssn", "http://iso.org/pdf2/ssn"]

  /// The standard type of an element: by its namespace, if it has one (ISO 32000-2, 14.7.4 and 14.8.6), else by the role map.
  func role(of element: PDFDictionary) -> PDFName? {
    guard var type = objects.resolve(element["S"]).name else { return nil }
    guard var space = objects.resolve(element["NS"]).dictionary else { return role(of: type) }
    // A namespace may map to another one, and so on.
    for _ in 0..<16 {
      if objects.text(space["NS"]).map(Self.standardNamespaces.contains) == true { return type }
      let next = objects.resolve(objects.resolve(space["RoleMapNS"]).dictionary?[type])
      if let name = next.name { return role(of: name) }
      guard let pair = next.array, let name = objects.resolve(pair.first).name else { return type }
      type = name
      guard pair.count > 1, let other = objects.resolve(pair[1]).dictionary else { return role(of: name) }
      space = other
    }
    return type
  }

  /// The attributes of an element by owner and name, those of its classes first (ISO 32000-2, 14.7.6); of streams nothing.
  func attributes(of element: PDFDictionary) -> [String: [String: PDFValue]] {
    var result: [String: [String: PDFValue]] = [:]
    func add(_ object: PDFObject?) {
      // Revision numbers stand among them.
      for item in objects.resolve(object).array ?? object.map({ [$0] }) ?? [] {
        guard let dictionary = objects.resolve(item).dictionary,
          let owner = objects.resolve(dictionary["O"]).name
        else { continue }
        let key =
          owner == "NSO"
          ? objects.text(objects.resolve(dictionary["NS"]).dictionary?["NS"]) ?? "NSO" : owner.description
        var entries = dictionary
        (entries["O"], entries["NS"]) = (nil, nil)
        var reader = PDFValueReader(objects)
        guard case .dictionary(let values)? = try? reader.value(entries) else { continue }
        result[key, default: [:]].merge(values) { $1 }
      }
    }
    if let classes = element["C"] {
      let map = objects.resolve(root["ClassMap"]).dictionary
      for name in (objects.resolve(classes).array ?? [classes]).compactMap({ objects.resolve($0).name }) {
        add(map?[name])
      }
    }
    add(element["A"])
    return result
  }

  /// The standard structure types (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.4 and Annex L).
  static let standardTypes: Set<PDFName> = [
    "Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "Aside", "BlockQuote", "Caption", "TOC",
    "TOCI", "Index", "NonStruct", "Private", "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "FENote",
    "Sub", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead", "TBody", "TFoot", "Span", "Quote",
    "Note", "Reference", "BibEntry", "Code", "Link", "Annot", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP",
    "Em", "Strong", "Figure", "Formula", "Form", "Artifact",
  ]
}
