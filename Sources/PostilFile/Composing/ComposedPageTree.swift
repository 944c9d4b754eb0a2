import PostilModel

/// The page tree of a document that is made (ISO 32000-2, 7.7.3), whose nodes have up to ``mostKids`` kids each. Nodes are written when they are
/// full.
struct ComposedPageTree {
  private static let mostKids = 64

  private struct Node {
    let object: ObjectID
    var kids: [ObjectID] = []
    var count = 0
  }

  private let changes: ObjectChanges
  /// The nodes that are filled: leaves first.
  private var open: [Node] = []

  init(_ changes: ObjectChanges) {
    self.changes = changes
    open = [Node(object: changes.allocate())]
  }

  /// The node that the next page comes into.
  var nextParent: ObjectID { open[0].object }

  mutating func add(_ page: ObjectID) { add(page, 1, level: 0) }

  private mutating func add(_ kid: ObjectID, _ count: Int, level: Int) {
    open[level].kids.append(kid)
    open[level].count += count
    if open[level].kids.count == Self.mostKids { close(level) }
  }

  private mutating func close(_ level: Int) {
    if level + 1 == open.count { open.append(Node(object: changes.allocate())) }
    let node = open[level]
    write(node, parent: open[level + 1].object)
    open[level] = Node(object: changes.allocate())
    add(node.object, node.count, level: level + 1)
  }

  private func write(_ node: Node, parent: ObjectID?) {
    var dictionary: PDFDictionary = [
      "Type": .name("Pages"), "Kids": .array(node.kids.map { .reference($0) }), "Count": .integer(node.count),
    ]
    dictionary["Parent"] = parent.map { .reference($0) }
    changes.set(node.object, to: .dictionary(dictionary))
  }

  /// Writes the nodes that are not full.
  ///
  /// - Returns: The root.
  mutating func finish() -> ObjectID {
    for level in open.indices.dropLast() where !open[level].kids.isEmpty {
      write(open[level], parent: open[level + 1].object)
      open[level + 1].kids.append(open[level].object)
      open[level + 1].count += open[level].count
    }
    let root = open[open.count - 1]
    write(root, parent: nil)
    return root.object
  }
}
