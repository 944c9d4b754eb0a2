import Foundation

/// The name of an annotation, unique on its page. Where the file gives a name (`/NM`) that is
/// unique on the page, it is that name; annotations made here get a new one, which is saved.
///
/// A program may choose the name: `Annotation(.rectangle(room), id: "kitchen")`.
public struct AnnotationID: Sendable, Hashable, RawRepresentable {
  /// The name itself; never empty in a document.
  public let rawValue: String

  /// Makes an identifier from a name. Adding an annotation with an empty name is an error.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an identifier from a name.
  public init(_ name: String) { rawValue = name }

  /// Makes a new name that no other annotation has.
  public init() { rawValue = UUID().uuidString.lowercased() }
}

extension AnnotationID: ExpressibleByStringLiteral {
  /// Makes an identifier from a name.
  public init(stringLiteral name: String) { rawValue = name }
}

extension AnnotationID: CustomStringConvertible {
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
