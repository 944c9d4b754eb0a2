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

extension AnnotationID {
  /// Where an annotation is in a file that gives it no name of its own.
  package enum Place {
    /// The number of its object.
    case object(Int)
    /// Its index in its page's list, from 0, if it is no object.
    case index(Int)
  }

  private static let (ofObject, ofIndex) = ("object-", "place-")

  /// The identifier of an annotation without a name of its own.
  ///
  /// - Parameter isTaken: Whether another annotation of the page has an identifier.
  package init(_ place: Place, isTaken: (AnnotationID) -> Bool) {
    var name =
      switch place {
      case .object(let number): Self.ofObject + "\(number)"
      case .index(let index): Self.ofIndex + "\(index + 1)"
      }
    while isTaken(AnnotationID(rawValue: name)) { name += "*" }
    rawValue = name
  }

  /// Whether it says where the annotation is in its file, and is no name that a program gave.
  package var isPlace: Bool {
    for start in [Self.ofObject, Self.ofIndex] where rawValue.hasPrefix(start) {
      let number = rawValue.dropFirst(start.count).prefix { $0 != "*" }
      let rest = rawValue.dropFirst(start.count + number.count)
      return !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) }
        && rest.allSatisfy { $0 == "*" }
    }
    return false
  }
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
