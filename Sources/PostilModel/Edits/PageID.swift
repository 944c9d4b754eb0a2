/// The name of a page for as long as a document is open, wherever the page is moved. The pages of
/// a file are named by their number in the file as it was opened, from 1.
public struct PageID: Sendable, Hashable, RawRepresentable, Comparable, CustomStringConvertible {
  /// The number.
  public let rawValue: Int

  /// Makes the name of a page from its number in the file as it was opened, from 1.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The page's number in the file as it was opened.
  public var description: String { "page \(rawValue)" }

  /// The order in the file as it was opened.
  public static func < (a: PageID, b: PageID) -> Bool { a.rawValue < b.rawValue }
}

extension PageID: Codable {
  /// Reads a number.
  public init(from decoder: any Decoder) throws {
    guard let number = Int(exactly: try decoder.singleValueContainer().decode(Double.self)) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a page is named by a whole number"))
    }
    rawValue = number
  }

  /// Writes a number.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(rawValue)
  }
}
