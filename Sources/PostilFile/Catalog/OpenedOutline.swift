import PostilModel

/// The outline of a file (ISO 32000-2, 12.3.3), and the objects that its items are.
struct OpenedOutline {
  /// An item of the file: its object, or, if it stands directly in another item, its dictionary.
  enum Source {
    case object(ObjectID)
    case direct(PDFDictionary)
  }

  private(set) var outline = Outline()
  /// By the indices of the items in the order in which they are shown.
  private(set) var sources: [Source] = []
  /// The same of what they lead to.
  private(set) var targets: [LinkTarget?] = []
  /// Whether all items were read.
  private(set) var isComplete = true

  /// Reads an outline: an item that several lists lead to, or its own, is in the first of them.
  ///
  /// - Complexity: O(items).
  init(_ reader: LinkTargetReader) {
    let objects = reader.objects
    guard let root = objects.resolve(objects.catalog["Outlines"]).dictionary else { return }
    var flat: [Outline.FlatItem] = []
    var visited: Set<ObjectID> = []
    if let object = objects.catalog["Outlines"]?.reference { visited.insert(object) }
    var pending: [(object: PDFObject, level: Int)] = root["First"].map { [($0, 0)] } ?? []
    while let (object, level) = pending.popLast() {
      if let id = object.reference, !visited.insert(id).inserted { continue }
      guard let dictionary = objects.resolve(object).dictionary else { continue }
      guard flat.count < Outline.maximumCount else {
        isComplete = false
        break
      }
      sources.append(object.reference.map(Source.object) ?? .direct(dictionary))
      flat.append(.init(item: Self.item(dictionary, at: flat.count, reader), level: level))
      if let next = dictionary["Next"] { pending.append((next, level)) }
      if let first = dictionary["First"] {
        pending.append((first, min(level + 1, Outline.maximumDepth - 1)))
      }
    }
    // A leaf is not open, whatever it says.
    for index in flat.indices where index + 1 == flat.count || flat[index + 1].level <= flat[index].level {
      flat[index].item.isOpen = false
    }
    targets = flat.map(\.item.target)
    outline = Outline(flat)
  }

  private static func item(_ dictionary: PDFDictionary, at index: Int, _ reader: LinkTargetReader)
    -> OutlineItem
  {
    let objects = reader.objects
    let flags = objects.resolve(dictionary["F"]).integer ?? 0
    let color = objects.color(dictionary["C"])
    var item = OutlineItem(
      objects.text(dictionary["Title"]) ?? "", target: LinkTarget(in: dictionary, reader),
      isOpen: objects.resolve(dictionary["Count"]).integer ?? 0 > 0, color: color == .black ? nil : color,
      isBold: flags & 2 != 0, isItalic: flags & 1 != 0, id: OutlineItem.ID(rawValue: String(index + 1)))
    item.origin = .opened(index)
    return item
  }

  /// The dictionary of an item; `nil` if there is none of that index.
  func dictionary(at index: Int, _ objects: any ObjectSource) -> PDFDictionary? {
    guard sources.indices.contains(index) else { return nil }
    switch sources[index] {
    case .object(let id): return objects.object(id).dictionary
    case .direct(let dictionary): return dictionary
    }
  }
}
