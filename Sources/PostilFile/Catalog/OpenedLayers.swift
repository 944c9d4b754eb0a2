import PostilModel

/// The layers of a file in the order in which readers list them, then those that they do not list (ISO 32000-2, 8.11.4).
struct OpenedLayers {
  private(set) var layers: [DocumentLayer] = []
  private let objects: any ObjectSource
  private let hidden: HiddenLayers
  private let locked: Set<ObjectID>
  private var groups: [ObjectID: Int] = [:]
  private var seen: Set<ObjectID> = []

  /// How many are listed, and how deep.
  private static let most = 100_000
  private static let deepest = 32

  /// - Complexity: O(layers).
  init(_ objects: any ObjectSource) {
    self.objects = objects
    hidden = HiddenLayers(objects)
    let properties = objects.resolve(objects.catalog["OCProperties"]).dictionary
    let standard = objects.resolve(properties?["D"]).dictionary
    locked = Set((objects.resolve(standard?["Locked"]).array ?? []).compactMap(\.reference))
    for (number, group) in (objects.resolve(standard?["RBGroups"]).array ?? []).enumerated() {
      for layer in (objects.resolve(group).array ?? []).compactMap(\.reference) where groups[layer] == nil {
        groups[layer] = number
      }
    }
    list(objects.resolve(standard?["Order"]).array ?? [], level: 0)
    for layer in (objects.resolve(properties?["OCGs"]).array ?? []).compactMap(\.reference) {
      add(layer, level: 0, isListed: false)
    }
  }

  private mutating func list(_ items: [PDFObject], level: Int) {
    for (index, item) in items.enumerated() where layers.count < Self.most {
      if let below = objects.resolve(item).array {
        // An array lies below the layer before it, unless it begins with a heading of its own.
        let hasHeading = objects.resolve(below.first).string != nil
        guard level < Self.deepest else { continue }
        list(below, level: hasHeading || index == 0 ? level : level + 1)
      } else if let heading = objects.text(item) {
        layers.append(DocumentLayer(heading, level: level, isHeading: true))
        // What follows in the array lies below it.
        guard index == 0, level < Self.deepest else { continue }
        return list(Array(items.dropFirst()), level: level + 1)
      } else if let id = item.reference {
        add(id, level: level, isListed: true)
      }
    }
  }

  private mutating func add(_ id: ObjectID, level: Int, isListed: Bool) {
    guard layers.count < Self.most, let dictionary = objects.object(id).dictionary,
      objects.resolve(dictionary["Type"]).name == "OCG" || dictionary["Name"] != nil,
      seen.insert(id).inserted
    else { return }
    var layer = DocumentLayer(
      objects.text(dictionary["Name"]) ?? "", level: level, isShown: !hidden.ids.contains(id))
    layer.isLocked = locked.contains(id)
    layer.isListed = isListed
    layer.exclusiveGroup = groups[id]
    layers.append(layer)
  }
}
