import BenchSupport
import Foundation
import Postil

/// The tasks, and for how long they go on.
struct Stress {
  private let document: PDFDocument
  private let renderer: PageRenderer
  private let seconds: Double
  private let seed: UInt64
  private let taskCount: Int
  /// How many milliseconds a cancelled task may take to end.
  let limit: Double
  /// How often a worker is killed, in milliseconds; 0 for never.
  private let killInterval: Int

  init(_ document: PDFDocument, _ arguments: Arguments) throws {
    self.document = document
    seconds = try arguments.value("seconds", 60)
    seed = try arguments.value("seed", 1)
    taskCount = try arguments.value("tasks", 16)
    limit = try arguments.value("limit-ms", 100)
    killInterval = try arguments.value("kill-every-ms", 0)
    var options = RenderOptions()
    options.workerCount = try arguments.value("workers", 2)
    // Small, so that there is much to throw out and to draw again.
    options.tileMemory = 24 << 20
    options.recordingMemory = 16 << 20
    options.previewMemory = 4 << 20
    options.previewFolder = nil
    renderer = PageRenderer(document, options: options)
  }

  func run() async throws -> StressReport {
    let end = ContinuousClock().now + .seconds(seconds)
    let stale = Task { await Self.count(renderer.staleTiles()) }
    let killer = Task { [killInterval, seed] in
      guard killInterval > 0 else { return 0 }
      return await WorkerKiller(interval: .milliseconds(killInterval)).run(Dice(seed: seed))
    }
    var report = await withTaskGroup(of: StressReport.self) { group in
      for number in 0..<taskCount {
        group.addTask {
          let dice = Dice(seed: seed &* 1_000 &+ UInt64(number))
          var actor = StressActor(document, renderer, dice, isEditor: number % 4 == 0)
          await actor.run(until: end)
          return actor.report
        }
      }
      return await group.reduce(into: StressReport()) { $0.add($1) }
    }
    killer.cancel()
    report.killedWorkers = await killer.value
    report.wrongPages = try await wrongPages()
    stale.cancel()
    report.staleTiles = await stale.value
    report.seed = seed
    report.statistics(of: renderer)
    return report
  }

  /// How many of some pages look otherwise than a renderer shows them that was made anew.
  private func wrongPages() async throws -> Int {
    let other = PageRenderer(document)
    var count = 0
    for page in document.pageIDs.prefix(40) {
      renderer.retry(page)
      for scale in [0.5, 1.0] {
        let images = [
          try await image(of: page, scale, renderer), try await image(of: page, scale, other),
        ]
        let pixels = images.map { image in image.withPixels { Data($0) } }
        if pixels[0] != pixels[1] { count += 1 }
      }
    }
    return count
  }

  /// The page, in a second try if need be: that its process was killed before the end may come out only now.
  private func image(of page: PageID, _ scale: Double, _ renderer: PageRenderer) async throws -> PageImage {
    do {
      return try await renderer.image(of: page, scale: scale, tileSize: 256)
    } catch let error as PDFError where error.code == .renderCrashed && killInterval > 0 {
      renderer.retry(page)
      return try await renderer.image(of: page, scale: scale, tileSize: 256)
    }
  }

  private static func count(_ stream: AsyncStream<StaleTiles>) async -> Int {
    var count = 0
    for await _ in stream { count += 1 }
    return count
  }
}

/// What happened.
struct StressReport: Encodable, Sendable {
  var seed: UInt64 = 0
  var counts: [String: Int] = [:]
  /// Errors, by their codes.
  var errors: [String: Int] = [:]
  var cancelled = 0
  /// How long it took from cancelling a task to its end, in milliseconds.
  var slowestCancellation = 0.0
  var meanCancellation = 0.0
  var staleTiles = 0
  var pagesDrawn = 0
  var timedOutPages = 0
  var crashedPages = 0
  var killedWorkers = 0
  var wrongPages = 0
  var residentMegabytes = 0.0
  private var cancellationTime = 0.0

  mutating func count(_ name: String) { counts[name, default: 0] += 1 }

  mutating func failed(_ error: any Error) {
    if error is CancellationError { return }
    errors[(error as? PDFError)?.code.rawValue ?? "\(error)", default: 0] += 1
  }

  mutating func wasCancelled(after time: Duration) {
    cancelled += 1
    cancellationTime += time.milliseconds
    slowestCancellation = max(slowestCancellation, time.milliseconds)
    meanCancellation = cancellationTime / Double(cancelled)
  }

  mutating func add(_ other: StressReport) {
    counts.merge(other.counts, uniquingKeysWith: +)
    errors.merge(other.errors, uniquingKeysWith: +)
    cancelled += other.cancelled
    cancellationTime += other.cancellationTime
    slowestCancellation = max(slowestCancellation, other.slowestCancellation)
    meanCancellation = cancelled > 0 ? cancellationTime / Double(cancelled) : 0
  }

  mutating func statistics(of renderer: PageRenderer) {
    pagesDrawn = renderer.statistics.pagesDrawn
    (timedOutPages, crashedPages) = (renderer.statistics.timedOutPages, renderer.statistics.crashedPages)
    residentMegabytes = ProcessStatus.residentBytes / 1_048_576
  }

  private enum CodingKeys: String, CodingKey {
    case seed, counts, errors, cancelled, slowestCancellation, meanCancellation, staleTiles, pagesDrawn
    case timedOutPages, crashedPages, killedWorkers, wrongPages, residentMegabytes
  }
}
