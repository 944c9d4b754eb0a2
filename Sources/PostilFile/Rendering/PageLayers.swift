import PostilModel

/// The layers that are hidden on a page, by zoom.
package struct PageLayers: Sendable, Hashable {
  /// The layers of the page's source that are hidden, of all that it has.
  package struct Hidden: Sendable, Hashable {
    let layers: Set<ObjectID>
  }

  private struct Band: Sendable, Hashable {
    let hidden: Hidden
    let isAsInFile: Bool
  }

  /// The zooms at which something changes, in ascending order.
  private var steps: [Double] = []
  /// Below the first step, and from each of them on. Empty if there are no layers.
  private var bands: [Band] = []

  /// There are no layers.
  static let none = PageLayers()

  private init() {}

  /// - Parameter used: The layers that the page shows something of: asked for only if some are not as the file says.
  init(
    _ configuration: LayerConfiguration, _ conditions: LayerConditions, used: () throws -> Set<ObjectID>
  ) rethrows {
    let hidden = configuration.hidden(conditions)
    if configuration.isDrawn(hiding: hidden), configuration.zoomSteps(of: Set(configuration.layers)).isEmpty {
      bands = [Band(hidden: Hidden(layers: hidden), isAsInFile: true)]
      return
    }
    let used = try used()
    steps = configuration.zoomSteps(of: used)
    bands = ([0] + steps).map { zoom in
      var conditions = conditions
      conditions.zoom = zoom
      let hidden = configuration.hidden(conditions)
      return Band(
        hidden: Hidden(layers: hidden), isAsInFile: configuration.isDrawn(hiding: hidden, of: used))
    }
  }

  /// How many ways there are to show the page; at least one.
  package var bandCount: Int { max(bands.count, 1) }

  /// The way that holds at a zoom, where 1 is the size on paper.
  package func band(at zoom: Double) -> Int { steps.count { $0 <= zoom } }

  /// Whether the page looks, in one of the ways, as the renderer shows the file.
  package func isAsInFile(inBand band: Int) -> Bool {
    bands.indices.contains(band) ? bands[band].isAsInFile : true
  }

  /// What is hidden in one of the ways; `nil` if there are no layers.
  package func hidden(inBand band: Int) -> Hidden? { bands.indices.contains(band) ? bands[band].hidden : nil }
}

extension LayerConditions {
  /// The conditions for the layers of a source of pages: those of other documents were not switched.
  func of(_ source: PageSource, given: LayerVisibility?) -> LayerConditions {
    var result = self
    if case .opened = source {
      result.visibility = (given ?? LayerVisibility()).overlaid(by: visibility)
    } else {
      result.visibility = LayerVisibility()
    }
    return result
  }
}
