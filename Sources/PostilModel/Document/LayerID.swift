/// What a layer is named by within its document: the number of its object in the file as it was opened. It stays the same while the
/// document is open, whatever is saved, and in scripts for the same file.
public struct LayerID: RawRepresentable, Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  /// The number of the object.
  public let rawValue: Int
  /// Takes the number of an object.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// By number.
  public static func < (a: LayerID, b: LayerID) -> Bool { a.rawValue < b.rawValue }

  /// `layer 12`.
  public var description: String { "layer \(rawValue)" }
}
