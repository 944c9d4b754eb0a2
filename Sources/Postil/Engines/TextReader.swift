import Foundation
import PostilFile
import PostilModel
import PostilRender
import PostilRenderProtocol
import Synchronization

/// Reads the text of a document's pages, and what they draw, several at once, and keeps what was read last, packed. No edit changes the text of
/// a page's content, a turn or a move does not change where it stands in page space, and of another size it is scaled: what was read
/// stays right. That of annotations is kept as their source has them.
///
/// It has engines of its own, so that a search does not keep a renderer waiting.
final class TextReader: Sendable {
  /// What the first page that is read needs; many programs read none.
  private struct Resources {
    let engines: RenderEngines
    /// The texts of pages, by where these come from.
    let cache: ByteLimitedCache<TextKey, PackedPageText>
  }

  /// What a text is kept by.
  private struct TextKey: Hashable, Sendable {
    let source: PageSource
    let layers: LayerVisibility
  }

  /// Who reads.
  enum Method: Sendable {
    /// This program: what everybody sees and searches.
    case own
    /// Poppler, as a second opinion on what a redaction left, and of pages that are damaged: it mends some.
    case poppler
  }

  private let method: Method

  private let resources = Mutex<Resources?>(nil)
  private let byteLimit: Int
  /// How many pages may be read at once.
  var workerCount: Int { max(fixedWorkerCount ?? Self.processorCount, 1) }
  private let fixedWorkerCount: Int?
  private static let processorCount = ProcessInfo.processInfo.activeProcessorCount
  let work = Mutex(Work())
  private let time = Mutex(Duration.seconds(30))
  /// The layers that are read or not, where that is not as the document says.
  let layers = Mutex(LayerVisibility())

  /// What was done, for tests.
  struct Work: Sendable, Hashable {
    /// How many pages were asked of a worker.
    var requests = 0
    /// How many of these are being read.
    var running = 0
    /// The most that were being read at once.
    var mostRunning = 0
    /// How long reading took, of pages that could be read: for those that hang each has its deadline. Processor time where this program
    /// reads, so that nothing else that the machine does counts.
    var time = Duration.zero
  }

  /// - Parameters:
  ///   - workerCount: How many pages may be read at once, at least 1; `nil`: as many as the machine has processors.
  ///   - byteLimit: How much memory texts may take: with the usual one, some five million characters.
  init(_ method: Method = .own, workerCount: Int? = nil, byteLimit: Int = 32 << 20) {
    self.method = method
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

  /// For how long pages of a document may be read: thirty times longer than books of a thousand pages take, and soon over for a small
  /// file that has the same large content on each of its pages.
  private func allowance(for document: some RenderedDocument) -> Duration {
    deadline * (1 + Double(document.openedFile.pointer.count) / Double(1 << 20))
  }

  /// Lets a page of a source, or all, be read again that took too long or crashed what read it.
  func retry(_ source: PageSource?, in document: some RenderedDocument) {
    work.withLock { $0.time = .zero }
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

  /// The text of a page of a source, as that has it; if poppler reads, of the content alone.
  ///
  /// - Parameters:
  ///   - layers: The layers that were switched.
  ///   - transform: For poppler: the way from page space to the page's view.
  ///   - alone: For poppler: a document of the page alone, to be read instead.
  func packedText(
    of source: PageSource, _ layers: LayerVisibility = LayerVisibility(), in document: some RenderedDocument,
    _ urgency: RenderUrgency,
    transform: () throws -> PageTransform = { PageTransform(cropBox: .zero, rotation: .none) },
    alone: () throws -> Data? = { nil }
  ) async throws -> PackedPageText {
    let cache = resources(of: document).cache
    let key = TextKey(source: source, layers: layers)
    if let known = cache.value(for: key) { return known }
    try checkAllowance(of: document)
    let text: PackedPageText
    switch method {
    case .own:
      text = try await result(of: source, in: document, urgency) { .ownText($0, Self.all, layers) }.ownText()
    case .poppler:
      let transform = try transform()
      let content: PackedText
      if let data = try alone() {
        let engine = engine(of: try OpenedFile(data: data, password: nil))
        content = try await result(.text(0, transform), of: engine, urgency).text()
      } else {
        content = try await result(of: source, in: document, urgency) { .text($0, transform) }.text()
      }
      text = PackedPageText(content: content)
    }
    cache.insert(text, for: key, cost: text.byteCount)
    return text
  }

  private static let all: RenderRequest.TextParts = [.content, .annotations]

  /// The text of parts of the only page of a document, which is not kept.
  func packedText(
    ofPageAlone data: Data, _ parts: RenderRequest.TextParts, in document: some RenderedDocument,
    _ urgency: RenderUrgency
  ) async throws -> PackedPageText {
    try checkAllowance(of: document)
    let engine = engine(of: try OpenedFile(data: data, password: nil))
    return try await result(.ownText(0, parts, LayerVisibility()), of: engine, urgency).ownText()
  }

  /// What the content of a page shows, as its source has it; that of a page without a source is `nil`.
  ///
  /// - Parameter alone: A document of the page alone, to be read instead.
  func layout(
    of source: PageSource, _ layers: LayerVisibility, alone: Data?, in document: some RenderedDocument,
    _ urgency: RenderUrgency
  ) async throws -> PageLayout? {
    try await result(of: source, layers, alone: alone, in: document, urgency) { .layout($0, $1) }?.layout()
  }

  /// What a page draws, as its source has it; nothing for a page without a source.
  ///
  /// - Parameter alone: A document of the page alone, to be read instead.
  func drawings(
    of source: PageSource, _ layers: LayerVisibility, alone: Data?, in document: some RenderedDocument,
    _ urgency: RenderUrgency
  ) async throws -> [PageDrawing] {
    try await result(of: source, layers, alone: alone, in: document, urgency) { .drawings($0, $1) }?
      .drawings()
      ?? []
  }

  private func result(
    of source: PageSource, _ layers: LayerVisibility, alone: Data?, in document: some RenderedDocument,
    _ urgency: RenderUrgency, _ request: (Int, LayerVisibility) -> RenderRequest
  ) async throws -> RenderResult? {
    try checkAllowance(of: document)
    if let alone {
      let engine = engine(of: try OpenedFile(data: alone, password: nil))
      return try await result(request(0, LayerVisibility()), of: engine, urgency)
    }
    guard let (_, index) = try document.file(of: source) else { return nil }
    let engine = try resources(of: document).engines.engine(for: source, in: document)
    return try await result(request(index, layers), of: engine, urgency)
  }

  private func checkAllowance(of document: some RenderedDocument) throws {
    guard statistics.time < allowance(for: document) else {
      throw PDFError(
        .renderTimedOut,
        "Reading the pages of the document takes longer than is allowed: allow more time for a page, or try again."
      )
    }
  }

  private func result(
    of source: PageSource, in document: some RenderedDocument, _ urgency: RenderUrgency,
    _ request: (Int) -> RenderRequest
  ) async throws -> RenderResult {
    guard let (_, index) = try document.file(of: source) else {
      return method == .own ? .ownText(PackedPageText()) : .text(.empty)
    }
    let engine = try resources(of: document).engines.engine(for: source, in: document)
    return try await result(request(index), of: engine, urgency)
  }

  private func result(
    _ request: RenderRequest, of engine: RenderEngine, _ urgency: RenderUrgency
  ) async throws -> RenderResult {
    let start = ContinuousClock.now
    let running = work.withLock { work in
      work.requests += 1
      work.running += 1
      work.mostRunning = max(work.mostRunning, work.running)
      return work.running
    }
    defer { work.withLock { $0.running -= 1 } }
    let result = try await engine.result(of: request, urgency)
    // Of the time the others, which it waits for and which wait for it, have their shares.
    if method == .poppler { work.withLock { $0.time += (ContinuousClock.now - start) / running } }
    return result
  }

  private func resources(of document: some RenderedDocument) -> Resources {
    resources.withLock { resources in
      if let resources { return resources }
      let made = Resources(
        engines: RenderEngines(options(workerCount: workerCount), makeEngine(document)),
        cache: ByteLimitedCache(byteLimit: byteLimit))
      resources = made
      return made
    }
  }
}

extension TextReader {
  /// How often a page that takes too long is tried, as it is asked for again.
  private static let tryCount = 2

  private func options(workerCount: Int) -> EngineOptions {
    var options = EngineOptions()
    options.workerCount = workerCount
    options.deadline = deadline
    options.tryCount = Self.tryCount
    return options
  }

  /// An engine for a file that only it reads.
  private func engine(of file: OpenedFile) -> RenderEngine {
    let backend: any PageBackend =
      method == .own
      ? textBackend(file)
      : ProcessBackend(file.renderSource, password: file.password, options: .standard(.poppler))
    return RenderEngine(backend, url: nil, options: options(workerCount: 1))
  }

  /// Reads a file, and counts the time that it takes as long as this is there.
  private func textBackend(_ file: OpenedFile) -> TextBackend { Self.textBackend(file, for: self) }

  private static func textBackend(_ file: OpenedFile, for reader: TextReader?) -> TextBackend {
    TextBackend(file: file) { [weak reader] time in reader?.work.withLock { $0.time += time } }
  }

  private func makeEngine(_ document: some RenderedDocument) -> RenderEngines.Maker {
    let (method, backends) = (method, document.renderBackends)
    return { [weak self] file, firstPage, renderer, options in
      let backend: any PageBackend =
        method == .own
        ? Self.textBackend(file, for: self) : backends.backend(of: file, firstPage: firstPage, renderer)
      return RenderEngine(backend, url: file.url, options: options)
    }
  }
}
