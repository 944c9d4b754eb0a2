import Foundation
import PostilFile
import PostilModel
import PostilRender
import RenderProtocol
import Synchronization

/// Reads the text of a document's pages, several at once, and keeps what was read last, packed. No edit changes the text of
/// a page, a turn or a move does not change where it stands in page space, and of another size it is scaled: what was read stays right.
///
/// It has engines of its own, so that a search does not keep a renderer waiting.
final class TextReader: Sendable {
  /// What the first page that is read needs; many programs read none.
  private struct Resources {
    let engines: RenderEngines
    /// The texts of pages, by where these come from.
    let cache: ByteLimitedCache<PageSource, PackedText>
  }

  private let resources = Mutex<Resources?>(nil)
  private let byteLimit: Int
  /// How many pages may be read at once.
  var workerCount: Int { max(fixedWorkerCount ?? Self.processorCount, 1) }
  private let fixedWorkerCount: Int?
  private static let processorCount = ProcessInfo.processInfo.activeProcessorCount
  private let work = Mutex(Work())
  private let time = Mutex(Duration.seconds(30))

  /// What was done, for tests.
  struct Work: Sendable, Hashable {
    /// How many pages were asked of a worker.
    var requests = 0
    /// How many of these are being read.
    var running = 0
    /// The most that were being read at once.
    var mostRunning = 0
  }

  /// - Parameters:
  ///   - workerCount: How many pages may be read at once, at least 1; `nil`: as many as the machine has processors.
  ///   - byteLimit: How much memory texts may take: with the usual one, some five million characters.
  init(workerCount: Int? = nil, byteLimit: Int = 32 << 20) {
    fixedWorkerCount = workerCount
    self.byteLimit = byteLimit
  }

  /// How long reading a page may take.
  var deadline: Duration {
    get { time.withLock(\.self) }
    set {
      let deadline = max(newValue, .milliseconds(1))
      time.withLock { $0 = deadline }
      for engine in engines { engine.setDeadline(deadline) }
    }
  }

  /// Lets a page of a source, or all, be read again that took too long or crashed what read it.
  func retry(_ source: PageSource?, in document: PDFDocument) {
    guard let source else { return engines.forEach { $0.retry() } }
    guard let engines = resources.withLock({ $0?.engines }), let file = try? document.file(of: source),
      let engine = try? engines.engine(for: source, in: document)
    else { return }
    engine.retry(page: file.index)
  }

  /// Ends the processes.
  func trimMemory() { for engine in engines { engine.trimMemory() } }

  private var engines: [RenderEngine] { resources.withLock { $0?.engines }?.all ?? [] }

  var statistics: Work { work.withLock { $0 } }
  /// The memory of the texts that are kept, in bytes.
  var cachedBytes: Int { resources.withLock { $0?.cache }?.statistics.bytes ?? 0 }

  /// The text of a page.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged`, `.renderTimedOut` or `.renderCrashed`;
  ///   `CancellationError`.
  func text(of page: PageID, in document: PDFDocument) async throws -> PageText {
    PageText(try await packedText(of: page, in: document, RenderUrgency(.visible)))
  }

  /// What matches a needle on a page.
  ///
  /// - Throws: As ``text(of:in:)``.
  func matches(of needle: SearchNeedle, on page: PageID, in document: PDFDocument) async throws -> [TextMatch]
  {
    let packed = try await packedText(of: page, in: document, RenderUrgency(.nearby))
    let folded = FoldedText(packed.characters, needle.options)
    // Most pages need no more: boxes and lines are made where there is something to tell.
    guard folded.contains(needle) else { return [] }
    let text = PageText(packed)
    let index = document.index(of: page) ?? 0
    return text.matches(of: needle, in: folded).map { TextMatch($0, in: text, page: page, pageIndex: index) }
  }

  private func packedText(
    of page: PageID, in document: PDFDocument, _ urgency: RenderUrgency
  ) async throws -> PackedText {
    do {
      let source = try document.source(of: page)
      // Kept as the source has it.
      let placement = document.state.page(page).placement
      let cache = resources(of: document).cache
      if let known = cache.value(for: source) { return known.placed(placement) }
      let text = try await read(source, page, in: document, urgency)
      cache.insert(text, for: source, cost: text.bytes.count + 64)
      return text.placed(placement)
    } catch var error as PDFError {
      error.pageIndex = document.index(of: page)
      throw error
    }
  }

  private func read(
    _ source: PageSource, _ page: PageID, in document: PDFDocument, _ urgency: RenderUrgency
  ) async throws -> PackedText {
    let transform = try document.textTransform(of: source)
    if let data = try document.documentForText(of: page, source) {
      let engine = makeEngine(
        PopplerBackend(RenderSource(data), password: nil, options: .standard), nil, options(workerCount: 1))
      return try await result(.text(0, transform), of: engine, urgency)
    }
    guard let (_, index) = try document.file(of: source) else { return PackedText(characters: [], boxes: []) }
    let engine = try resources(of: document).engines.engine(for: source, in: document)
    return try await result(.text(index, transform), of: engine, urgency)
  }

  private func result(
    _ request: RenderRequest, of engine: RenderEngine, _ urgency: RenderUrgency
  ) async throws -> PackedText {
    work.withLock { work in
      work.requests += 1
      work.running += 1
      work.mostRunning = max(work.mostRunning, work.running)
    }
    defer { work.withLock { $0.running -= 1 } }
    return try await engine.result(of: request, urgency).text()
  }

  private func resources(of document: PDFDocument) -> Resources {
    resources.withLock { resources in
      if let resources { return resources }
      let made = Resources(
        engines: RenderEngines(document, options(workerCount: workerCount), makeEngine),
        cache: ByteLimitedCache(byteLimit: byteLimit))
      resources = made
      return made
    }
  }
}

extension TextReader {
  private func options(workerCount: Int) -> EngineOptions {
    var options = EngineOptions()
    options.workerCount = workerCount
    options.deadline = deadline
    options.triesTwice = true
    return options
  }
}

@Sendable private func makeEngine(_ backend: any PageBackend, _ url: URL?, _ options: EngineOptions)
  -> RenderEngine
{
  RenderEngine(backend, url: url, options: options)
}

extension PackedText {
  /// The text of a page whose content was scaled and moved.
  fileprivate func placed(_ placement: ContentPlacement?) -> PackedText {
    guard let placement else { return self }
    let scale = Float(placement.scale)
    let way = SIMD4(Float(placement.dx), Float(placement.dy), Float(placement.dx), Float(placement.dy))
    return PackedText(characters: characters, boxes: boxes.map { $0 * scale + way })
  }
}

extension PageText {
  init(_ packed: PackedText) { self.init(characters: packed.characters, boxes: packed.boxes) }
}

extension PDFDocument {
  /// A document of the page alone, without annotations, if poppler refuses the page as its source has it.
  fileprivate func documentForText(of page: PageID, _ source: PageSource) throws -> Data? {
    try store.withLock { store in
      guard try store.hasTooManyAnnotations(source) else { return nil }
      return try store.snapshot(of: page, as: PageState(source: source, annotations: AnnotationList([])))
    }
  }

  /// The way from page space to the view of a page as its source has it.
  fileprivate func textTransform(of source: PageSource) throws -> PageTransform {
    let attributes = try store.withLock { try $0.attributes(of: source) }
    return PageTransform(cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation)
  }
}

extension TextMatch {
  fileprivate init(_ match: TextSelection, in text: PageText, page: PageID, pageIndex: Int) {
    self.init(
      page: page, pageIndex: pageIndex, string: match.string, quads: match.quads, range: match.range,
      before: text.excerpt(before: match.range.lowerBound), after: text.excerpt(after: match.range.upperBound)
    )
  }
}
