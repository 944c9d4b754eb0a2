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
