/// What a part of a page's content is marked as.
package enum ComposedMark {
  /// A part of what the document says.
  case element(ComposedElement)
  /// No part of it (ISO 32000-2, 14.8.2.2).
  case artifact(ArtifactKind)

  package enum ArtifactKind: String {
    /// Rules, backgrounds and the like.
    case layout = "Layout"
    /// Headers, footers, what is repeated on each page.
    case pagination = "Pagination"
  }
}
