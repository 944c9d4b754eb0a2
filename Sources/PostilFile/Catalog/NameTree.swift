import PostilModel

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

  /// A tree that has other entries: leaves of the one that there is stay as they are where nothing of them changes.
  ///
  /// - Parameters:
  ///   - root: The tree that there is.
  ///   - entries: All that it is to have.
  /// - Returns: The root: the same object, or a value.
  /// - Complexity: O(*n* log *n*) in the entries; what is written grows with what changes.
  static func updating(
    _ root: PDFObject?, to entries: [[UInt8]: PDFObject], _ changes: ObjectChanges
  ) -> PDFObject {
    guard let root, var leaves = Leaves(root, changes) else { return tree(entries, changes) }
    var added = entries
    for index in leaves.all.indices {
      let kept = leaves.all[index].entries.compactMap { entry in
        added.removeValue(forKey: entry.key).map { (entry.key, $0) }
      }
      leaves.replace(kept, at: index)
    }
    for entry in added.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) { leaves.insert(entry) }
    guard leaves.all.allSatisfy({ (1...2 * mostInNode).contains($0.entries.count) }) else {
      return tree(entries, changes)
    }
    return leaves.write(below: root, changes)
  }

  /// The leaves of a tree whose nodes are objects, each below one other, and whose keys are there once. Some writers have a few out of order:
  /// these stay where they are.
  private struct Leaves {
    struct Leaf {
      /// The nodes that lead to it, from the kid of the root to the leaf itself; none if the root is the leaf.
      let path: [ObjectID]
      var entries: [(key: [UInt8], value: PDFObject)]
      var isChanged = false

      var sorted: [(key: [UInt8], value: PDFObject)] {
        entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      }
    }

    private(set) var all: [Leaf] = []
    /// The highest key of each leaf and those before it.
    private var bounds: [[UInt8]] = []

    init?(_ root: PDFObject, _ objects: any ObjectSource) {
      var visited: Set<ObjectID> = []
      var pending: [(node: PDFObject, path: [ObjectID])] = [(root, [])]
      var known: Set<[UInt8]> = []
      while let (node, path) = pending.popLast() {
        guard let dictionary = objects.resolve(node).dictionary, path.count < 32 else { return nil }
        let kids = objects.resolve(dictionary["Kids"]).array
        let names = objects.resolve(dictionary["Names"]).array
        if let kids {
          guard names == nil else { return nil }
          for kid in kids.reversed() {
            guard let id = kid.reference, visited.insert(id).inserted else { return nil }
            pending.append((kid, path + [id]))
          }
          continue
        }
        guard let names, !names.isEmpty, names.count % 2 == 0 else { return nil }
        var leaf = Leaf(path: path, entries: [])
        for index in stride(from: 0, to: names.count, by: 2) {
          guard let key = objects.resolve(names[index]).string, known.insert(key).inserted else { return nil }
          leaf.entries.append((key, names[index + 1]))
        }
        all.append(leaf)
        let highest = leaf.entries.map(\.key).max { $0.lexicographicallyPrecedes($1) } ?? []
        bounds.append(bounds.last.map { highest.lexicographicallyPrecedes($0) ? $0 : highest } ?? highest)
      }
      guard !all.isEmpty else { return nil }
    }

    mutating func replace(_ entries: [([UInt8], PDFObject)], at index: Int) {
      let old = all[index].entries
      guard entries.count != old.count || zip(entries, old).contains(where: { $0.1 != $1.value }) else {
        return
      }
      all[index].entries = entries
      all[index].isChanged = true
    }

    /// Puts in an entry whose key no leaf has.
    mutating func insert(_ entry: (key: [UInt8], value: PDFObject)) {
      var (low, high) = (0, all.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if bounds[middle].lexicographicallyPrecedes(entry.key) { low = middle + 1 } else { high = middle }
      }
      all[low].entries.append(entry)
      all[low].isChanged = true
    }

    /// Writes the leaves that changed, and the limits of what leads to them.
    func write(below root: PDFObject, _ changes: ObjectChanges) -> PDFObject {
      var limits: [ObjectID: (first: [UInt8], last: [UInt8])] = [:]
      for leaf in all {
        let sorted = leaf.sorted
        guard let first = sorted.first?.key, let last = sorted.last?.key else { continue }
        for node in leaf.path {
          let known = limits[node] ?? (first, last)
          limits[node] = (
            first.lexicographicallyPrecedes(known.first) ? first : known.first,
            known.last.lexicographicallyPrecedes(last) ? last : known.last
          )
        }
      }
      var root = root
      for leaf in all where leaf.isChanged {
        let names = PDFObject.array(leaf.sorted.flatMap { [.string($0.key), $0.value] })
        if leaf.path.isEmpty {
          var dictionary = changes.resolve(root).dictionary ?? [:]
          dictionary["Names"] = names
          guard let id = root.reference else {
            root = .dictionary(dictionary)
            continue
          }
          changes.set(id, to: .dictionary(dictionary))
        }
        for node in leaf.path {
          guard let old = changes.object(node).dictionary, let limit = limits[node] else { continue }
          var dictionary = old
          if node == leaf.path.last { dictionary["Names"] = names }
          dictionary["Limits"] = .array([.string(limit.first), .string(limit.last)])
          if dictionary != old { changes.set(node, to: .dictionary(dictionary)) }
        }
      }
      return root
    }
  }
}
