import Foundation
import PostilFile
import PostilModel
import PostilRender
import Synchronization

/// A document as those see it who draw and read its pages.
protocol RenderedDocument: Sendable {
  var renderBackends: RenderBackends { get }
  /// The file as it was opened: what a renderer shows, whatever is saved.
  var openedFile: OpenedFile { get }

  /// The file that a source of pages is in, and the page's index there; `nil` for blank pages.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` if it is not known.
  func file(of source: PageSource) throws -> (file: OpenedFile, index: Int)?
}

/// The engines of a renderer: one for the file that was opened, and one for each other file that pages come from,
/// started when a page of it is first shown.
final class RenderEngines: Sendable {
  /// Makes an engine for a file, of which a page of a source is the first; `nil`: the file that was opened.
  typealias Maker = @Sendable (OpenedFile, PageSource?, EngineOptions) -> RenderEngine

  let own: RenderEngine
  private let make: Maker
  private let options: EngineOptions
  /// By the first page of each file.
  private let others = Mutex<[PageSource: RenderEngine]>([:])

  init(_ document: some RenderedDocument, _ options: EngineOptions, _ make: @escaping Maker) {
    self.make = make
    self.options = options
    let file = document.openedFile
    own = make(file, nil, options)
  }

  /// The engine that draws a page.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` if the file that the page comes from is not known.
  func engine(for source: PageSource?, in document: some RenderedDocument) throws -> RenderEngine {
    guard let key = source?.firstOfFile else { return own }
    if let known = others.withLock({ $0[key] }) { return known }
    guard let (file, _) = try document.file(of: key) else { return own }
    var options = options
    options.workerCount = 1
    // Its own: what is drawn of one file must not be where processes that draw another can see it.
    options.spareMemory = min(options.spareMemory, 16 << 20)
    options.keepsLatestProcess = false
    let made = make(file, key, options)
    return others.withLock { others in
      // Another thread may have been faster.
      if let known = others[key] { return known }
      others[key] = made
      return made
    }
  }

  /// All engines that were started.
  var all: [RenderEngine] { [own] + others.withLock { Array($0.values) } }
}

extension PageSource {
  /// The first page of the file that this page comes from; `nil` for pages of the file that was opened, and blank ones.
  var firstOfFile: PageSource? {
    switch self {
    case .imported(let id, _): .imported(id, 0)
    case .content: self
    case .opened, .blank: nil
    }
  }
}
