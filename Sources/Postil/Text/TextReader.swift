import Foundation
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
    let (source, transform) = try document.textSource(of: page)
    do {
      guard case .opened(let index) = source else {
        return try await text(of: source, page, transform, in: document)
      }
      // Kept by the page of the file: others with the same source have the same text.
      let key = PageID(number: index + 1)
      if let known = cache.withLock({ $0.text(of: key) }) { return known }
      let text: PageText
      if let data = try document.documentForText(of: page, source) {
        text = try await self.text(in: RenderSource(data), password: nil, index: 0, transform)
      } else {
        let request = RenderRequest.text(index, transform)
        text = try await engine(document).result(of: request, RenderUrgency(.visible)).text()
      }
      cache.withLock { $0.insert(text, for: key) }
      return text
    } catch var error as PDFError {
      error.pageIndex = document.index(of: page)
      throw error
    }
  }

  /// The text of a page that is not of the file; it is not kept.
  private func text(
    of source: PageSource, _ page: PageID, _ transform: PageTransform, in document: PDFDocument
  ) async throws -> PageText {
    if let data = try document.documentForText(of: page, source) {
      return try await text(in: RenderSource(data), password: nil, index: 0, transform)
    }
    guard let (file, index) = try document.file(of: source) else {
      return PageText(characters: [], boxes: [])
    }
    return try await text(in: file.renderSource, password: file.password, index: index, transform)
  }

  /// The text of a page of a file that no engine is kept for.
  private func text(
    in source: RenderSource, password: String?, index: Int, _ transform: PageTransform
  ) async throws -> PageText {
    let engine = RenderEngine(
      PopplerBackend(source, password: password, options: .standard), url: source.url,
      options: EngineOptions(),
      pool: PixelBufferPool(byteLimit: 0))
    return try await engine.result(of: .text(index, transform), RenderUrgency(.visible)).text()
  }

  private func engine(_ document: PDFDocument) -> RenderEngine {
    engine.withLock { engine in
      if let engine { return engine }
      let file = document.openedFile
      let made = RenderEngine(
        document.renderBackends.backend(of: file), url: file.url, options: EngineOptions(),
        pool: PixelBufferPool(byteLimit: 0))
      engine = made
      return made
    }
  }
}

extension PDFDocument {
  /// A document of the page alone, without annotations, if poppler refuses the page as its source has it.
  fileprivate func documentForText(of page: PageID, _ source: PageSource) throws -> Data? {
    try store.withLock { store in
      guard try store.hasTooManyAnnotations(source) else { return nil }
      return try store.snapshot(of: page, as: PageState(source: source, annotations: AnnotationList([])))
    }
  }

  /// Where a page's content comes from, and the way from it to its view there.
  fileprivate func textSource(of page: PageID) throws -> (PageSource, PageTransform) {
    let source = try source(of: page)
    let attributes = try store.withLock { try $0.attributes(of: source) }
    return (
      source, PageTransform(cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation)
    )
  }
}
