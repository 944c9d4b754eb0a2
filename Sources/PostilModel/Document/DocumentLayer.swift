/// A layer of a document (an optional content group, ISO 32000-2, 8.11), or a heading among its layers.
public struct DocumentLayer: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// How deep it lies below others, from 0, as readers list them (`/Order`).
  public var level: Int
  /// Whether it only heads those below it, and has no content.
  public var isHeading: Bool
  /// Whether it is shown when the document is opened.
  public var isShown: Bool
  /// Whether readers do not let people show or hide it.
  public var isLocked: Bool
  /// Whether readers list it.
  public var isListed: Bool
  /// Of layers of which no more than one is shown at a time: the number of their group, from 0 (`/RBGroups`); `nil` for others.
  public var exclusiveGroup: Int?

  /// Makes a layer.
  public init(_ name: String, level: Int = 0, isShown: Bool = true, isHeading: Bool = false) {
    (self.name, self.level, self.isShown, self.isHeading) = (name, level, isShown, isHeading)
    (isLocked, isListed) = (false, true)
  }
}
