import PostilModel

/// The layers (optional content groups, ISO 32000-2, 8.11) that are not shown, and what is not shown with them.
struct HiddenLayers {
  let ids: Set<ObjectID>
  private let objects: (any ObjectSource)?
  private let memberships = Memberships()

  /// No layer is hidden.
  static var none: HiddenLayers { HiddenLayers() }

  private init() { (ids, objects) = ([], nil) }

  /// Those that are hidden when the document is opened (8.11.4.3).
  init(_ objects: any ObjectSource) { self.init(objects, LayerConfiguration(objects).hidden) }

  init(_ objects: any ObjectSource, _ ids: Set<ObjectID>) {
    self.ids = ids
    self.objects = objects.catalog["OCProperties"] == nil ? nil : objects
  }

  var isEmpty: Bool { ids.isEmpty }

  /// Whether something is in a hidden layer (`/OC`): in the layer itself, or by a membership of layers that are hidden (8.11.2.2).
  func hide(_ layer: PDFObject?) -> Bool {
    guard let layer, let objects else { return false }
    guard let id = layer.reference else { return hides(layer, objects) }
    if ids.contains(id) { return true }
    if let known = memberships.known[id] { return known }
    let result = hides(layer, objects)
    memberships.known[id] = result
    return result
  }

  private func hides(_ layer: PDFObject, _ objects: any ObjectSource) -> Bool {
    guard let dictionary = objects.resolve(layer).dictionary, dictionary["Type"]?.name == "OCMD" else {
      return false
    }
    if let expression = objects.resolve(dictionary["VE"]).array {
      var steps = Self.mostSteps
      return !holds(expression, depth: 0, &steps, objects)
    }
    guard let groups = dictionary["OCGs"] else { return false }
    let all = objects.resolve(groups).array ?? [groups]
    let hidden = all.lazy.compactMap(\.reference).map(ids.contains)
    guard !hidden.isEmpty else { return false }
    return switch objects.resolve(dictionary["P"]).name {
    case "AllOn"?: hidden.contains(true)
    case "AnyOff"?: !hidden.contains(true)
    case "AllOff"?: hidden.contains(false)
    default: !hidden.contains(false)
    }
  }

  // MARK: - Visibility expressions

  /// How deep expressions are looked at, and how many of their parts: beyond that they hold.
  private static let deepest = 32
  private static let mostSteps = 1_000

  /// Whether a visibility expression holds (table 97).
  private func holds(
    _ expression: [PDFObject], depth: Int, _ steps: inout Int, _ objects: any ObjectSource
  ) -> Bool {
    guard depth < Self.deepest else { return true }
    func value(_ operand: PDFObject) -> Bool {
      steps -= 1
      guard steps > 0 else { return true }
      if let id = operand.reference, ids.contains(id) { return false }
      guard let inner = objects.resolve(operand).array else { return true }
      return holds(inner, depth: depth + 1, &steps, objects)
    }
    let operands = expression.dropFirst()
    switch objects.resolve(expression.first).name {
    case "And"?: return operands.allSatisfy(value)
    case "Or"?: return operands.contains(where: value)
    case "Not"?: return operands.first.map { !value($0) } ?? true
    default: return true
    }
  }

  /// What memberships hide: contents name the same one again and again.
  private final class Memberships {
    var known: [ObjectID: Bool] = [:]
  }
}
