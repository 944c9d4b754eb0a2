import PostilModel

/// The layers of a file in the order in which readers list them, then those that they do not list (ISO 32000-2, 8.11.4).
struct OpenedLayers {
  private(set) var layers: [DocumentLayer] = []
  private let objects: any ObjectSource
  private let configuration: LayerConfiguration
  private let hidden: Set<ObjectID>
  private let name: (ObjectID) -> LayerID?
  private var seen: Set<ObjectID> = []

  /// How many are listed, and how deep.
  private static let most = 100_000
  private static let deepest = 32

  /// - Parameters:
  ///   - hidden: The layers that are not shown.
  ///   - name: What a layer is named by.
  /// - Complexity: O(layers).
  init(
    _ objects: any ObjectSource, _ configuration: LayerConfiguration, hidden: Set<ObjectID>,
    name: @escaping (ObjectID) -> LayerID?
  ) {
    self.objects = objects
    self.configuration = configuration
    self.hidden = hidden
    self.name = name
    let properties = objects.resolve(objects.catalog["OCProperties"]).dictionary
    let standard = objects.resolve(properties?["D"]).dictionary
    var left = Self.most
    list(objects.resolve(standard?["Order"]).array ?? [], level: 0, &left)
    for layer in configuration.layers { add(layer, level: 0, isListed: false) }
  }

  /// - Parameter left: How many items are still looked at: arrays may stand in several others, or in themselves.
  private mutating func list(_ items: [PDFObject], level: Int, _ left: inout Int) {
    for (index, item) in items.enumerated() {
      left -= 1
      guard left > 0 else { return }
      if let below = objects.resolve(item).array {
        // An array lies below the layer before it, unless it begins with a heading of its own.
        let hasHeading = objects.resolve(below.first).string != nil
        guard level < Self.deepest else { continue }
        list(below, level: hasHeading || index == 0 ? level : level + 1, &left)
      } else if let heading = objects.text(item) {
        layers.append(DocumentLayer(heading, level: level, isHeading: true))
        // What follows in the array lies below it.
        guard index == 0, level < Self.deepest else { continue }
        return list(Array(items.dropFirst()), level: level + 1, &left)
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
      objects.text(dictionary["Name"]) ?? "", id: name(id), level: level, isShown: !hidden.contains(id))
    layer.isLocked = configuration.locked.contains(id)
    layer.isListed = isListed
    layer.exclusiveGroups = configuration.exclusiveGroups[id] ?? []
    layer.usage = configuration.usage(of: id)
    layers.append(layer)
  }
}
