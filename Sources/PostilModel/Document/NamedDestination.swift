/// A place of a document that has a name (ISO 32000-2, 12.3.2.4), so that links of other documents lead there whatever becomes of
/// the pages.
public struct NamedDestination: Sendable, Hashable, Codable {
  /// The name.
  public var name: String
  /// The place.
  public var destination: PageDestination

  /// Makes a named place.
  public init(_ name: String, _ destination: PageDestination) {
    (self.name, self.destination) = (name, destination)
  }
}
