import Dispatch
import Foundation
import PostilModel
import PostilSystem
import Synchronization

/// A thread with a poppler document of its own, which nobody else touches.
///
/// A thread of its own rather than one of Swift's: drawing takes long, those are few, and one that hangs
/// must be given up.
final class RenderWorker: Sendable {
  /// Deeply nested pages make poppler call itself deeply.
  private static let stackSize = 16 << 20

  let number: Int
  private let wakeSemaphore = DispatchSemaphore(value: 0)
  private let threadNumber = Mutex<SystemThread?>(nil)

  init(number: Int) { self.number = number }

  /// Starts the thread. It keeps the core until that is closed.
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

  /// There may be something to do.
  func wake() { wakeSemaphore.signal() }

  /// Lets the thread run only when nothing else wants to: it was given up and cannot be ended.
  func lowerPriority() { threadNumber.withLock { $0?.lowerPriority() } }

  /// Works until the core is closed, or the worker is given up.
  private func work(for core: RenderCore) {
    let context = WorkerContext(core)
    repeat {
      wakeSemaphore.wait()
    } while doWhatThereIs(for: core, on: context)
    inside { context.close() }
  }

  /// Returns `false` if the core was closed or the worker given up.
  private func doWhatThereIs(for core: RenderCore, on context: WorkerContext) -> Bool {
    if core.takeForget(number) { inside { context.forget() } }
    while let request = core.begin(number) {
      guard inside({ carryOut(request, for: core, on: context) }) else { return false }
    }
    // It may have been told to forget while it was busy with the last one.
    if core.takeForget(number) { inside { context.forget() } }
    inside { context.rest() }
    return !core.isClosed
  }

  private func carryOut(_ request: RenderRequest, for core: RenderCore, on context: WorkerContext) -> Bool {
    // It may have been told to forget while it was busy, before this was asked for.
    if core.takeForget(number) { context.forget() }
    let (result, messages) = PopplerMessages.collect {
      try context.carryOut(request) { try core.requireWanted(self.number) }
    }
    return core.end(number, request, result, context.report(messages))
  }

  /// Calls into poppler and cairo: the program does not end meanwhile.
  private func inside<Result>(_ body: () -> Result) -> Result {
    ExitGuard.inLibrary(body)
  }
}

/// What a worker works with, on its own thread.
private final class WorkerContext {
  private let core: RenderCore
  private var drawer: Result<PageDrawer, any Error>?
  private var pagesReported = 0
  /// The pages that poppler has looked at since it opened the document: it keeps the annotations of each.
  private var pagesSeen: Set<Int> = []
  private static let pageLimit = 100

  init(_ core: RenderCore) { self.core = core }

  func forget() { try? drawer?.get().forget() }
  func rest() { try? drawer?.get().rest() }

  /// Lets go of the document.
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

  /// The document as poppler has it, opened anew from time to time: what poppler keeps of pages would grow
  /// with every page that is looked at.
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
