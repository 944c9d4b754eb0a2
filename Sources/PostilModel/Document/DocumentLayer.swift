/// A layer of a document (an optional content group, ISO 32000-2, 8.11), or a heading among its layers.
public struct DocumentLayer: Sendable, Hashable {
  /// What it is named by; `nil` for headings, and for layers of pages that came from other documents since this one was opened, which
  /// can be switched once it is opened again.
  public var id: LayerID?
  /// Its name.
  public var name: String
  /// How deep it lies below others, from 0, as readers list them (`/Order`). What lies below a layer is shown or hidden by itself; that
  /// it is hidden with the layer above is up to the content, where one lies within the other.
  public var level: Int
  /// Whether it only heads those below it, and has no content.
  public var isHeading: Bool
  /// Whether it is shown when the document is opened on a screen.
  public var isShown: Bool
  /// Whether readers do not let people show or hide it.
  public var isLocked: Bool
  /// Whether readers list it.
  public var isListed: Bool
  /// The numbers of the groups that it is in, from 0: of each no more than one layer is shown at a time (`/RBGroups`).
  public var exclusiveGroups: [Int]
  /// Where it is shown or hidden whatever its state is.
  public var usage: LayerUsage

  /// Makes a layer.
  public init(
    _ name: String, id: LayerID? = nil, level: Int = 0, isShown: Bool = true, isHeading: Bool = false
  ) {
    (self.name, self.id, self.level, self.isShown, self.isHeading) = (name, id, level, isShown, isHeading)
    (isLocked, isListed, exclusiveGroups, usage) = (false, true, [], LayerUsage())
  }
}
