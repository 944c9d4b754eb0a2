import Foundation

/// A document that was opened, and what a viewer needs to know to show its first page.
struct OpenedDocument: Sendable {
  let room: DocumentRoom
  let snapshot: DocumentSnapshot
  let position: ReadingPosition?
  let transforms: [PageID: PageTransform]
}

/// Opens files, away from the main actor.
actor DocumentOpener {
  private let executor = QueueExecutor(label: "postil.opening")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func document(at url: URL, password: String?, options: OpenOptions) throws -> PDFDocument {
    try PDFDocument(url: url, password: password, options: options)
  }
}
