/// A mark as it stands on one page: a picture that becomes a part of the content, and can be taken out of it again.
package struct PlacedMark: Sendable, Hashable, Codable {
  /// What it is to the structure of the document (ISO 32000-2, table 363).
  package enum Kind: String, Sendable, Hashable, Codable {
    case header = "Header"
    case footer = "Footer"
    case watermark = "Watermark"
  }

  package var kind: Kind
  /// The picture, as a stamp.
  package var stamp: Annotation
  /// What turns it on its page, six numbers.
  package var matrix: [Double]
  package var isUnderlay: Bool

  package init(_ kind: Kind, _ stamp: Annotation, matrix: [Double], isUnderlay: Bool) {
    self.kind = kind
    self.stamp = stamp
    self.matrix = matrix
    self.isUnderlay = isUnderlay
  }

  /// The most bytes of a mark's name.
  package static let longestName = 100

  /// - Throws: ``PDFError`` with code `.invalidGeometry` or `.invalidArgument` for one that cannot be written.
  func validated() throws -> PlacedMark {
    guard matrix.count == 6, matrix.allSatisfy({ $0.isFinite && abs($0) <= 1_000_000 }) else {
      throw PDFError(.invalidGeometry, "The matrix of a mark has six numbers of at most 1,000,000.")
    }
    guard case .drawing? = (stamp.content.value as? StampContent)?.picture else {
      throw PDFError(.invalidArgument, "A mark is a picture of its own.")
    }
    var result = self
    result.stamp = try stamp.validated()
    return result
  }
}

/// What edits made of one mark of a page: another one, or none.
package struct MarkChange: Sendable, Hashable, Codable {
  package var mark: PlacedMark?

  package init(_ mark: PlacedMark?) { self.mark = mark }
}
