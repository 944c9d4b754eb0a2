/// Brings the pages of the file into a new order, changing as little as possible: the nodes that
/// list the moved pages, the counts above them, and the moved pages' `/Parent`.
struct PageTreeEditor {
  let tree: PageTree
  let changes: ObjectChanges

  /// - Parameters:
  ///   - order: For each place in the result, the page's index in the tree as it is.
  ///   - page: Gives the index of a page its object number.
  func rearrange(_ order: [Int]) throws {
    let staying = Self.longestAscending(order)
    var locations: [Int: PageLocation] = [:]
    for (place, index) in order.enumerated() where !staying.contains(index) {
      locations[index] = try tree.location(at: index)
      if place > 0 { locations[order[place - 1]] = try tree.location(at: order[place - 1]) }
    }
    guard let firstStaying = order.first(where: staying.contains) else { return }
    locations[firstStaying] = try tree.location(at: firstStaying)
    let before = locations
    try move(order, staying, &locations, firstStaying)
    writeChangedNodes((Array(before.values) + Array(locations.values)).map(\.parent))
  }

  private func move(
    _ order: [Int], _ staying: Set<Int>, _ locations: inout [Int: PageLocation], _ firstStaying: Int
  ) throws {
    let before = locations
    for (place, index) in order.enumerated() where !staying.contains(index) {
      let neighbour = place > 0 ? order[place - 1] : firstStaying
      guard let page = locations[index], let other = locations[neighbour],
        let from = page.parent.position(of: page.id)
      else { throw PageTree.Mismatch() }
      // Into the new place first, so that a node is not pruned and refilled.
      guard let anchor = other.parent.position(of: other.id) else { throw PageTree.Mismatch() }
      let target = place > 0 ? anchor + 1 : anchor
      let isSameNode = other.parent === page.parent
      other.parent.insert(page.id, at: target)
      page.parent.remove(at: isSameNode && target <= from ? from + 1 : from)
      locations[index] = PageLocation(id: page.id, parent: other.parent)
    }
    for (index, location) in locations where !staying.contains(index) {
      if let old = before[index], old.parent !== location.parent { adopt(location, from: old.parent) }
    }
  }

  /// Gives a page its new parent, and what it inherited from the old one where that differs.
  private func adopt(_ location: PageLocation, from old: PageTreeNode) {
    guard var page = changes.object(location.id).dictionary else { return }
    page["Parent"] = .reference(location.parent.id)
    for key in InheritableKey.all where page[key] == nil {
      let (before, after) = (Self.inherited(key, from: old), Self.inherited(key, from: location.parent))
      if before != after { page[key] = before ?? Self.neutral(key, page, old) }
    }
    changes.set(location.id, to: .dictionary(page))
  }

  static func inherited(_ key: PDFName, from node: PageTreeNode) -> PDFObject? {
    for ancestor in node.ancestry {
      if let value = ancestor.dictionary[key] { return value }
    }
    return nil
  }

  /// What a page has that inherits nothing (ISO 32000-2, table 31).
  private static func neutral(_ key: PDFName, _ page: PDFDictionary, _ old: PageTreeNode) -> PDFObject {
    switch key {
    case "Rotate": .integer(0)
    case "CropBox": page["MediaBox"] ?? inherited("MediaBox", from: old) ?? letter
    case "MediaBox": letter
    default: .dictionary([:])
    }
  }

  static let letter = PDFObject.numbers([0, 0, 612, 792])

  private func writeChangedNodes(_ parents: [PageTreeNode]) {
    var pending = [tree.root] + parents.flatMap(\.ancestry)
    var seen: Set<ObjectIdentifier> = []
    while let node = pending.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      if node.isChanged, !node.children.isEmpty { changes.set(node.id, to: node.object) }
    }
  }

  /// The largest set of pages that keep their order, so that the fewest move. O(n log n), after
  /// Fredman, "On computing the length of longest increasing subsequences" (1975).
  static func longestAscending(_ order: [Int]) -> Set<Int> {
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
    var result: Set<Int> = []
    var place = tails.last ?? -1
    while place >= 0 {
      result.insert(order[place])
      place = previous[place]
    }
    return result
  }
}

extension PageTreeEditor {
  /// Writes a page tree anew, as one node that lists the given pages: for trees that are damaged.
  ///
  /// - Returns: The object number of each page, in order.
  static func rebuild(_ pages: [FlatPageTree.Page], _ ids: [ObjectID?], in changes: ObjectChanges)
    -> [ObjectID]
  {
    let trailer = changes.graph.reader.trailer
    let catalogID = trailer["Root"]?.reference
    var catalog = changes.resolve(trailer["Root"]).dictionary ?? [:]
    let oldRoot = catalog["Pages"]?.reference.flatMap { ids.contains($0) ? nil : $0 }
    let rootID = oldRoot ?? changes.allocate()
    let numbers = zip(pages, ids).map { page, id in
      var dictionary = id.map { changes.object($0) }?.dictionary ?? page.dictionary
      dictionary["Type"] = .name("Page")
      dictionary["Parent"] = .reference(rootID)
      for entry in page.inherited.entries where dictionary[entry.key] == nil {
        dictionary[entry.key] = entry.value
      }
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
    if let catalogID, catalog["Pages"]?.reference != rootID {
      catalog["Pages"] = .reference(rootID)
      changes.set(catalogID, to: .dictionary(catalog))
    }
    return numbers
  }
}
