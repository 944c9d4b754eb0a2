internal import Postil

/// Postil's own types that have the names of PDFKit's.
typealias EngineDocument = Postil.PDFDocument
typealias EnginePage = Postil.PDFPage

/// A document of Postil, with what draws its pages.
final class Engine {
  let document: EngineDocument
  private var renderer: PageRenderer?

  init(_ document: EngineDocument) { self.document = document }

  /// Draws pages; its processes are started when it is first used.
  func makeRenderer() -> PageRenderer {
    if let renderer { return renderer }
    var options = RenderOptions()
    options.previewFolder = nil
    let new = PageRenderer(document, options: options)
    renderer = new
    return new
  }

  /// A page as a document of its own.
  func extracted(_ page: PageID) -> (Engine, PageID)? {
    guard let document = try? document.extractPagesAndWait([page]), let id = document.pageIDs.first else {
      return nil
    }
    return (Engine(document), id)
  }
}
