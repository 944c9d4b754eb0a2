import PostilModel

/// What a file says of its layers (optional content, ISO 32000-2, 8.11.4): which there are, which are hidden, and when.
struct LayerConfiguration: Sendable {
  /// All layers, in the order in which the file has them.
  private(set) var layers: [ObjectID] = []
  /// Those that are hidden by the state that the file gives them, whatever they are used for.
  private(set) var hidden: Set<ObjectID> = []
  /// Those that their own usage shows or hides on screens (`/ViewState`): PDFium goes by it, though the file has nobody heed it.
  private var viewStates: [ObjectID: Bool] = [:]
  private(set) var locked: Set<ObjectID> = []
  /// The numbers of the groups of which no more than one layer is shown.
  private(set) var exclusiveGroups: [ObjectID: [Int]] = [:]
  /// Those that are not for looking at (`/Intent`): they are never hidden.
  private var unaffected: Set<ObjectID> = []
  /// What the file has readers heed, by what pages are drawn for.
  private var rules: [DrawingPurpose: [ObjectID: Rule]] = [:]

  /// More of them are not read.
  private static let most = 100_000
  /// How many entries of lists are looked at: an array may be named by many.
  private static let mostEntries = 1_000_000

  /// What shows or hides a layer, whatever its state is (8.11.4.4): all of it must show it.
  fileprivate struct Rule {
    /// Whether it is shown.
    var state: Bool?
    var zoom: Range<Double>?
    var language: String?
    var isPreferred = false
  }

  /// - Complexity: O(layers).
  init(_ objects: any ObjectSource) {
    guard let properties = objects.resolve(objects.catalog["OCProperties"]).dictionary else { return }
    let standard = objects.resolve(properties["D"]).dictionary ?? [:]
    func list(_ object: PDFObject?) -> [ObjectID] {
      (objects.resolve(object).array ?? []).lazy.compactMap(\.reference)
    }
    var known: Set<ObjectID> = []
    for layer in list(properties["OCGs"]).prefix(Self.most) where known.insert(layer).inserted {
      layers.append(layer)
    }
    let off = known.intersection(list(standard["OFF"]))
    hidden =
      objects.resolve(standard["BaseState"]).name == "OFF"
      ? known.subtracting(Set(list(standard["ON"]))).union(off.subtracting(list(standard["ON"]))) : off
    locked = known.intersection(list(standard["Locked"]))
    var entriesLeft = Self.mostEntries
    for (number, group) in (objects.resolve(standard["RBGroups"]).array ?? []).enumerated() {
      let members = list(group)
      entriesLeft -= members.count + 1
      guard entriesLeft > 0 else { break }
      for layer in Set(members) where known.contains(layer) {
        exclusiveGroups[layer, default: []].append(number)
      }
    }
    readIntents(objects, standard)
    readUsages(objects, standard, known, &entriesLeft)
  }

  // MARK: - Intents

  private mutating func readIntents(_ objects: any ObjectSource, _ standard: PDFDictionary) {
    let wanted = Set(objects.names(standard["Intent"]) ?? ["View"])
    guard !wanted.contains("All") else { return }
    for layer in hidden {
      let own = objects.names(objects.object(layer).dictionary?["Intent"]) ?? ["View"]
      if wanted.isDisjoint(with: own), !own.contains("All") { unaffected.insert(layer) }
    }
  }

  // MARK: - Usage

  private static let purposes: [PDFName: DrawingPurpose] = [
    "View": .screen, "Print": .print, "Export": .export,
  ]

  private mutating func readUsages(
    _ objects: any ObjectSource, _ standard: PDFDictionary, _ known: Set<ObjectID>, _ entriesLeft: inout Int
  ) {
    for layer in layers {
      let usage = objects.resolve(objects.object(layer).dictionary?["Usage"]).dictionary
      let view = objects.resolve(usage?["View"]).dictionary
      if let view, view["ViewState"] != nil {
        viewStates[layer] = objects.resolve(view["ViewState"]).name != "OFF"
      }
    }
    for item in objects.resolve(standard["AS"]).array ?? [] {
      entriesLeft -= 1
      guard entriesLeft > 0, let application = objects.resolve(item).dictionary,
        let purpose = objects.resolve(application["Event"]).name.flatMap({ Self.purposes[$0] })
      else { continue }
      let names = Set(objects.names(application["Category"]) ?? [])
      for layer in (objects.resolve(application["OCGs"]).array ?? []).lazy.compactMap(\.reference) {
        entriesLeft -= 1
        guard entriesLeft > 0 else { return }
        guard known.contains(layer),
          let usage = objects.resolve(objects.object(layer).dictionary?["Usage"]).dictionary
        else { continue }
        rules[purpose, default: [:]][layer, default: Rule()].take(usage, names, objects)
      }
    }
  }

  /// What the file has readers heed of a layer.
  func usage(of layer: ObjectID) -> LayerUsage {
    var usage = LayerUsage()
    usage.isShownOnScreen = rules[.screen]?[layer]?.state
    usage.isPrinted = rules[.print]?[layer]?.state
    usage.isExported = rules[.export]?[layer]?.state
    guard let rule = rules[.screen]?[layer] else { return usage }
    if let zoom = rule.zoom {
      usage.leastZoom = zoom.lowerBound > 0 ? zoom.lowerBound : nil
      usage.zoomLimit = zoom.upperBound < .infinity ? zoom.upperBound : nil
    }
    (usage.language, usage.isForRelatedLanguages) = (rule.language, rule.isPreferred)
    return usage
  }

  /// The zooms at which some of these layers come or go, in ascending order; no more than some.
  func zoomSteps(of layers: Set<ObjectID>) -> [Double] {
    var steps: Set<Double> = []
    for rules in rules.values {
      for (layer, rule) in rules where layers.contains(layer) {
        if let zoom = rule.zoom { steps.formUnion([zoom.lowerBound, zoom.upperBound]) }
      }
    }
    return steps.filter { $0 > 0 && $0 < .infinity }.sorted().prefix(16).map { $0 }
  }

  // MARK: - States

  /// The layers that are hidden under conditions. What was switched counts for screens; when a page is printed or exported, what the
  /// file says of that comes on top.
  ///
  /// - Complexity: O(layers).
  func hidden(_ conditions: LayerConditions) -> Set<ObjectID> {
    var result = hidden
    apply(.screen, conditions, to: &result)
    apply(conditions.visibility, to: &result)
    if conditions.purpose != .screen { apply(conditions.purpose, conditions, to: &result) }
    return result.subtracting(unaffected)
  }

  /// Whether all renderers show layers of the file so that these, and no others, are hidden.
  ///
  /// - Parameter used: The layers that matter; `nil`: all.
  func isDrawn(hiding result: Set<ObjectID>, of used: Set<ObjectID>? = nil) -> Bool {
    let differing = result.symmetricDifference(hidden).union(
      viewStates.lazy.filter { layer, isShown in isShown == result.contains(layer) }.map(\.key))
    return used.map(differing.isDisjoint) ?? differing.isEmpty
  }

  /// The layers that are hidden by their states, where some were given others.
  func hidden(_ visibility: LayerVisibility) -> Set<ObjectID> {
    var result = hidden
    apply(visibility, to: &result)
    return result
  }

  private func apply(_ visibility: LayerVisibility, to result: inout Set<ObjectID>) {
    guard !visibility.isEmpty else { return }
    for layer in layers {
      guard let isShown = visibility[LayerID(rawValue: layer.number)] else { continue }
      if isShown { result.remove(layer) } else { result.insert(layer) }
    }
  }

  private func apply(_ purpose: DrawingPurpose, _ conditions: LayerConditions, to result: inout Set<ObjectID>)
  {
    guard let rules = rules[purpose] else { return }
    let language = conditions.language.map(Self.folded)
    let isExact =
      language.map { wanted in rules.values.contains { $0.language.map(Self.folded) == wanted } } ?? false
    for (layer, rule) in rules {
      var states = rule.state.map { [$0] } ?? []
      if let zoom = rule.zoom, let now = conditions.zoom { states.append(zoom.contains(now)) }
      if let language, let own = rule.language.map(Self.folded) {
        let isRelated = Self.stem(of: own) == Self.stem(of: language)
        states.append(isExact ? own == language : isRelated && rule.isPreferred)
      }
      guard !states.isEmpty else { continue }
      if states.contains(false) { result.insert(layer) } else { result.remove(layer) }
    }
  }

  private static func folded(_ language: String) -> String { language.lowercased().replacing("_", with: "-") }

  private static func stem(of language: String) -> Substring { language.prefix { $0 != "-" } }
}

extension LayerConfiguration.Rule {
  /// Takes in what a layer's usage says in some categories (ISO 32000-2, table 100).
  fileprivate mutating func take(
    _ usage: PDFDictionary, _ categories: Set<PDFName>, _ objects: any ObjectSource
  ) {
    func entry(_ category: PDFName) -> PDFDictionary? {
      categories.contains(category) ? objects.resolve(usage[category]).dictionary : nil
    }
    for (category, key) in [("View", "ViewState"), ("Print", "PrintState"), ("Export", "ExportState")]
      as [(PDFName, PDFName)]
    {
      switch objects.resolve(entry(category)?[key]).name {
      case "ON"?: state = state ?? true
      case "OFF"?: state = false
      default: break
      }
    }
    if let entry = entry("Zoom") {
      let least = objects.resolve(entry["min"]).number ?? 0
      let limit = objects.resolve(entry["max"]).number ?? .infinity
      if least <= limit { zoom = least..<limit }
    }
    if let entry = entry("Language"), let text = objects.text(entry["Lang"]), !text.isEmpty {
      language = text
      isPreferred = objects.resolve(entry["Preferred"]).name == "ON"
    }
  }
}
