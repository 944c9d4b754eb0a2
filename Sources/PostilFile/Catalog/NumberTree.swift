import PostilModel

/// Number trees (ISO 32000-2, 7.9.7).
enum NumberTree {
  /// All entries, in the order in which the tree has them. Nodes that lead to themselves are read once.
  ///
  /// - Parameters:
  ///   - keys: Nodes that say that they have others alone are left out.
  ///   - body: Gets a key and its value; `false` ends the walk.
  /// - Complexity: O(tree).
  static func forEach(
    _ root: PDFObject?, _ objects: any ObjectSource, within keys: ClosedRange<Int>? = nil,
    _ body: (Int, PDFObject) -> Bool
  ) {
    var visited: Set<ObjectID> = []
    var pending = [root ?? .null]
    while let node = pending.popLast() {
      if let id = node.reference, !visited.insert(id).inserted { continue }
      guard let dictionary = objects.resolve(node).dictionary else { continue }
      if let keys, let limits = objects.numbers(dictionary["Limits"]), limits.count == 2,
        limits[0] > Double(keys.upperBound) || limits[1] < Double(keys.lowerBound)
      {
        continue
      }
      let numbers = objects.resolve(dictionary["Nums"]).array ?? []
      for index in stride(from: 0, to: numbers.count - 1, by: 2) {
        guard let key = objects.resolve(numbers[index]).integer else { continue }
        if !body(key, numbers[index + 1]) { return }
      }
      // A direct kid cannot be known again: those of a list that is an object count with it.
      if let list = dictionary["Kids"]?.reference, !visited.insert(list).inserted { continue }
      pending += (objects.resolve(dictionary["Kids"]).array ?? []).reversed()
    }
  }

  /// The value of a key.
  ///
  /// - Complexity: O(height × kids of a node) where nodes tell their limits.
  static func value(of key: Int, in root: PDFObject?, _ objects: any ObjectSource) -> PDFObject? {
    var result: PDFObject?
    forEach(root, objects, within: key...key) { found, value in
      if found == key { result = value }
      return found != key
    }
    return result
  }

  /// The values of all keys.
  ///
  /// - Complexity: O(tree).
  static func values(of root: PDFObject?, _ objects: any ObjectSource) -> [Int: PDFObject] {
    var values: [Int: PDFObject] = [:]
    forEach(root, objects) { key, value in
      values[key] = value
      return true
    }
    return values
  }

  /// How many entries a leaf has.
  private static let mostInLeaf = 64

  /// A tree with more entries: what it has stays where it is.
  ///
  /// - Parameter entries: In ascending order, all above the keys that the tree has.
  /// - Returns: The root, an object.
  static func appending(
    _ entries: [(key: Int, value: PDFObject)], to root: PDFObject?, _ changes: ObjectChanges
  ) -> PDFObject {
    var dictionary = changes.resolve(root).dictionary ?? [:]
    let numbers = changes.resolve(dictionary["Nums"]).array ?? []
    var kids = changes.resolve(dictionary["Kids"]).array ?? []
    func flat(_ entries: some Sequence<(key: Int, value: PDFObject)>) -> [PDFObject] {
      entries.flatMap { [.integer($0.key), $0.value] }
    }
    if kids.isEmpty, numbers.count / 2 + entries.count <= mostInLeaf {
      dictionary["Nums"] = .array(numbers + flat(entries))
    } else {
      if !numbers.isEmpty { kids.insert(.reference(changes.add(leaf(numbers, changes))), at: 0) }
      for start in stride(from: 0, to: entries.count, by: mostInLeaf) {
        let part = entries[start..<min(start + mostInLeaf, entries.count)]
        kids.append(.reference(changes.add(leaf(flat(part), changes))))
      }
      dictionary["Nums"] = nil
      dictionary["Kids"] = .array(kids)
    }
    dictionary["Limits"] = nil
    guard let id = root?.reference else { return .reference(changes.add(.dictionary(dictionary))) }
    changes.set(id, to: .dictionary(dictionary))
    return .reference(id)
  }

  /// A tree in which keys that it has stand for other values.
  ///
  /// - Returns: The root, as it was given where it is an object.
  /// - Complexity: O(tree).
  static func replacing(
    _ values: [Int: PDFObject], in root: PDFObject?, _ changes: ObjectChanges
  ) -> PDFObject? {
    var result = root
    var visited: Set<ObjectID> = []
    var pending = [root ?? .null]
    while let node = pending.popLast() {
      if let id = node.reference, !visited.insert(id).inserted { continue }
      guard var dictionary = changes.resolve(node).dictionary else { continue }
      pending += (changes.resolve(dictionary["Kids"]).array ?? []).filter { $0.reference != nil }
      var numbers = changes.resolve(dictionary["Nums"]).array ?? []
      var isOther = false
      for index in stride(from: 0, to: numbers.count - 1, by: 2) {
        guard let key = changes.resolve(numbers[index]).integer, let value = values[key],
          numbers[index + 1] != value
        else { continue }
        numbers[index + 1] = value
        isOther = true
      }
      guard isOther else { continue }
      dictionary["Nums"] = .array(numbers)
      if let id = node.reference {
        changes.set(id, to: .dictionary(dictionary))
      } else {
        // Kids are objects, so this is the root.
        result = .dictionary(dictionary)
      }
    }
    return result
  }

  private static func leaf(_ numbers: [PDFObject], _ changes: ObjectChanges) -> PDFObject {
    let keys = stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
      changes.resolve(numbers[$0]).integer
    }
    return .dictionary([
      "Limits": .array([.integer(keys.min() ?? 0), .integer(keys.max() ?? 0)]), "Nums": .array(numbers),
    ])
  }
}
