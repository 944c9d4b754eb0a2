/// Gives a page tree other pages, changing as little as possible: the nodes that list pages which come, go or move, the
/// counts above them, and the `/Parent` of pages that have another.
///
/// Each node is written once, however many of its pages change: O(n log n) for n pages.
struct PageTreeEditor {
  /// A page of the tree to be.
  enum Leaf: Hashable {
    /// A page of the tree as it is, by its index.
    case present(Int)
    /// A page object that is in no tree, with all that it could inherit.
    case new(ObjectID)
  }

  let tree: PageTree
  let changes: ObjectChanges

  /// Makes the tree list these pages, in this order.
  ///
  /// - Throws: ``PageTree/Mismatch`` if the tree is not what it says: it must be rebuilt then.
  func arrange(_ leaves: [Leaf]) throws {
    let present = leaves.compactMap { leaf in if case .present(let index) = leaf { index } else { nil } }
    let staying = Self.longestAscending(present)
    guard !staying.isEmpty else { throw PageTree.Mismatch() }
    var edits = NodeEdits()
    var isKept = [Bool](repeating: false, count: tree.count)
    for index in present {
      guard isKept.indices.contains(index) else { throw PageTree.Mismatch() }
      isKept[index] = true
    }
    for index in isKept.indices where !isKept[index] { edits.remove(try tree.location(at: index)) }
    let arrivals = try place(leaves, staying, &edits)
    let touched = edits.apply()
    for (page, old, new) in arrivals { adopt(page, from: old, into: new) }
    writeChangedNodes(touched)
  }

  /// A page that gets a parent: the one that it had, if it had one, and the new one.
  private typealias Arrival = (page: ObjectID, old: PageTreeNode?, new: PageTreeNode)

  /// Pages that do not stay where they are go behind the nearest before them that stays, or before the first.
  ///
  /// - Parameter staying: The indices of the pages that stay, in their order.
  private func place(_ leaves: [Leaf], _ staying: [Int], _ edits: inout NodeEdits) throws -> [Arrival] {
    var arrivals: [Arrival] = []
    var unseen = staying[...]
    var anchor: PageLocation?
    var first: PageLocation?
    var previous: Int?
    for leaf in leaves {
      if case .present(let index) = leaf, index == unseen.first {
        unseen.removeFirst()
        (previous, anchor) = (index, nil)
        continue
      }
      if previous == nil, first == nil {
        guard let index = staying.first else { throw PageTree.Mismatch() }
        first = try tree.location(at: index)
      }
      if let previous, anchor == nil { anchor = try tree.location(at: previous) }
      guard let neighbour = anchor ?? first else { throw PageTree.Mismatch() }
      var old: PageTreeNode?
      let page: ObjectID
      switch leaf {
      case .new(let id): page = id
      case .present(let index):
        let location = try tree.location(at: index)
        (page, old) = (location.id, location.parent)
        edits.remove(location)
      }
      edits.insert(page, behind: anchor != nil, neighbour)
      if old !== neighbour.parent { arrivals.append((page, old, neighbour.parent)) }
    }
    return arrivals
  }

  /// Gives a page its new parent, and what it inherited from the old one where that differs.
  private func adopt(_ id: ObjectID, from old: PageTreeNode?, into parent: PageTreeNode) {
    guard var page = changes.object(id).dictionary else { return }
    page["Parent"] = .reference(parent.id)
    for key in InheritableKey.all where page[key] == nil {
      let before = old.flatMap { Self.inherited(key, from: $0) }
      if before != Self.inherited(key, from: parent) { page[key] = before ?? Self.neutral(key, page, old) }
    }
    changes.set(id, to: .dictionary(page))
  }

  static func inherited(_ key: PDFName, from node: PageTreeNode) -> PDFObject? {
    for ancestor in node.ancestry {
      if let value = ancestor.dictionary[key] { return value }
    }
    return nil
  }

  /// What a page has that inherits nothing (ISO 32000-2, table 31).
  private static func neutral(_ key: PDFName, _ page: PDFDictionary, _ old: PageTreeNode?) -> PDFObject {
    switch key {
    case "Rotate": .integer(0)
    case "CropBox": page["MediaBox"] ?? old.flatMap { inherited("MediaBox", from: $0) } ?? letter
    case "MediaBox": letter
    default: .dictionary([:])
    }
  }

  static let letter = PDFObject.numbers([0, 0, 612, 792])

  private func writeChangedNodes(_ nodes: [PageTreeNode]) {
    var pending = [tree.root] + nodes.flatMap(\.ancestry)
    var seen: Set<ObjectIdentifier> = []
    while let node = pending.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      if node.isChanged, !node.children.isEmpty { changes.set(node.id, to: node.object) }
    }
  }

  /// The most pages that keep their order, in it, so that the fewest move. O(n log n), after
  /// Fredman, "On computing the length of longest increasing subsequences" (1975); O(n) if all keep it.
  static func longestAscending(_ order: [Int]) -> [Int] {
    if zip(order, order.dropFirst()).allSatisfy({ $0 < $1 }) { return order }
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: order.count)
    for place in order.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if order[tails[middle]] < order[place] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[place] = tails[low - 1] }
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    var result: [Int] = []
    var place = tails.last ?? -1
    while place >= 0 {
      result.append(order[place])
      place = previous[place]
    }
    return result.reversed()
  }
}

/// What is to become of the children of nodes, gathered so that each list is gone through once.
private struct NodeEdits {
  private struct Edit {
    let node: PageTreeNode
    var removed: Set<ObjectID> = []
    var before: [ObjectID: [ObjectID]] = [:]
    var behind: [ObjectID: [ObjectID]] = [:]
  }

  private var edits: [ObjectIdentifier: Edit] = [:]

  private mutating func change(_ node: PageTreeNode, _ body: (inout Edit) -> Void) {
    body(&edits[ObjectIdentifier(node), default: Edit(node: node)])
  }

  mutating func remove(_ page: PageLocation) { change(page.parent) { $0.removed.insert(page.id) } }

  mutating func insert(_ page: ObjectID, behind: Bool, _ neighbour: PageLocation) {
    change(neighbour.parent) { edit in
      if behind {
        edit.behind[neighbour.id, default: []].append(page)
      } else {
        edit.before[neighbour.id, default: []].append(page)
      }
    }
  }

  /// Makes the changes. Returns the nodes that were changed, those that are empty now included.
  func apply() -> [PageTreeNode] {
    for edit in edits.values {
      var children: [PageTreeNode.Child] = []
      children.reserveCapacity(edit.node.children.count)
      for child in edit.node.children {
        guard case .page(let id) = child else {
          children.append(child)
          continue
        }
        for page in edit.before[id] ?? [] { children.append(.page(page)) }
        if !edit.removed.contains(id) { children.append(child) }
        for page in edit.behind[id] ?? [] { children.append(.page(page)) }
      }
      edit.node.setChildren(children)
    }
    let nodes = edits.values.map(\.node)
    for node in nodes { node.prune() }
    return nodes
  }
}

extension PageTreeEditor {
  /// Writes a page tree anew, as one node that lists the given pages: for trees that are damaged.
  ///
  /// - Returns: The object number of each page, in order.
  static func rebuild(_ pages: [PageEntry], _ ids: [ObjectID?], in changes: ObjectChanges)
    -> [ObjectID]
  {
    let used = Set(ids.compactMap(\.self))
    let oldRoot = changes.catalog["Pages"]?.reference.flatMap { used.contains($0) ? nil : $0 }
    let rootID = oldRoot ?? changes.allocate()
    let numbers = zip(pages, ids).map { page, id in
      var dictionary = id.map { changes.object($0) }?.dictionary ?? page.dictionary
      dictionary["Type"] = .name("Page")
      dictionary["Parent"] = .reference(rootID)
      dictionary.addMissing(page.inherited)
      let number = id ?? changes.allocate()
      changes.set(number, to: .dictionary(dictionary))
      return number
    }
    changes.set(
      rootID,
      to: .dictionary([
        "Type": .name("Pages"), "Kids": .array(numbers.map { .reference($0) }),
        "Count": .integer(numbers.count),
      ]))
    changes.changeCatalog { $0["Pages"] = .reference(rootID) }
    return numbers
  }
}
