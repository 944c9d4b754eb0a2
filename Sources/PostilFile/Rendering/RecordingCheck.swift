/// Finds out whether a page may look different when a recording of it is replayed piece by piece: by what its
/// resources hold, since what its content does with them shows only when it is drawn.
///
/// - Tiny images are enlarged without smoothing; where the edge of one of their pixels falls in the middle of
///   a pixel of the page, it depends on rounding which side that goes to.
/// - Soft masks in knockout groups, and tiling patterns with text, are drawn into pictures of their own.
struct RecordingCheck {
  /// Larger images are not enlarged that much on pages of usual size, in pixels.
  private static let tinySide = 160

  private let graph: ObjectGraph
  private var isTinyImageFound = false
  private var isTextPatternFound = false
  private var isSoftMaskFound = false
  private var isKnockoutFound = false

  init(_ survey: ResourceSurvey, _ graph: ObjectGraph) {
    self.graph = graph
    for item in survey.items where !item.isAside { look(at: item.kind) }
  }

  var isHard: Bool { isTinyImageFound || isTextPatternFound || (isSoftMaskFound && isKnockoutFound) }

  private mutating func look(at kind: ResourceSurvey.Kind) {
    switch kind {
    case .graphicsState(let state):
      if graph.resolve(state["SMask"]).dictionary != nil { isSoftMaskFound = true }
    case .image(let image):
      let sides = [image["Width"], image["Height"]].compactMap { graph.resolve($0).integer }
      if let longer = sides.max(), (2...Self.tinySide).contains(longer) { isTinyImageFound = true }
      if graph.resolve(image["SMask"]).dictionary != nil { isSoftMaskFound = true }
    case .form(let form):
      if graph.resolve(graph.resolve(form["Group"]).dictionary?["K"]) == .boolean(true) {
        isKnockoutFound = true
      }
    case .pattern(let pattern):
      guard graph.resolve(pattern["PatternType"]).integer == 1 else { return }
      let inner = graph.resolve(pattern["Resources"]).dictionary
      if graph.resolve(inner?["Font"]).dictionary?.entries.isEmpty == false { isTextPatternFound = true }
    }
  }
}
