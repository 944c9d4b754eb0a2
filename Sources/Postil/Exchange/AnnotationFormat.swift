public import Foundation

/// A form in which annotations are taken from one document to another.
public struct AnnotationFormat: RawRepresentable, Sendable, Hashable {
  /// The format's word, which is also the extension of its files.
  public let rawValue: String
  /// Makes a format from its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// XFDF (ISO 19444-1): XML, which Acrobat and other programs read and write.
  public static let xfdf = AnnotationFormat(rawValue: "xfdf")
  /// Postil's own JSON: see <doc:ExchangingAnnotations>.
  public static let json = AnnotationFormat(rawValue: "json")

  /// The format of a file, by its first character; `nil` if it is neither.
  public init?(of data: Data) {
    // Past a byte order mark, white space, and the zeros of UTF-16.
    let passedOver: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x20, 0x09, 0x0A, 0x0D, 0]
    switch data.prefix(4096).first(where: { !passedOver.contains($0) }) {
    case UInt8(ascii: "<"): self = .xfdf
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: return nil
    }
  }
}

extension AnnotationFormat: CustomStringConvertible {
  /// The format's word.
  public var description: String { rawValue }
}
