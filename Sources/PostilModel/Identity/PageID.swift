/// The identifier of a page: the same for as long as the document is open, wherever the page is moved, and never given
/// to another page of the document.
///
/// Identifiers come from the document: ``PDFPage/id``, ``DocumentEditing/pageIDs``. Written as JSON one is a whole number;
/// the pages of a file have the numbers 1, 2, 3 … in their order when it was opened, so that scripts can name them.
public struct PageID: Sendable, Hashable, CustomStringConvertible {
  /// What tells it from other pages of the document. Of pages of the file: their number when it was opened, from 1.
  package let number: Int

  /// The identifier with that number. Only documents mint identifiers.
  package init(number: Int) { self.number = number }

  /// "page" and a number: for pages of the file their number when it was opened.
  public var description: String { "page \(number)" }
}

extension PageID: Codable {
  private static let largest = 1 << 53

  /// Reads a whole number.
  public init(from decoder: any Decoder) throws {
    // Numbers are counted on from: whatever is written, they stay far from the last.
    guard let number = Int(exactly: try decoder.singleValueContainer().decode(Double.self)),
      (-Self.largest...Self.largest).contains(number)
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a page is named by a whole number"))
    }
    self.number = number
  }

  /// Writes a whole number.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(number)
  }
}
