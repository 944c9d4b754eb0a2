import PostilModel

/// The outline (ISO 32000-2, 12.3.3). Items whose dictionaries come out as they are in the file are not written: a new
/// item costs itself, its neighbours and the counts above it.
extension SavePlan {
  /// The entries that say where an item is in the tree.
  private static let structureKeys: [PDFName] = ["Parent", "Prev", "Next", "First", "Last", "Count"]
  private static let targetKeys: [PDFName] = ["A", "Dest"]

  mutating func writeOutline() throws {
    let isSamePart = state.parts.outline == store.saved.parts.outline
    // Pages that are gone or back take items with them.
    guard !isSamePart || !removedPages.isEmpty || !broughtIn.isEmpty else { return }
    let old = try store.outline(in: store.saved)
    let new = try store.outline(in: state)
    guard old != new else { return }
    try store.requireChangeableOutline()
    let known = try store.outlineItemObjects()
    let tree = OutlineTree(new.flattened)
    let root = outlineRoot()
    var objects = known
    for entry in tree.entries where objects[entry.item.id] == nil {
      objects[entry.item.id] = changes.allocate()
    }
    let former = Dictionary(old.flattened.map { ($0.item.id, $0.item) }) { first, _ in first }
    for entry in tree.entries {
      guard let id = objects[entry.item.id] else { continue }
      let isInFile = known[entry.item.id] != nil && former[entry.item.id] != nil
      var dictionary =
        isInFile
        ? changes.object(id).dictionary ?? [:] : try newDictionary(of: entry.item, known[entry.item.id])
      let before = isInFile ? dictionary : nil
      try write(entry.item, else: isInFile ? former[entry.item.id] : nil, to: &dictionary)
      tree.place(entry, in: &dictionary, root: root) { objects[$0] }
      if dictionary != before { changes.set(id, to: .dictionary(dictionary)) }
    }
    var rootDictionary = changes.object(root).dictionary ?? ["Type": .name("Outlines")]
    tree.describe(&rootDictionary) { objects[$0] }
    changes.set(root, to: .dictionary(rootDictionary))
    outlineObjects = objects
  }

  /// The object of the outline; a new one if the file has none, or it stands in the catalog itself.
  private func outlineRoot() -> ObjectID {
    let entry = changes.catalog["Outlines"]
    if let object = entry?.reference, changes.object(object).dictionary != nil { return object }
    let root = changes.add(.dictionary(changes.resolve(entry).dictionary ?? ["Type": .name("Outlines")]))
    changes.changeCatalog { $0["Outlines"] = .reference(root) }
    return root
  }

  /// What an item that is not in the file begins with: all that its origin says but its place.
  private mutating func newDictionary(of item: OutlineItem, _ remains: ObjectID?) throws -> PDFDictionary {
    // One that a save took out is still there, with what other programs wrote.
    if let remains, let dictionary = changes.object(remains).dictionary, item.origin != nil {
      return try write(item, of: dictionary, store.graph)
    }
    guard let (dictionary, graph) = try store.outlineItem(item.origin) else { return [:] }
    return try write(item, of: dictionary, graph)
  }

  private mutating func write(
    _ item: OutlineItem, of origin: PDFDictionary, _ graph: ObjectGraph
  ) throws -> PDFDictionary {
    var dictionary = origin
    for key in Self.structureKeys + Self.targetKeys { dictionary[key] = nil }
    guard !graph.isOfSameFile(as: store.graph) else { return dictionary }
    // The structure tree of another file does not come along.
    dictionary["SE"] = nil
    return try copier(from: graph).copy(.dictionary(dictionary)).dictionary ?? [:]
  }

  /// Writes what an item says, where it is other than before.
  ///
  /// - Parameter old: The item as the file has it; `nil` if it does not have it.
  private mutating func write(
    _ item: OutlineItem, else old: OutlineItem?, to dictionary: inout PDFDictionary
  ) throws {
    if old?.label != item.label { dictionary["Title"] = .string(TextString.encode(item.label)) }
    if old == nil || old?.color != item.color {
      dictionary["C"] = item.color.map { .numbers([$0.red, $0.green, $0.blue]) }
    }
    if old == nil || old?.isBold != item.isBold || old?.isItalic != item.isItalic {
      let others = (changes.resolve(dictionary["F"]).integer ?? 0) & ~3
      let flags = others | (item.isItalic ? 1 : 0) | (item.isBold ? 2 : 0)
      dictionary["F"] = flags == 0 ? nil : .integer(flags)
    }
    guard old == nil || old?.target != item.target else { return }
    for key in Self.targetKeys { dictionary[key] = nil }
    guard let target = item.target else { return }
    // What the item said when it was opened is written to the letter, foreign actions and destinations with it.
    if let (origin, graph) = try store.outlineItem(item.origin), try isTarget(target, of: item.origin) {
      try restoreTarget(of: origin, graph, to: &dictionary)
      return
    }
    if case .place(let place) = target { try find(place.page) }
    let pages = pageObjects
    target.write(to: &dictionary) { pages[$0] }
  }

  /// Whether an item of the file that was opened has a target. What other documents have leads to other pages here.
  private func isTarget(_ target: LinkTarget, of origin: OutlineItem.Origin?) throws -> Bool {
    if case .foreign = target { return true }
    guard case .opened(let index)? = origin else { return false }
    let targets = try store.openedOutline().targets
    return targets.indices.contains(index) && targets[index] == target
  }

  private mutating func restoreTarget(
    of origin: PDFDictionary, _ graph: ObjectGraph, to dictionary: inout PDFDictionary
  ) throws {
    var target = PDFDictionary()
    for key in Self.targetKeys { target[key] = origin[key] }
    if !graph.isOfSameFile(as: store.graph) {
      let copier = try copier(from: graph)
      target["Dest"] = target["Dest"].flatMap(copier.destination)
      target = try copier.copy(.dictionary(target)).dictionary ?? [:]
    }
    dictionary.merge(target)
  }
}
