import PostilModel

/// A page as its source has it, and the objects around it.
struct SourcePage {
  let graph: ObjectGraph
  /// The page object; `nil` if the page stands directly in its parent's list, or is not in a file yet.
  let object: ObjectID?
  /// The page's own entries, and those that it inherits.
  let dictionary: PDFDictionary
}

/// A page that an update took out of the page tree.
struct RemovedPage {
  /// The page as it is in the file.
  let page: SourcePage
  /// What edits had made of it by then.
  let state: PageState
}

/// The annotations of a source, and the objects that they come from.
struct SourceAnnotations {
  let opened: OpenedAnnotations
  let origins: [AnnotationID: PageAnnotations.Origin]
  /// See ``PageAnnotations/links``.
  let links: PageAnnotations.Links
}

/// A document, besides the one that was opened, that pages come from.
enum SourceDocument: Hashable {
  case imported(SourceID)
  case content(ContentID)
}
