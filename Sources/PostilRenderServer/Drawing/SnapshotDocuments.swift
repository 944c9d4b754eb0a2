package import PostilRenderProtocol

/// The document that pages are drawn from, and those of the snapshots that were drawn last.
package struct SnapshotDocuments<Document: AnyObject> {
  package let document: Document
  /// The latest at the end.
  private var snapshots: [(number: Int, document: Document)] = []
  private static var limit: Int { 2 }

  package init(_ document: Document) { self.document = document }

  /// The numbers of the snapshots whose documents are kept.
  package var numbers: [Int] { snapshots.map(\.number) }

  package mutating func add(_ snapshot: Document, number: Int) {
    snapshots = snapshots.suffix(Self.limit - 1) + [(number, snapshot)]
  }

  /// The document that a page is drawn from, and its index there.
  package func document(of page: WorkerPage) throws(RenderFailure) -> (document: Document, index: Int) {
    guard page.snapshot != 0 else { return (document, page.index) }
    guard let known = snapshots.first(where: { $0.number == page.snapshot }) else {
      throw RenderFailure(.renderFailed, "The page was not drawn: try again.")
    }
    return (known.document, 0)
  }
}
