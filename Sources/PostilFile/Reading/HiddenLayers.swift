import PostilModel

/// The layers (optional content groups, ISO 32000-2, 8.11) that are not shown when a document is opened (8.11.4.3).
struct HiddenLayers {
  private(set) var ids: Set<ObjectID> = []
  private let objects: (any ObjectSource)?

  /// No layer is hidden.
  static var none: HiddenLayers { HiddenLayers() }

  private init() { objects = nil }

  init(_ objects: any ObjectSource) {
    self.objects = objects
    let properties = objects.resolve(objects.catalog["OCProperties"]).dictionary
    let standard = objects.resolve(properties?["D"]).dictionary
    func layers(_ object: PDFObject?) -> Set<ObjectID> {
      Set((objects.resolve(object).array ?? []).compactMap(\.reference))
    }
    ids = layers(standard?["OFF"])
    guard objects.resolve(standard?["BaseState"]).name == "OFF" else { return }
    ids = layers(properties?["OCGs"]).union(ids).subtracting(layers(standard?["ON"]))
  }

  var isEmpty: Bool { ids.isEmpty }

  /// Whether something is in a hidden layer (`/OC`): in the layer itself, or by a membership of layers that are hidden (8.11.2.2).
  func hide(_ layer: PDFObject?) -> Bool {
    guard let layer, let objects, !ids.isEmpty else { return false }
    if let id = layer.reference, ids.contains(id) { return true }
    guard let dictionary = objects.resolve(layer).dictionary, dictionary["Type"]?.name == "OCMD",
      dictionary["VE"] == nil, let groups = dictionary["OCGs"]
    else { return false }
    let all = groups.reference.map { id in objects.object(id).array ?? [groups] } ?? groups.array ?? []
    let policy = objects.resolve(dictionary["P"]).name
    guard policy == nil || policy == "AnyOn" || policy == "AllOn" else { return false }
    let hidden = all.compactMap(\.reference).map(ids.contains)
    return !hidden.isEmpty && (policy == "AllOn" ? hidden.contains(true) : !hidden.contains(false))
  }
}
