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

extension NamedDestination {
  /// The place of a name among destinations that are sorted by their names, as documents have them. O(log n).
  package static func find(_ name: String, in sorted: [NamedDestination]) -> PageDestination? {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low].name == name ? sorted[low].destination : nil
  }
}

extension NamedDestination: CustomStringConvertible {
  /// The name, and the place: `chapter.1: page 3`.
  public var description: String { "\(name): \(destination.page)" }
}
