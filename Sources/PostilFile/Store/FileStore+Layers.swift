package import PostilModel

/// The layers of the document (optional content, ISO 32000-2, 8.11).
extension FileStore {
  /// What the file as it was opened says of its layers.
  func openedLayers() throws -> LayerConfiguration {
    try opened(\.layers) { LayerConfiguration(openedGraph) }
  }

  /// The layers in a state, in the order in which readers list them.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  /// - Complexity: O(layers).
  package func layers(in state: DocumentState) throws -> [DocumentLayer] {
    let opened = try openedLayers()
    let hidden = opened.hidden(LayerConditions(state.parts.layers ?? LayerVisibility(), zoom: 1))
    let places = try layersInFile()
    let names = Dictionary(places.map { ($0.value, LayerID(rawValue: $0.key.number)) }) { first, _ in first }
    let now = LayerConfiguration(graph)
    // Those of other documents are as a save wrote them.
    let hiddenNow = now.hidden(LayerConditions(zoom: 1)).filter { names[$0] == nil }.union(
      hidden.compactMap { places[$0] })
    let layers = OpenedLayers(graph, now, hidden: hiddenNow) { names[$0] }.layers
    try graph.requireReadable(url)
    return layers
  }

  /// The objects that layers of the file as it was opened are in the file as it is now. O(layers).
  func layersInFile() throws -> [ObjectID: ObjectID] {
    let opened = try openedLayers()
    guard !openedGraph.isOfSameFile(as: graph) else {
      return Dictionary(uniqueKeysWithValues: opened.layers.map { ($0, $0) })
    }
    // A rewrite keeps the list; what came with pages of other documents is behind it.
    func name(_ layer: ObjectID, _ graph: ObjectGraph) -> String? {
      graph.text(graph.object(layer).dictionary?["Name"])
    }
    let pairs = zip(opened.layers, LayerConfiguration(graph).layers)
    return pairs.reduce(into: [:]) { result, pair in
      if name(pair.0, openedGraph) == name(pair.1, graph) { result[pair.0] = pair.1 }
    }
  }

  /// The states of layers without those that the file as it was opened gives; `nil` if none is left.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such layer.
  func withoutOpenedStates(_ visibility: LayerVisibility) throws -> LayerVisibility? {
    let opened = try openedLayers()
    let known = Dictionary(opened.layers.map { (LayerID(rawValue: $0.number), $0) }) { first, _ in first }
    var result: [LayerID: Bool] = [:]
    for (id, isShown) in visibility.states {
      guard let layer = known[id] else {
        throw PDFError(
          .invalidArgument, "The document has no layer \(id.rawValue): list its layers to see their numbers.",
          url: url)
      }
      if opened.hidden.contains(layer) == isShown { result[id] = isShown }
    }
    return result.isEmpty ? nil : LayerVisibility(result)
  }
}

// MARK: - On pages

/// A layer that a page may show something of.
package struct PageLayerState: Sendable, Hashable {
  let name: String
  let isShown: Bool
}

extension FileStore {
  /// What the file that a page comes from says of its layers.
  func layerConfiguration(of source: PageSource) throws -> LayerConfiguration {
    let document: FileStore? =
      switch source {
      case .opened, .blank: self
      case .imported(let id, _): documents[.imported(id)]
      case .content(let id): documents[.content(id)]
      }
    return try (document ?? self).openedLayers()
  }

  /// The layers that are hidden on a page.
  ///
  /// - Parameter given: The states that edits gave to the layers of this document.
  /// - Complexity: O(layers); the first time that some are not as the file says, and objects that the page shows.
  package func layers(
    of source: PageSource, _ conditions: LayerConditions, given: LayerVisibility?
  ) throws -> PageLayers {
    let configuration = try layerConfiguration(of: source)
    guard !configuration.layers.isEmpty else { return .none }
    return try PageLayers(configuration, conditions.of(source, given: given)) { try layersUsed(by: source) }
  }

  /// The layers that a page may show something of, in the order of the file, and which are shown on a screen.
  ///
  /// - Parameter given: The states that edits gave to the layers of this document.
  package func layerStates(on source: PageSource, given: LayerVisibility?) throws -> [PageLayerState] {
    let configuration = try layerConfiguration(of: source)
    guard !configuration.layers.isEmpty else { return [] }
    let hidden = configuration.hidden(LayerConditions(zoom: 1).of(source, given: given))
    let (used, graph) = (try layersUsed(by: source), try sourcePage(source).graph)
    return configuration.layers.filter(used.contains).map { layer in
      PageLayerState(
        name: graph.text(graph.object(layer).dictionary?["Name"]) ?? "", isShown: !hidden.contains(layer))
    }
  }

  /// The layers of a source of pages that are hidden in a text.
  package func hiddenLayers(of source: PageSource, _ visibility: LayerVisibility) throws -> PageLayers.Hidden?
  {
    let configuration = try layerConfiguration(of: source)
    guard !configuration.layers.isEmpty else { return nil }
    return PageLayers.Hidden(layers: configuration.hidden(LayerConditions(visibility).of(source, given: nil)))
  }

  /// The layers that a page may show something of, as its source has it.
  private func layersUsed(by source: PageSource) throws -> Set<ObjectID> {
    if let known = caches.usedLayers[source] { return known }
    let page = try sourcePage(source)
    let use = LayerUse(page.dictionary, page.graph)
    let layers = use.isComplete ? use.layers : Set(try layerConfiguration(of: source).layers)
    try page.graph.requireReadable(url)
    caches.usedLayers[source] = layers
    return layers
  }
}
