import PostilFile
import PostilModel
import PostilRender

/// Keeps poppler's document on one thread: an actor with a queue of its own.
actor RenderWorker {
  private let queue = RenderQueue(label: "Postil.PageRenderer")
  private let document: PDFDocument
  /// The document as poppler has it, and the document's change count at the time.
  private var current: (file: PopplerFile, changeCount: Int)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(_ document: PDFDocument) { self.document = document }

  /// Renders a page at the scale that `scale` gives for the page's width in points.
  func image(of page: PageID, scale: @Sendable (_ width: Double) -> Double) throws -> PageImage {
    try Task.checkCancellation()
    let snapshot = try document.renderSnapshot(of: page, known: current?.changeCount)
    let file = try self.file(for: snapshot)
    let width = try file.size(ofPage: snapshot.pageIndex).width
    return try file.image(ofPage: snapshot.pageIndex, scale: scale(width))
  }

  private func file(for snapshot: RenderSnapshot) throws -> PopplerFile {
    if let current, current.changeCount == snapshot.changeCount { return current.file }
    guard let source = snapshot.source else { throw PDFError(.renderFailed, "The document changed.") }
    // Let go of the old one first: the two may be large.
    current = nil
    let file = try PopplerFile(source, password: snapshot.password)
    current = (file, snapshot.changeCount)
    return file
  }
}
