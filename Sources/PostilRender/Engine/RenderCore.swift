import Dispatch
import Foundation
import PostilModel
import Synchronization

/// What an engine shares with its workers, which retain it until it is closed.
final class RenderCore: Sendable {
  let source: RenderSource
  let password: String?
  let options: EngineOptions
  let pool: PixelBufferPool
  /// Gets every image, whether or not a waiter is left.
  private let sink: Mutex<(@Sendable (RenderRequest, PageImage) -> Void)?>
  private let schedule = Mutex(Schedule())
  private let addedWorkers = Mutex(0)

  init(
    _ source: RenderSource, password: String?, options: EngineOptions, pool: PixelBufferPool,
    sink: @escaping @Sendable (RenderRequest, PageImage) -> Void
  ) {
    self.source = source
    self.password = password
    self.options = options
    self.pool = pool
    self.sink = Mutex(sink)
  }

  // MARK: - Requests

  func submit(
    _ request: RenderRequest, _ urgency: RenderUrgency, _ waiter: @escaping Schedule.Waiter
  ) -> RenderTicket {
    let (number, failure, idle) = schedule.withLock { schedule -> (Int, (any Error)?, [RenderWorker]) in
      if schedule.isClosed { return (0, CancellationError(), []) }
      if schedule.lostPages.contains(request.pageIndex) { return (0, timedOut(request), []) }
      let number = schedule.add(request, urgency, waiter)
      if schedule.needsWorker(limit: options.workerCount) { schedule.addWorker(addWorker()) }
      return (number, nil, schedule.idleWorkers)
    }
    if let failure { waiter(.failure(failure)) }
    for worker in idle { worker.wake() }
    return RenderTicket(request: request, number: number)
  }

  func cancel(_ ticket: RenderTicket) {
    schedule.withLock { $0.remove(ticket) }?(.failure(CancellationError()))
  }

  func close() {
    let (workers, waiters) = schedule.withLock { $0.close() }
    // A stuck worker retains this object, but must not retain the sink's caches.
    sink.withLock { $0 = nil }
    for waiter in waiters { waiter(.failure(CancellationError())) }
    for worker in workers { worker.wake() }
  }

  func dropCachedRenderings() {
    let idle = schedule.withLock { schedule in
      schedule.dropCachedRenderings()
      return schedule.idleWorkers
    }
    for worker in idle { worker.wake() }
  }

  /// Poppler's messages about a page.
  func messages(ofPage index: Int) -> [String] { schedule.withLock { $0.messages[index] ?? [] }.sorted() }

  var statistics: EngineStatistics {
    schedule.withLock { schedule in
      var statistics = schedule.statistics
      statistics.cachedBytes = schedule.cachedBytes
      return statistics
    }
  }

  // MARK: - Workers

  private func addWorker() -> RenderWorker {
    let number = addedWorkers.withLock { count in
      count += 1
      return count
    }
    let worker = RenderWorker(number: number)
    worker.start(self)
    return worker
  }

  var isClosed: Bool { schedule.withLock { $0.isClosed } }

  func takeDropFlag(_ worker: Int) -> Bool { schedule.withLock { $0.takeDropFlag(worker) } }

  func begin(_ worker: Int) -> RenderRequest? {
    guard let beginning = schedule.withLock({ $0.begin(worker, at: .now) }) else { return nil }
    if beginning.needsWatchdog { scheduleWatchdog() }
    return beginning.request
  }

  /// - Throws: `CancellationError` if the worker's request has no waiters.
  func requireWanted(_ worker: Int) throws {
    guard schedule.withLock({ $0.isWanted(worker) }) else { throw CancellationError() }
  }

  /// Delivers the result of a worker. Returns whether the worker goes on: not if it timed out.
  func end(
    _ number: Int, _ request: RenderRequest, _ result: Result<RenderResult, any Error>, _ report: WorkReport
  ) -> Bool {
    if case .success(.image(let image)) = result { sink.withLock { $0 }?(request, image) }
    var wasDropped = false
    if case .failure(let error) = result { wasDropped = error is CancellationError }
    let (waiters, idle) = schedule.withLock { [wasDropped] schedule in
      let waiters = schedule.end(number, report, wasDropped: wasDropped)
      // Requests of this worker's page may be taken by another now.
      return (waiters, schedule.waiting.isEmpty ? [] : schedule.idleWorkers)
    }
    for worker in idle where worker.number != number { worker.wake() }
    waiters?.forEach { $0(result) }
    return waiters != nil && !isClosed
  }

  // MARK: - The deadline

  private func timedOut(_ request: RenderRequest) -> PDFError {
    PDFError(
      .renderTimedOut,
      "Rendering the page took longer than \(options.deadline) and was stopped: allow more time, or skip the page.",
      url: source.url, pageIndex: request.pageIndex)
  }

  /// Checks the workers for timeouts after a while, and again while one of them is busy.
  private func scheduleWatchdog() {
    let interval = min(max(options.deadline / 8, .milliseconds(5)), .seconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + interval.timeInterval) { [weak self] in
      self?.checkWorkers()
    }
  }

  private func checkWorkers() {
    let (late, lost, goesOn) = schedule.withLock { schedule in
      let late = schedule.timeOut(startedBefore: .now - options.deadline)
      let lost = late.isEmpty ? [] : schedule.removeLostJobs()
      // Replace the workers that timed out if requests wait.
      for _ in late where !schedule.waiting.isEmpty { schedule.addWorker(addWorker()) }
      return (late, lost, schedule.continuesWatchdog())
    }
    if options.lowersPriorityOfStuckWorkers { for (worker, _) in late { worker.lowerPriority() } }
    for job in late.map(\.job) + lost {
      let error = timedOut(job.request)
      for waiter in job.waiters.values { waiter(.failure(error)) }
    }
    for worker in schedule.withLock({ $0.idleWorkers }) where !late.isEmpty { worker.wake() }
    if goesOn { scheduleWatchdog() }
  }
}

extension Duration {
  /// In seconds.
  fileprivate var timeInterval: TimeInterval {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
