import Synchronization

/// The identifier of a page: the same for as long as the document is open, wherever the page is moved, and never given
/// to another page of the document, nor to a page of another document that is or was open in the program: a document refuses
/// those of others.
///
/// Identifiers come from the document: ``PDFPage/id``, ``DocumentEditing/pageIDs``. Written as JSON one is a whole number;
/// the pages of a file have the numbers 1, 2, 3 … in their order when it was opened, so that scripts can name them. One that
/// was read from JSON is of no document yet: it is that page of whatever document it is used with, and equal to it.
public struct PageID: Sendable, CustomStringConvertible {
  /// What tells it from other pages of the document. Of pages of the file: their number when it was opened, from 1.
  package let number: Int
  /// What the document's identifiers have in common; `nil` for one that a number was made into.
  package let document: DocumentTag?

  /// The identifier with that number, of no document yet.
  package init(number: Int) { self.init(number: number, of: nil) }

  /// The identifier with that number of a document.
  package init(number: Int, of document: DocumentTag?) { (self.number, self.document) = (number, document) }

  /// The same page, of that document if it was of none.
  package func bound(to document: DocumentTag?) -> PageID {
    self.document == nil ? PageID(number: number, of: document) : self
  }

  /// "page" and a number: for pages of the file their number when it was opened.
  public var description: String { "page \(number)" }
}

extension PageID: Hashable {
  /// Whether both are the same page of one document.
  public static func == (a: PageID, b: PageID) -> Bool {
    a.number == b.number && DocumentTag.mayBeOne(a.document, b.document)
  }

  /// Takes in the number: that of one that is of no document yet has the same hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Dictionary where Key == PageID, Value: Equatable {
  /// Whether pages of the same numbers have the same values, of whatever documents they are.
  func isSameByNumber(as other: Self) -> Bool {
    count == other.count && allSatisfy { page, value in other[PageID(number: page.number)] == value }
  }
}

/// Tells the identifiers of a document from those of all others that are or were open in the program.
package struct DocumentTag: Sendable, Equatable {
  private static let last = Atomic<UInt32>(0)
  private let number: UInt32

  /// A new one.
  package init() { number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Whether two identifiers may be of one document: all but those of two.
  package static func mayBeOne(_ a: DocumentTag?, _ b: DocumentTag?) -> Bool {
    a == nil || b == nil || a == b
  }
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
    self.init(number: number)
  }

  /// Writes a whole number.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(number)
  }
}
