import PostilFile
import PostilModel
import PostilRender
import Synchronization

/// Reads the text of a document's pages, and keeps what was read last. No edit changes the text of a page,
/// and a turn or a move does not change where it stands in page space: what was read stays right.
///
/// It has an engine of its own, so that a search does not keep a renderer waiting.
final class TextReader: Sendable {
  private let cache = Mutex(TextCache())
  private let engine = Mutex<RenderEngine?>(nil)

  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` or `.renderTimedOut`; `CancellationError`.
  func text(of page: PageID, in document: PDFDocument) async throws -> PageText {
    if let known = cache.withLock({ $0.text(of: page) }) { return known }
    let transform = try document.openedTransform(of: page)
    let request = RenderRequest.text(page.number - 1, transform)
    do {
      let text = try await engine(document).result(of: request, RenderUrgency(.visible)).text()
      cache.withLock { $0.insert(text, for: page) }
      return text
    } catch var error as PDFError {
      error.pageIndex = document.index(of: page)
      throw error
    }
  }

  private func engine(_ document: PDFDocument) -> RenderEngine {
    engine.withLock { engine in
      if let engine { return engine }
      let file = document.openedFile
      let made = RenderEngine(
        file.renderSource, password: file.password, options: EngineOptions(),
        pool: PixelBufferPool(byteLimit: 0))
      engine = made
      return made
    }
  }
}

extension PDFDocument {
  /// The way from a page to its view as the file was opened.
  fileprivate func openedTransform(of page: PageID) throws -> PageTransform {
    let source = try source(of: page)
    let attributes = try store.withLock { try $0.attributes(of: source) }
    return PageTransform(cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation)
  }
}
