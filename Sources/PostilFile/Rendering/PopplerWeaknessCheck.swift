/// Finds out what of a page poppler is known to draw wrong: by its own group, its resources and those of its annotations'
/// appearances, as far as ``ResourceSurvey`` goes. What its content does with them shows only when it is drawn.
struct PopplerWeaknessCheck {
  private let graph: ObjectGraph
  private(set) var found: Set<PopplerWeakness> = []

  init(_ page: PDFDictionary, _ survey: ResourceSurvey, _ graph: ObjectGraph) {
    self.graph = graph
    look(atGroup: page["Group"])
    for item in survey.items {
      switch item.kind {
      case .image(let image): look(atImage: image)
      case .form(let form): look(atGroup: form["Group"])
      case .graphicsState, .pattern: break
      }
    }
  }

  private mutating func look(atGroup group: PDFObject?) {
    guard let group = graph.resolve(group).dictionary else { return }
    if graph.resolve(group["K"]) == .boolean(true) { found.insert(.knockoutGroup) }
  }

  private mutating func look(atImage image: PDFDictionary) {
    if graph.resolve(image["BitsPerComponent"]).integer == 16 { found.insert(.deepImage) }
    let filter = graph.resolve(image["Filter"])
    let names = filter.array?.prefix(8).map { graph.resolve($0).name } ?? [filter.name]
    if names.contains("JBIG2Decode") { found.insert(.jbig2Image) }
  }
}
