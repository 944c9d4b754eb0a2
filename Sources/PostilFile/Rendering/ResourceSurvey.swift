/// What the resources of a page hold, with those of the forms, patterns and masks among them: for telling how a page is best drawn
/// before it is. What its content does with them is not looked at.
struct ResourceSurvey {
  enum Kind {
    case graphicsState(PDFDictionary)
    case image(PDFDictionary)
    case form(PDFDictionary)
    case pattern(PDFDictionary)
  }

  struct Item {
    let kind: Kind
    /// Whether it is only in a soft mask, or in the appearance of an annotation.
    let isAside: Bool
  }

  /// Enough for what pages have; of what has more, the rest is left out.
  private static let objectLimit = 200
  private static let depthLimit = 6

  private(set) var items: [Item] = []
  private let graph: ObjectGraph
  private var visited: Set<ObjectID> = []

  /// How many objects are entered in all.
  private var visitLimit = Self.objectLimit

  /// - Complexity: O(1): 200 objects, and as many aside, at most.
  init(_ page: PDFDictionary, _ graph: ObjectGraph) {
    self.graph = graph
    look(page["Resources"], isAside: false, depth: 0)
    // What there is aside takes nothing of that away.
    visitLimit = visited.count + Self.objectLimit
    for item in items {
      switch item.kind {
      case .graphicsState(let state): lookAtMask(of: state)
      case .image(let image): lookAtMask(of: image)
      case .form, .pattern: break
      }
    }
    for annotation in graph.resolve(page["Annots"]).array?.prefix(Self.objectLimit) ?? [] {
      guard visited.count < visitLimit else { break }
      lookAtAppearance(graph.resolve(graph.resolve(annotation).dictionary?["AP"]).dictionary?["N"])
    }
  }

  /// Looks at the mask of a graphics state or an image.
  private mutating func lookAtMask(of owner: PDFDictionary) {
    guard let mask = owner["SMask"], let dictionary = graph.resolve(mask).dictionary else { return }
    if let group = dictionary["G"] {
      lookAside(group)
    } else if let image = enter(mask) {
      items.append(Item(kind: .image(image), isAside: true))
    }
  }

  private mutating func lookAtAppearance(_ appearance: PDFObject?) {
    guard let appearance, let dictionary = graph.resolve(appearance).dictionary else { return }
    if dictionary["Subtype"] == nil, dictionary["Length"] == nil, dictionary["BBox"] == nil {
      // One for each state.
      for state in dictionary.entries.prefix(8) { lookAside(state.value) }
    } else {
      lookAside(appearance)
    }
  }

  /// Looks at a form that is not among the page's.
  private mutating func lookAside(_ form: PDFObject) {
    guard let dictionary = enter(form) else { return }
    items.append(Item(kind: .form(dictionary), isAside: true))
    look(dictionary["Resources"], isAside: true, depth: 1)
  }

  private mutating func look(_ resources: PDFObject?, isAside: Bool, depth: Int) {
    guard depth < Self.depthLimit, let resources = graph.resolve(resources).dictionary else { return }
    for state in members(of: resources["ExtGState"]) {
      items.append(Item(kind: .graphicsState(state), isAside: isAside))
    }
    for object in members(of: resources["XObject"]) {
      switch graph.resolve(object["Subtype"]).name {
      case "Image":
        items.append(Item(kind: .image(object), isAside: isAside))
        if isAside { lookAtMask(of: object) }
      case "Form":
        items.append(Item(kind: .form(object), isAside: isAside))
        look(object["Resources"], isAside: isAside, depth: depth + 1)
      default: break
      }
    }
    for pattern in members(of: resources["Pattern"]) {
      items.append(Item(kind: .pattern(pattern), isAside: isAside))
      if graph.resolve(pattern["PatternType"]).integer == 1 {
        look(pattern["Resources"], isAside: isAside, depth: depth + 1)
      }
    }
  }

  /// The dictionaries of a category of resources, each object once.
  private mutating func members(of category: PDFObject?) -> [PDFDictionary] {
    let entries = graph.resolve(category).dictionary?.entries.map(\.value) ?? []
    var members: [PDFDictionary] = []
    for entry in entries { if let member = enter(entry) { members.append(member) } }
    return members
  }

  /// The dictionary of an object, once.
  private mutating func enter(_ object: PDFObject) -> PDFDictionary? {
    if let id = object.reference {
      guard visited.count < visitLimit, visited.insert(id).inserted else { return nil }
    }
    return graph.resolve(object).dictionary
  }
}
