import PostilModel

/// The layers that a page may show something of: by what its resources hold, since what its content does with them shows only when
/// it is drawn, and by its annotations.
struct LayerUse {
  /// More objects are not looked at: such a page is taken to show all layers.
  private static let objectLimit = 50_000
  private static let deepest = 32

  private let objects: any ObjectSource
  private(set) var layers: Set<ObjectID> = []
  /// Whether all was looked at.
  private(set) var isComplete = true
  private var visited: Set<ObjectID> = []
  private var pending: [PDFDictionary] = []

  /// - Complexity: O(objects that the page shows).
  init(_ page: PDFDictionary, _ objects: any ObjectSource) {
    self.objects = objects
    if let resources = objects.resolve(page["Resources"]).dictionary { pending.append(resources) }
    for element in objects.resolve(page["Annots"]).array ?? [] {
      guard enter(element), let annotation = objects.resolve(element).dictionary else { continue }
      take(annotation["OC"], depth: 0)
      let appearances = objects.resolve(annotation["AP"]).dictionary?.entries.map(\.value) ?? []
      for appearance in appearances {
        look(at: appearance)
        if case .dictionary(let states) = objects.resolve(appearance) {
          for state in states.entries { look(at: state.value) }
        }
      }
    }
    while let resources = pending.popLast(), isComplete { look(through: resources) }
  }

  /// Whether an object is looked at for the first time.
  private mutating func enter(_ object: PDFObject?) -> Bool {
    guard let id = object?.reference else { return object != nil }
    guard visited.count < Self.objectLimit else {
      isComplete = false
      return false
    }
    return visited.insert(id).inserted
  }

  /// A form, a pattern or a picture, with what it shows.
  private mutating func look(at object: PDFObject?) {
    guard enter(object), let dictionary = objects.resolve(object).dictionary else { return }
    take(dictionary["OC"], depth: 0)
    if let resources = dictionary["Resources"], resources.reference == nil || enter(resources),
      let inner = objects.resolve(resources).dictionary
    {
      pending.append(inner)
    }
  }

  private mutating func look(through resources: PDFDictionary) {
    func entries(_ category: PDFName) -> [PDFObject] {
      objects.resolve(resources[category]).dictionary?.entries.map(\.value) ?? []
    }
    for property in entries("Properties") { take(property, depth: 0) }
    for category in ["XObject", "Pattern"] as [PDFName] {
      for object in entries(category) { look(at: object) }
    }
    for font in entries("Font")
    where objects.resolve(objects.resolve(font).dictionary?["Subtype"]).name == "Type3" {
      look(at: font)
    }
    for state in entries("ExtGState") where enter(state) {
      look(at: objects.resolve(objects.resolve(state).dictionary?["SMask"]).dictionary?["G"])
    }
  }

  /// Takes in a layer, or those of a membership.
  private mutating func take(_ object: PDFObject?, depth: Int) {
    guard depth < Self.deepest, let object else { return }
    if let id = object.reference {
      guard !layers.contains(id), enter(object) else { return }
    }
    switch objects.resolve(object) {
    case .array(let items): for item in items { take(item, depth: depth + 1) }
    case .dictionary(let dictionary) where objects.resolve(dictionary["Type"]).name == "OCMD":
      take(dictionary["OCGs"], depth: depth + 1)
      take(dictionary["VE"], depth: depth + 1)
    case .dictionary: if let id = object.reference { layers.insert(id) }
    default: break
    }
  }
}
