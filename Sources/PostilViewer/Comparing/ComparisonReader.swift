import Foundation
import PostilSystem

/// Reads documents that are compared, on a queue of its own: neither a disk that hangs nor a long file holds up the main actor.
actor ComparisonReader {
  private let executor = QueueExecutor(label: "postil.comparing")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated let options: RenderOptions
  /// The revisions that were read last, the newest last.
  private var recent: [(number: Int, document: PDFDocument)] = []
  private static let mostRecent = 4

  init(_ options: RenderOptions) {
    var options = options
    // What is looked at in passing is not kept on disk.
    options.previewFolder = nil
    self.options = options
  }

  func revision(_ number: Int, of document: PDFDocument) throws -> PDFDocument {
    try Task.checkCancellation()
    if let known = recent.first(where: { $0.number == number }) { return known.document }
    let revision = try document.revision(number)
    recent = recent.suffix(Self.mostRecent - 1) + [(number, revision)]
    return revision
  }

  /// - Parameter index: The page that will be shown.
  func pages(of document: PDFDocument, near index: Int) throws -> PageViewer.Source {
    try Task.checkCancellation()
    let ids = document.pageIDs
    return PageViewer.Source(
      document: document, renderer: PageRenderer(document, options: options), pages: ids,
      transforms: transforms(of: PageViewer.Source.pages(ids, near: index), in: document)
    ) { await self.transforms(of: $0, in: document) }
  }

  /// The transforms of pages at one unit a point. Pages that cannot be read are left out.
  private func transforms(of pages: [PageID], in document: PDFDocument) -> [PageID: PageTransform] {
    pages.reduce(into: [:]) { $0[$1] = try? document.transform(of: $1) }
  }

  func changes(
    _ comparison: DocumentComparison, from old: PDFDocument, to new: PDFDocument
  ) throws -> [ComparedChange] {
    try ComparedChange.list(comparison, from: old, to: new)
  }
}
