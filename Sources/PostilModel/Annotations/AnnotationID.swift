import Foundation

/// The name of an annotation, unique on its page. Where the file gives a name (`/NM`) that is
/// unique on the page, it is that name; annotations made here get a new one, which is saved.
public struct AnnotationID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The name itself.
  public let rawValue: String

  /// Makes an identifier from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a new name that no other annotation has.
  public init() { rawValue = UUID().uuidString.lowercased() }

  /// The name itself.
  public var description: String { rawValue }
}

extension AnnotationID: Codable {
  /// Reads a string.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes a string.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(rawValue)
  }
}
