import Foundation
import PostilModel
import PostilTestSupport
import PostilRenderProtocol
import Synchronization
import Testing

@testable import PostilRender

/// Processes without work end, and pages that were lost are tried again.
@Suite struct IdleWorkersTests {
  /// What workers did.
  private final class Log: Sendable {
    let made = Mutex(0)
    let ended = Mutex<[Int]>([])
    let deadlines = Mutex<[Duration]>([])
    /// How many requests are to be lost, and how.
    let losses = Mutex<[WorkerLoss]>([])

    var living: Int { made.withLock(\.self) - ended.withLock(\.count) }

    func make() -> Worker {
      Worker(
        made.withLock { made in
          made += 1
          return made
        }, self)
    }
  }

  private final class Worker: PageWorker {
    private let number: Int
    private let log: Log

    init(_ number: Int, _ log: Log) { (self.number, self.log) = (number, log) }

    deinit { log.ended.withLock { [number] in $0.append(number) } }

    func carryOut(_ request: RenderRequest, pool: PixelBufferPool, deadline: Duration) throws -> RenderResult
    {
      log.deadlines.withLock { $0.append(deadline) }
      if let loss = log.losses.withLock({ $0.popLast() }) { throw loss }
      return .text(PackedText(characters: [], boxes: []))
    }

    var report: WorkReport {
      var report = WorkReport()
      report.pages = [number]
      return report
    }

    var hasGrown: Bool { false }

    func end() {}
  }

  private func engine(_ log: Log, _ change: (inout EngineOptions) -> Void = { _ in }) -> RenderEngine {
    var options = EngineOptions()
    (options.workerCount, options.idleTime) = (2, .seconds(3_600))
    change(&options)
    return RenderEngine(FakeBackend { log.make() }, url: nil, options: options)
  }

  private func read(_ page: Int, _ engine: RenderEngine) async throws {
    let transform = PageTransform(cropBox: PageRect(x: 0, y: 0, width: 1, height: 1))
    _ = try await engine.result(of: .text(page, transform), RenderUrgency(.visible))
  }

  @Test func aProcessWithoutWorkEnds() async throws {
    let log = Log()
    let engine = engine(log) { $0.idleTime = .milliseconds(5) }
    for count in 1...3 {
      try await read(0, engine)
      #expect(await becomesTrue { log.living == 0 })
      #expect(log.made.withLock(\.self) == count)
    }
  }

  @Test func theOneThatWorkedLastStays() async throws {
    let log = Log()
    let engine = engine(log) { ($0.idleTime, $0.keepsLatestProcess) = (.milliseconds(5), true) }
    // Two at a time, until both workers were made.
    repeat {
      async let first: Void = read(0, engine)
      async let second: Void = read(1, engine)
      _ = try await (first, second)
    } while log.made.withLock(\.self) < 2
    #expect(await becomesTrue { log.living == 1 })
    try await Task.sleep(for: .milliseconds(50))
    #expect(log.living == 1)
  }

  @Test func freeingMemoryEndsThemAll() async throws {
    let log = Log()
    let engine = engine(log) { $0.keepsLatestProcess = true }
    try await read(0, engine)
    #expect(log.living == 1)
    engine.trimMemory()
    #expect(await becomesTrue { log.living == 0 })
    try await read(0, engine)
    #expect(log.made.withLock(\.self) == 2)
  }

  private func code(_ body: () async throws -> Void) async -> PDFError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? PDFError)?.code
    }
  }

  @Test func aPageThatTimedOutIsReadAgainWithTwiceTheTime() async throws {
    let log = Log()
    let engine = engine(log) { ($0.tryCount, $0.deadline) = (3, .seconds(7)) }
    log.losses.withLock { $0 = [.timedOut] }
    #expect(await code { try await read(0, engine) } == .renderTimedOut)
    try await read(0, engine)
    #expect(log.deadlines.withLock(\.self) == [.seconds(7), .seconds(14)])
    // Twice: then it fails at once until that is asked for.
    log.losses.withLock { $0 = [.timedOut, .timedOut] }
    for _ in 0..<5 { #expect(await code { try await read(0, engine) } == .renderTimedOut) }
    #expect(log.deadlines.withLock(\.count) == 4)
    engine.retry()
    engine.setDeadline(.seconds(9))
    try await read(0, engine)
    #expect(log.deadlines.withLock(\.last) == .seconds(9))
  }

  /// Every crash is the page's, and nothing has to be tried twice to see it.
  @Test func aPageThatCrashedIsReadAgainWhenThatIsAskedFor() async throws {
    let log = Log()
    let engine = engine(log) { $0.tryCount = 2 }
    log.losses.withLock { $0 = [.crashed] }
    for _ in 0..<3 { #expect(await code { try await read(0, engine) } == .renderCrashed) }
    #expect(log.deadlines.withLock(\.count) == 1)
    engine.retry(page: 0)
    try await read(0, engine)
  }

  /// What opens a document is lost for all of its pages, and none of them is marked: they are tried again together.
  @Test func aLossAtOpeningIsNoPages() async throws {
    let isOpen = Mutex(false)
    let log = Log()
    let backend = FakeBackend {
      if !isOpen.withLock(\.self) { throw WorkerLoss.timedOut }
      return log.make()
    }
    let engine = RenderEngine(backend, url: nil, options: EngineOptions())
    for page in 0..<3 { #expect(await code { try await read(page, engine) } == .renderTimedOut) }
    isOpen.withLock { $0 = true }
    engine.retry(page: 0)
    for page in 0..<3 { try await read(page, engine) }
  }

  /// What is drawn of one document is where its own workers see it.
  @Test func enginesHaveMemoryOfTheirOwn() async throws {
    let data = PageDocument().data
    let engines = (0..<2).map { _ in
      RenderEngine(ProcessBackend(RenderSource(data), password: nil), url: nil, options: EngineOptions())
    }
    var numbers: [Int] = []
    for engine in engines {
      let image = try await engine.image(.tile(0), RenderUrgency(.visible))
      numbers.append(try #require(image.buffer.shared?.memory.number))
    }
    #expect(numbers[0] != numbers[1])
  }
}
