package import Foundation
package import PostilModel

extension FileStore {
  /// A document of one page, in memory: the page as a save of that state would write it, with all that shows, for a renderer.
  ///
  /// - Parameters:
  ///   - formValues: The fields on the page that were filled in.
  ///   - objects: What edits set in objects.
  ///   - hidden: The layers of the page's source that are not shown; `nil`: those that are hidden by the states that the file gives them.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  /// - Complexity: O(bytes of what the page shows): fonts and images are copied as they are.
  package func snapshot(
    of page: PageID, as state: PageState, formValues: [String: FilledField] = [:],
    objects: ObjectEdits = ObjectEdits(), hidden: PageLayers.Hidden? = nil
  ) throws -> Data {
    let shown = DocumentState(of: page, state, formValues: formValues, objects: objects)
    let plan = try SavePlan(showing: page, of: shown, self, drawsMissingAppearances: true)
    let isInFile = saved.index(of: page) != nil
    let data = try PageSnapshotWriter(
      page: page, changes: plan.changes, object: plan.pageObjects[page],
      inherited: isInFile ? try self.page(page).inherited : [:],
      hiddenLayers: try hiddenLayers(in: plan, of: state.source, hidden)
    ).data()
    try graph.requireReadable(url)
    return data
  }

  /// The layers that a page hides, as objects of the plan for it.
  private func hiddenLayers(
    in plan: SavePlan, of source: PageSource, _ hidden: PageLayers.Hidden?
  ) throws -> Set<ObjectID> {
    var result = LayerConfiguration(plan.changes).hidden
    guard let hidden, let graph = try self.graph(of: source) else { return result }
    let places = graph === openedGraph ? try layersInFile() : [:]
    // Edits may have set entries of the configuration itself: what these changed is as the plan says.
    let former = plan.state.parts.objects == ObjectEdits() ? nil : LayerConfiguration(self.graph)
    let changed =
      former.map { former in Set(former.layers).intersection(result.symmetricDifference(former.hidden)) }
      ?? []
    for layer in try layerConfiguration(of: source).layers {
      for place in Set([plan.copy(of: layer, from: graph), places[layer]].compactMap { $0 })
      where !changed.contains(place) {
        if hidden.layers.contains(layer) { result.insert(place) } else { result.remove(place) }
      }
    }
    return result
  }

  private func graph(of source: PageSource) throws -> ObjectGraph? {
    switch source {
    case .opened: openedGraph
    case .imported, .content: try sourcePage(source).graph
    case .blank: nil
    }
  }
}
