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

  /// Unsaved edits of a file that can be recovered, those that fit it rather than those of a file that was changed since; `nil` if there
  /// are none.
  func recoverable(_ url: URL, options: ViewerOptions) -> RecoverableEdits? {
    guard let folder = options.opening.journalFolder else { return nil }
    let all = PDFDocument.recoverable(url, in: folder)
    return all.first { $0.status == .ready } ?? all.first { $0.status == .fileChanged }
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
    guard !snapshot.state.pages.isEmpty else {
      throw PDFError(.pageOutOfRange, "The document has no pages: there is nothing to show.", url: url)
    }
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
