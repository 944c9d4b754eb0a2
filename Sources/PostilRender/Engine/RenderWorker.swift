import Dispatch
import Foundation
import PostilModel
import PostilSystem
import Synchronization

/// A rendering thread with a poppler document of its own.
///
/// Not a thread of Swift's pool: rendering takes long, the pool is small, and a thread that hangs must be abandoned.
final class RenderWorker: Sendable {
  /// Poppler recurses deeply on deeply nested pages.
  private static let stackSize = 16 << 20

  let number: Int
  private let wakeSemaphore = DispatchSemaphore(value: 0)
  private let threadNumber = Mutex<SystemThread?>(nil)

  init(number: Int) { self.number = number }

  /// Starts the thread, which retains the core until that is closed.
  func start(_ core: RenderCore) {
    let thread = Thread { [self] in
      Thread.current.name = "Postil.Render.\(number)"
      SystemThread.takeUsualPriority()
      threadNumber.withLock { $0 = .current }
      work(for: core)
      threadNumber.withLock { $0 = nil }
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  /// Makes the worker look for requests.
  func wake() { wakeSemaphore.signal() }

  /// Lowers the priority of the thread after a timeout: it cannot be ended.
  func lowerPriority() { threadNumber.withLock { $0?.lowerPriority() } }

  /// Works until the core is closed, or the worker times out.
  private func work(for core: RenderCore) {
    let context = WorkerContext(core)
    repeat {
      wakeSemaphore.wait()
    } while processRequests(for: core, on: context)
    inside { context.close() }
  }

  /// Returns `false` if the core was closed or the worker timed out.
  private func processRequests(for core: RenderCore, on context: WorkerContext) -> Bool {
    if core.takeDropFlag(number) { inside { context.dropCache() } }
    while let request = core.begin(number) {
      guard inside({ carryOut(request, for: core, on: context) }) else { return false }
    }
    // The flag may have been set during the last request.
    if core.takeDropFlag(number) { inside { context.dropCache() } }
    inside { context.trimCache() }
    return !core.isClosed
  }

  private func carryOut(_ request: RenderRequest, for core: RenderCore, on context: WorkerContext) -> Bool {
    // The flag may have been set during the request before.
    if core.takeDropFlag(number) { context.dropCache() }
    let (result, messages) = PopplerMessages.collect {
      try context.carryOut(request) { try core.requireWanted(self.number) }
    }
    return core.end(number, request, result, context.report(messages))
  }

  /// Calls into poppler and cairo, guarded against the end of the program.
  private func inside<Result>(_ body: () -> Result) -> Result {
    ExitGuard.inLibrary(body)
  }
}

/// The state of a worker on its own thread.
private final class WorkerContext {
  private let core: RenderCore
  private var drawer: Result<PageDrawer, any Error>?
  private var pagesReported = 0
  /// The pages that poppler has loaded since it opened the document: it caches the annotations of each.
  private var pagesSeen: Set<Int> = []
  private static let pageLimit = 100

  init(_ core: RenderCore) { self.core = core }

  func dropCache() { try? drawer?.get().dropCache() }
  func trimCache() { try? drawer?.get().trimCache() }

  /// Closes the document.
  func close() { drawer = nil }

  func report(_ messages: [String]) -> WorkReport {
    guard let drawer = try? drawer?.get() else { return WorkReport(messages: messages) }
    defer { pagesReported = drawer.pagesDrawn }
    return WorkReport(
      pages: drawer.knownPages, cachedBytes: drawer.byteCount, pagesDrawn: drawer.pagesDrawn - pagesReported,
      messages: messages)
  }

  func carryOut(_ request: RenderRequest, checkpoint: () throws -> Void) throws -> RenderResult {
    do {
      let drawer = try openDrawer(for: request.pageIndex)
      switch request {
      case .tile(let area, _): return .image(try tile(area, drawer, checkpoint))
      case .page(let renderKey, let scale): return .image(try page(renderKey, scale, drawer))
      case .preview(let renderKey, let side):
        let (width, height) = try drawer.size(of: renderKey)
        return .image(try page(renderKey, Double(side) / max(width, height), drawer))
      case .text(let index, let transform):
        return .text(try drawer.file.text(ofPage: index, transform: transform))
      }
    } catch var error as PDFError {
      error.pageIndex = request.pageIndex
      throw error.about(core.source.url)
    }
  }

  /// Poppler's document, reopened after every ``pageLimit`` pages: poppler's caches grow with every page.
  private func openDrawer(for page: Int) throws -> PageDrawer {
    if pagesSeen.count >= Self.pageLimit, !pagesSeen.contains(page) {
      drawer = nil
      ProcessMemory.returnFreed()
      (pagesSeen, pagesReported) = ([], 0)
    }
    pagesSeen.insert(page)
    let known =
      drawer
      ?? Result { [core] in
        let file = try PopplerFile(core.source, password: core.password)
        return PageDrawer(file: file, limit: core.options.cachedRenderings, pool: core.pool)
      }
    drawer = known
    return try known.get()
  }

  private func tile(
    _ area: PageArea, _ drawer: PageDrawer, _ checkpoint: () throws -> Void
  ) throws -> PageImage {
    let size = try ImageSize(pixelWidth: area.rect.width, height: area.rect.height)
    let buffer = try PixelBuffer(size, pool: core.pool, isCleared: false)
    try drawer.draw(area, into: buffer, checkpoint: checkpoint)
    return PageImage(buffer)
  }

  private func page(_ renderKey: PageRenderKey, _ scale: Double, _ drawer: PageDrawer) throws -> PageImage {
    let (width, height) = try drawer.size(of: renderKey)
    let size = try ImageSize(width: width, height: height, scale: scale)
    let buffer = try PixelBuffer(size, pool: core.pool, isCleared: false)
    let rect = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    try drawer.drawDirectly(PageArea(renderKey: renderKey, scale: scale, rect: rect), into: buffer)
    return PageImage(buffer)
  }
}
