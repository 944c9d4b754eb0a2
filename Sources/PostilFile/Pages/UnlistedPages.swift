import PostilModel

/// Pages that are not in the page tree: a destination, an annotation or the structure leads to them still, as to pages that were
/// removed, and no reader shows them. Templates (ISO 32000-2, 12.7.9) are no such pages.
struct UnlistedPages {
  private let changes: ObjectChanges
  private let listed: Set<ObjectID>

  /// - Parameter listed: The pages of the page tree.
  init(_ changes: ObjectChanges, listed: some Sequence<ObjectID>) {
    self.changes = changes
    self.listed = Set(listed).union(Self.templates(changes))
  }

  /// Takes everything out of them, so that what leads to them leads to nothing.
  ///
  /// - Returns: How many had content or annotations.
  /// - Complexity: O(objects of the document).
  func empty() -> Int {
    var count = 0
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      guard !listed.contains(id), let dictionary = changes.object(id).dictionary, isPage(dictionary),
        dictionary.entries.contains(where: { $0.key != "Type" })
      else { continue }
      if dictionary["Contents"] != nil || dictionary["Annots"] != nil { count += 1 }
      changes.set(id, to: .dictionary(["Type": .name("Page")]))
    }
    return count
  }

  /// Whether something is a page, whatever it calls itself: it has content as pages have it.
  private func isPage(_ dictionary: PDFDictionary) -> Bool {
    switch changes.resolve(dictionary["Type"]).name {
    case "Page": return true
    case "Template", "Pages", "Annot": return false
    default: break
    }
    guard dictionary["Kids"] == nil, dictionary["Subtype"] == nil, let contents = dictionary["Contents"]
    else {
      return false
    }
    let value = changes.resolve(contents)
    return value.isStream || value.array?.contains { changes.resolve($0).isStream } ?? false
  }

  /// Pages that have a name (12.7.9), and are spawned by scripts.
  private static func templates(_ changes: ObjectChanges) -> Set<ObjectID> {
    var result: Set<ObjectID> = []
    let names = changes.resolve(changes.catalog["Names"]).dictionary
    for key in ["Templates", "Pages"] as [PDFName] {
      var pending = names?[key].map { [$0] } ?? []
      var visited: Set<ObjectID> = []
      while let next = pending.popLast() {
        if let id = next.reference, !visited.insert(id).inserted { continue }
        guard let node = changes.resolve(next).dictionary else { continue }
        pending += changes.resolve(node["Kids"]).array ?? []
        result.formUnion((changes.resolve(node["Names"]).array ?? []).compactMap(\.reference))
      }
    }
    return result
  }
}
