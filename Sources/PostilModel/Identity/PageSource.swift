/// A document that pages were taken from, registered with the document that shows them.
package struct SourceID: Sendable, Hashable, Codable {
  package let number: Int
  package init(number: Int) { self.number = number }
}

/// A page that the session made: a PDF file of one page, in memory.
package struct ContentID: Sendable, Hashable, Codable {
  package let number: Int
  package init(number: Int) { self.number = number }
}

/// Where the content of a page comes from. Several pages may have the same source.
package enum PageSource: Sendable, Hashable, Codable {
  /// A page of the file as it was opened, by its index from 0.
  case opened(Int)
  /// A page of another document, by its index from 0.
  case imported(SourceID, Int)
  /// An empty page of that size in points.
  case blank(PageSize)
  /// A page that the session made.
  case content(ContentID)
}

/// The size of a page in points.
package struct PageSize: Sendable, Hashable, Codable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The sizes that a page may have (ISO 32000-2, annex C.2).
  package static let sides = 3.0...14_400.0

  /// - Throws: ``PDFError`` with code `.invalidArgument` for sizes that a page cannot have.
  package func requireValid() throws(PDFError) {
    guard Self.sides.contains(width), Self.sides.contains(height) else {
      throw PDFError(
        .invalidArgument,
        "A page cannot be \(width) × \(height) points: give sides of 3 to 14,400 points, such as 595 × 842.")
    }
  }
}
