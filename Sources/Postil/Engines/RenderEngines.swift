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
/// started when a page of it is first shown; for each program that draws.
final class RenderEngines: Sendable {
  /// Makes an engine for a file, of which a page of a source is the first; `nil`: the file that was opened.
  typealias Maker = @Sendable (OpenedFile, PageSource?, Renderer, EngineOptions) -> RenderEngine

  private struct Key: Hashable {
    /// The first page of the file; `nil`: the file that was opened.
    let firstPage: PageSource?
    let renderer: Renderer
  }

  private let make: Maker
  private let options: EngineOptions
  private let engines = Mutex<[Key: RenderEngine]>([:])

  init(_ options: EngineOptions, _ make: @escaping Maker) {
    self.make = make
    self.options = options
  }

  /// The engine that draws a page.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` if the file that the page comes from is not known.
  func engine(
    for source: PageSource?, _ renderer: Renderer = .poppler, in document: some RenderedDocument
  ) throws -> RenderEngine {
    var key = Key(firstPage: source?.firstOfFile, renderer: renderer)
    if let known = engines.withLock({ $0[key] }) { return known }
    var (options, file) = (options, document.openedFile)
    if let first = key.firstPage, let other = try document.file(of: first)?.file {
      file = other
      options.workerCount = 1
      // Its own: what is drawn of one file must not be where processes that draw another can see it.
      options.spareMemory = min(options.spareMemory, 16 << 20)
      options.keepsLatestProcess = false
    } else {
      key = Key(firstPage: nil, renderer: renderer)
    }
    let made = make(file, key.firstPage, renderer, options)
    return engines.withLock { engines in
      // Another thread may have been faster.
      if let known = engines[key] { return known }
      engines[key] = made
      return made
    }
  }

  /// The engines of the file that was opened, as far as they were started.
  var own: [RenderEngine] {
    engines.withLock { engines in Renderer.allCases.compactMap { engines[Key(firstPage: nil, renderer: $0)] }
    }
  }

  /// All engines that were started.
  var all: [RenderEngine] { engines.withLock { Array($0.values) } }
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
