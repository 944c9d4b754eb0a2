/// Which layers are shown and hidden, where that is not as the document says.
///
/// A viewer keeps one for what people switch, and draws with it (``PageLook/layers``); the document does not change. To have it so when
/// the document is opened the next time, ``DocumentEditing/setLayers(_:)`` gives it to the document.
///
/// ```swift
/// var look = renderer.look
/// let layers = try document.layers
/// if let walls = layers.first(where: { $0.name == "Walls" })?.id { look.layers.set(walls, isShown: false, among: layers) }
/// renderer.look = look
/// ```
public struct LayerVisibility: Sendable, Hashable {
  /// The layers that were switched, and whether each is shown.
  public private(set) var states: [LayerID: Bool]

  /// All layers are as the document says, but for those that are given.
  public init(_ states: [LayerID: Bool] = [:]) { self.states = states }

  /// Whether all layers are as the document says.
  public var isEmpty: Bool { states.isEmpty }

  /// Whether a layer is shown; `nil`: as the document says.
  public subscript(id: LayerID) -> Bool? {
    get { states[id] }
    set { states[id] = newValue }
  }

  /// Whether a layer is shown.
  public func shows(_ layer: DocumentLayer) -> Bool { layer.id.flatMap { states[$0] } ?? layer.isShown }

  /// Shows or hides a layer. One that is shown hides the others of its exclusive groups.
  ///
  /// - Parameter layers: The layers of the document.
  /// - Complexity: O(layers).
  public mutating func set(_ id: LayerID, isShown: Bool, among layers: [DocumentLayer]) {
    states[id] = isShown
    guard isShown, let groups = layers.first(where: { $0.id == id })?.exclusiveGroups, !groups.isEmpty else {
      return
    }
    for other in layers where other.id != id && other.exclusiveGroups.contains(where: groups.contains) {
      if let other = other.id { states[other] = false }
    }
  }

  /// The same, but for what another one says.
  public func overlaid(by other: LayerVisibility) -> LayerVisibility {
    LayerVisibility(states.merging(other.states) { $1 })
  }
}

extension LayerVisibility: Codable {
  private enum CodingKeys: String, CodingKey { case shown, hidden }

  /// Reads the layers that are shown and those that are hidden: `{"shown": [12], "hidden": [14, 15]}`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["shown", "hidden"], in: "layers")
    let shown: [LayerID] = try fields.optional("shown") ?? []
    let hidden: [LayerID] = try fields.optional("hidden") ?? []
    var states = Dictionary(shown.map { ($0, true) }) { first, _ in first }
    for id in hidden {
      guard states.updateValue(false, forKey: id) != true else {
        throw fields.error("\(id) is both shown and hidden", at: "hidden")
      }
    }
    self.init(states)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    func ids(_ isShown: Bool) -> [LayerID] { states.filter { $0.value == isShown }.keys.sorted() }
    try fields.encode(ids(true), forKey: .shown)
    try fields.encode(ids(false), forKey: .hidden)
  }
}
