import Foundation
import PostilSystem

/// A document that was opened, and what a viewer needs to know to show its first page.
struct OpenedDocument: Sendable {
  let documentActor: DocumentActor
  let pages: PageViewer.Source
  let snapshot: DocumentSnapshot
  let position: ReadingPosition?
}

/// Opens files, on a queue of its own.
actor DocumentOpener {
  private let executor = QueueExecutor(label: "postil.opening")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Unsaved edits of a file that can be recovered; `nil` if there are none.
  func recoverable(_ url: URL, options: ViewerOptions) -> RecoverableEdits? {
    guard let folder = options.opening.journalFolder else { return nil }
    return PDFDocument.recoverable(url, in: folder).first { $0.status == .ready }
  }

  func open(
    _ url: URL, password: String?, options: ViewerOptions, positions: ReadingPositions?,
    recoverable: RecoverableEdits?, decision: RecoveryDecision
  ) async throws -> OpenedDocument {
    let document: PDFDocument
    if let recoverable, decision == .recover {
      document = try recoverable.recoverAndWait(password: password, options: options.opening)
    } else {
      document = try PDFDocument.openAndWait(url, password: password, options: options.opening)
      if decision == .discard { try recoverable?.discard() }
    }
    var rendering = options.rendering
    if rendering.look.language == nil { rendering.look.language = Locale.current.identifier(.bcp47) }
    let renderer = PageRenderer(document, options: rendering)
    let documentActor = DocumentActor(document)
    let snapshot = await documentActor.snapshot()
    let position = await positions?.position(in: url)
    let all = snapshot.state.pages
    let pages = PageViewer.Source(
      document: document, renderer: renderer, pages: all,
      transforms: await documentActor.transforms(
        of: PageViewer.Source.pages(all, near: position?.pageIndex ?? 0))
    ) { await documentActor.transforms(of: $0) }
    return OpenedDocument(
      documentActor: documentActor, pages: pages, snapshot: snapshot, position: position)
  }
}
