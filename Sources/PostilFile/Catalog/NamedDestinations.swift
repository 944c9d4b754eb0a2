import PostilModel

/// The places that a document has under names (ISO 32000-2, 12.3.2.4): read once, since a name tree is no quick way to look up
/// the names of thousands of links.
struct NamedDestinations {
  private let names: [[UInt8]: PDFObject]
  private let oldNames: PDFDictionary
  private let objects: any ObjectSource

  init(_ objects: any ObjectSource) {
    self.objects = objects
    let catalog = objects.catalog
    oldNames = objects.resolve(catalog["Dests"]).dictionary ?? [:]
    names = NameTree.entries(of: objects.resolve(catalog["Names"]).dictionary?["Dests"], objects)
  }

  /// The names as texts, with the objects that they are in the file. Of a text that is a string and a name of the oldest kind, the
  /// string counts. O(names); what they stand for is not read.
  var texts: [String: PDFObject] {
    var result: [String: PDFObject] = [:]
    for entry in oldNames.entries { result[entry.key.description] = .name(entry.key) }
    for name in names.keys { result[TextString.decode(name)] = .string(name) }
    return result
  }

  /// Texts with what they stand for, in the order of the objects that say it: those of one object stream are decoded together.
  func inOrder(_ texts: [String: PDFObject]) -> [(text: String, name: PDFObject)] {
    texts.map { (text: $0.key, name: $0.value, number: found($0.value)?.reference?.number ?? 0) }
      .sorted { $0.number < $1.number }.map { ($0.text, $0.name) }
  }

  private func found(_ name: PDFObject) -> PDFObject? {
    switch name {
    case .string(let bytes): names[bytes]
    case .name(let name): oldNames[name]
    default: nil
    }
  }

  /// The destination, an array, that a string or a name stands for; `nil` for what is neither, or is not there.
  subscript(name: PDFObject) -> PDFObject? {
    let value = objects.resolve(found(name))
    let destination = value.dictionary.map { objects.resolve($0["D"]) } ?? value
    return destination.array == nil ? nil : destination
  }
}

/// Name trees (ISO 32000-2, 7.9.6).
enum NameTree {
  /// The values of all names; of one that is there twice the first. Nodes that lead to themselves are read once.
  ///
  /// - Complexity: O(tree).
  static func entries(of root: PDFObject?, _ objects: any ObjectSource) -> [[UInt8]: PDFObject] {
    var result: [[UInt8]: PDFObject] = [:]
    var visited: Set<ObjectID> = []
    var pending = [root ?? .null]
    while let node = pending.popLast() {
      if let id = node.reference, !visited.insert(id).inserted { continue }
      guard let dictionary = objects.resolve(node).dictionary else { continue }
      let names = objects.resolve(dictionary["Names"]).array ?? []
      for index in stride(from: 0, to: names.count - 1, by: 2) {
        guard let name = objects.resolve(names[index]).string, result[name] == nil else { continue }
        result[name] = names[index + 1]
      }
      // A direct kid cannot be known again: those of a list that is an object count with it.
      if let list = dictionary["Kids"]?.reference, !visited.insert(list).inserted { continue }
      pending += (objects.resolve(dictionary["Kids"]).array ?? []).reversed()
    }
    return result
  }

  /// How many names a leaf has, and how many nodes one above.
  private static let mostInNode = 64

  /// A tree of entries: the root is a value, the nodes below it become objects.
  static func tree(_ entries: [[UInt8]: PDFObject], _ changes: ObjectChanges) -> PDFObject {
    struct Node {
      var dictionary: PDFDictionary
      let (first, last): ([UInt8], [UInt8])
    }
    func groups<Element>(_ all: [Element]) -> [ArraySlice<Element>] {
      stride(from: 0, to: all.count, by: mostInNode).map { all[$0..<min($0 + mostInNode, all.count)] }
    }
    let sorted = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var nodes = groups(sorted).compactMap { group -> Node? in
      guard let first = group.first, let last = group.last else { return nil }
      let names = group.flatMap { [PDFObject.string($0.key), $0.value] }
      return Node(dictionary: ["Names": .array(names)], first: first.key, last: last.key)
    }
    while nodes.count > 1 {
      nodes = groups(nodes).compactMap { group in
        guard let first = group.first, let last = group.last else { return nil }
        let kids = group.map { node -> PDFObject in
          var dictionary = node.dictionary
          dictionary["Limits"] = .array([.string(node.first), .string(node.last)])
          return .reference(changes.add(.dictionary(dictionary)))
        }
        return Node(dictionary: ["Kids": .array(kids)], first: first.first, last: last.last)
      }
    }
    return .dictionary(nodes.first?.dictionary ?? ["Names": .array([])])
  }
}
