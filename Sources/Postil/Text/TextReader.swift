import PostilFile
import PostilModel
import PostilRender
import Synchronization

/// Reads the text of a document's pages, and keeps what was read last. No edit changes the text of a page,
/// and a turn or a move does not change where it stands in page space: what was read stays right.
final class TextReader: Sendable {
  private let cache = Mutex(TextCache())
  private let worker = TextWorker()

  func text(of page: PageID, in document: PDFDocument) async throws -> PageText {
    if let known = cache.withLock({ $0.text(of: page) }) { return known }
    let text = try await worker.text(of: page, in: document)
    cache.withLock { $0.insert(text, for: page) }
    return text
  }
}

/// Keeps a poppler document for reading text on one thread.
private actor TextWorker {
  private let queue = RenderQueue(label: "Postil.TextReader")
  /// The document as it was when a text was first asked for: the text is the same later on.
  private var opened: (file: PopplerFile, state: TextSource)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func text(of page: PageID, in document: PDFDocument) throws -> PageText {
    try Task.checkCancellation()
    let (file, source) = try opened ?? open(document, page)
    guard let index = source.places[page] else { throw PDFError.noSuchPage(page) }
    return try file.text(
      ofPage: index, transform: try document.transform(of: page, turned: source.turns[page]))
  }

  private func open(_ document: PDFDocument, _ page: PageID) throws -> (file: PopplerFile, state: TextSource)
  {
    let source = try document.textSource(page)
    let made = (file: try PopplerFile(source.bytes, password: source.password), state: source)
    opened = made
    return made
  }
}
