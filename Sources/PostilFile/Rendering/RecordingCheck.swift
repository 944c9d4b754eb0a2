/// Finds out whether a page may look different when a recording of it is replayed piece by piece: by what its
/// resources hold, since what its content does with them shows only when it is drawn.
///
/// - Tiny images are enlarged without smoothing; where the edge of one of their pixels falls in the middle of
///   a pixel of the page, it depends on rounding which side that goes to.
/// - Soft masks in knockout groups, and tiling patterns with text, are drawn into pictures of their own.
struct RecordingCheck {
  /// Larger images are not enlarged that much on pages of usual size, in pixels.
  private static let tinySide = 160
  /// Enough for what pages have; what has more is taken for easy.
  private static let objectLimit = 200

  private let graph: ObjectGraph
  private var visited: Set<ObjectID> = []
  private var isTinyImageFound = false
  private var isTextPatternFound = false
  private var isSoftMaskFound = false
  private var isKnockoutFound = false

  /// Looks through the resources of a page.
  init(_ resources: PDFObject?, _ graph: ObjectGraph) {
    self.graph = graph
    look(resources, depth: 0)
  }

  var isHard: Bool { isTinyImageFound || isTextPatternFound || (isSoftMaskFound && isKnockoutFound) }

  private mutating func look(_ resources: PDFObject?, depth: Int) {
    guard depth < 6, let resources = graph.resolve(resources).dictionary else { return }
    for state in members(of: resources["ExtGState"]) {
      if graph.resolve(state["SMask"]).dictionary != nil { isSoftMaskFound = true }
    }
    for object in members(of: resources["XObject"]) { look(atXObject: object, depth) }
    for pattern in members(of: resources["Pattern"]) where graph.resolve(pattern["PatternType"]).integer == 1
    {
      let inner = graph.resolve(pattern["Resources"]).dictionary
      if graph.resolve(inner?["Font"]).dictionary?.entries.isEmpty == false { isTextPatternFound = true }
      look(pattern["Resources"], depth: depth + 1)
    }
  }

  private mutating func look(atXObject object: PDFDictionary, _ depth: Int) {
    switch graph.resolve(object["Subtype"]).name {
    case "Image":
      let sides = [object["Width"], object["Height"]].compactMap { graph.resolve($0).integer }
      if let longer = sides.max(), (2...Self.tinySide).contains(longer) { isTinyImageFound = true }
      if graph.resolve(object["SMask"]).dictionary != nil { isSoftMaskFound = true }
    case "Form":
      if graph.resolve(graph.resolve(object["Group"]).dictionary?["K"]) == .boolean(true) {
        isKnockoutFound = true
      }
      look(object["Resources"], depth: depth + 1)
    default: break
    }
  }

  /// The dictionaries of a category of resources, each object once.
  private mutating func members(of category: PDFObject?) -> [PDFDictionary] {
    let entries = graph.resolve(category).dictionary?.entries.map(\.value) ?? []
    return entries.compactMap { entry in
      if let id = entry.reference {
        guard visited.count < Self.objectLimit, visited.insert(id).inserted else { return nil }
      }
      return graph.resolve(entry).dictionary
    }
  }
}
