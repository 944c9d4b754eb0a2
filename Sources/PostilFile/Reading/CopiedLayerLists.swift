import PostilModel

/// How a file lists its layers (ISO 32000-2, 8.11.4.3), as far as they were copied to another: in which order and below which
/// headings (`/Order`), of which one alone is shown (`/RBGroups`), which people cannot switch (`/Locked`), and which are shown by their
/// use (`/AS`).
struct CopiedLayerLists {
  private let objects: any ObjectSource
  private let copies: [ObjectID: ObjectID]
  private let standard: PDFDictionary
  /// How many items are still looked at: arrays may stand in several others, or in themselves.
  private var left = 100_000

  private static let deepest = 32
  private static let mostUses = 100

  init(_ objects: any ObjectSource, _ layers: [(source: ObjectID, copy: ObjectID)]) {
    self.objects = objects
    copies = Dictionary(layers.map { ($0.source, $0.copy) }) { first, _ in first }
    let properties = objects.resolve(objects.catalog["OCProperties"]).dictionary
    standard = objects.resolve(properties?["D"]).dictionary ?? [:]
  }

  /// Puts them behind the lists of the other file.
  mutating func append(to other: inout PDFDictionary, of changes: ObjectChanges) {
    func append(_ items: [PDFObject], _ key: PDFName) {
      if !items.isEmpty { other[key] = .array((changes.resolve(other[key]).array ?? []) + items) }
    }
    append(order(objects.resolve(standard["Order"]).array ?? [], level: 0), "Order")
    let groups = (objects.resolve(standard["RBGroups"]).array ?? []).map { copied($0) }
    append(groups.filter { $0.count > 1 }.map { .array($0) }, "RBGroups")
    append(copied(standard["Locked"]), "Locked")
    append((objects.resolve(standard["AS"]).array ?? []).prefix(Self.mostUses).compactMap { use($0) }, "AS")
  }

  /// For which use which layers are switched by what (ISO 32000-2, table 101); `nil` if none of them came.
  private mutating func use(_ item: PDFObject) -> PDFObject? {
    guard let use = objects.resolve(item).dictionary, let event = objects.resolve(use["Event"]).name else {
      return nil
    }
    let layers = copied(use["OCGs"])
    let categories = (objects.resolve(use["Category"]).array ?? []).prefix(Self.mostUses).compactMap {
      objects.resolve($0).name
    }
    guard !layers.isEmpty, !categories.isEmpty else { return nil }
    return .dictionary([
      "Event": .name(event), "OCGs": .array(layers), "Category": .array(categories.map { .name($0) }),
    ])
  }

  private mutating func copied(_ list: PDFObject?) -> [PDFObject] {
    let items = (objects.resolve(list).array ?? []).prefix(max(0, left))
    left -= items.count + 1
    return items.compactMap { $0.reference.flatMap { copies[$0] }.map { .reference($0) } }
  }

  private mutating func order(_ items: [PDFObject], level: Int) -> [PDFObject] {
    var result: [PDFObject] = []
    var isBehindLayer = false
    for (index, item) in items.enumerated() {
      left -= 1
      guard left > 0 else { break }
      if let below = objects.resolve(item).array {
        guard level < Self.deepest else { continue }
        let kept = order(below, level: level + 1)
        guard kept.contains(where: { $0.string == nil }) else { continue }
        // What lies below a layer that did not come stands in its place.
        let hasHeading = kept.first?.string != nil
        if hasHeading || isBehindLayer { result.append(.array(kept)) } else { result += kept }
        isBehindLayer = false
      } else if let copy = item.reference.flatMap({ copies[$0] }) {
        result.append(.reference(copy))
        isBehindLayer = true
      } else {
        let heading = objects.resolve(item)
        if index == 0, level > 0, heading.string != nil { result.append(heading) }
        isBehindLayer = false
      }
    }
    return result
  }
}
