import PostilModel

/// The structure tree of a document that pages come from (ISO 32000-2, 14.7), as the file has it. Damaged trees are read as
/// far as they go.
struct StructureTree {
  let objects: ObjectGraph
  let root: PDFDictionary
  private let rootObject: ObjectID?

  /// `nil` for a document without one.
  init?(_ objects: ObjectGraph) {
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

  /// The standard structure types (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.4 and Annex L).
  static let standardTypes: Set<PDFName> = [
    "Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "Aside", "BlockQuote", "Caption", "TOC",
    "TOCI", "Index", "NonStruct", "Private", "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "FENote",
    "Sub", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead", "TBody", "TFoot", "Span", "Quote",
    "Note", "Reference", "BibEntry", "Code", "Link", "Annot", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP",
    "Em", "Strong", "Figure", "Formula", "Form", "Artifact",
  ]
}
