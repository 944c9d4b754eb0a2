import Dispatch
import Foundation
import PostilModel
import Synchronization

/// What an engine shares with its workers, who keep it until it is closed.
final class RenderCore: Sendable {
  let source: RenderSource
  let password: String?
  let options: EngineOptions
  let pool: PixelBufferPool
  /// Gets every image that is made, whether or not somebody still waits for it.
  private let sink: Mutex<(@Sendable (RenderRequest, PageImage) -> Void)?>
  private let schedule = Mutex(Schedule())
  private let hired = Mutex(0)

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

  // MARK: - Those who ask

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
    // A worker that is stuck keeps this, but not what the sink has filled.
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

  /// What poppler complained of when it read or drew a page.
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
    let number = hired.withLock { count in
      count += 1
      return count
    }
    let worker = RenderWorker(number: number)
    worker.start(self)
    return worker
  }

  var isClosed: Bool { schedule.withLock { $0.isClosed } }

  func takeForget(_ worker: Int) -> Bool { schedule.withLock { $0.takeForget(worker) } }

  func begin(_ worker: Int) -> RenderRequest? {
    guard let beginning = schedule.withLock({ $0.begin(worker, at: .now) }) else { return nil }
    if beginning.needsWatchdog { lookAgain() }
    return beginning.request
  }

  /// - Throws: `CancellationError` if nobody waits for what the worker does.
  func requireWanted(_ worker: Int) throws {
    guard schedule.withLock({ $0.isWanted(worker) }) else { throw CancellationError() }
  }

  /// Hands on what a worker made. Returns whether it may go on: not if it was given up.
  func end(
    _ number: Int, _ request: RenderRequest, _ result: Result<RenderResult, any Error>, _ report: WorkReport
  ) -> Bool {
    if case .success(.image(let image)) = result { sink.withLock { $0 }?(request, image) }
    var wasDropped = false
    if case .failure(let error) = result { wasDropped = error is CancellationError }
    let (waiters, idle) = schedule.withLock { [wasDropped] schedule in
      let waiters = schedule.end(number, report, wasDropped: wasDropped)
      // What waited for the page that this worker was busy with may be for another.
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
      "The page takes longer than \(options.deadline) to draw and was given up: allow more time, or leave it out.",
      url: source.url, pageIndex: request.pageIndex)
  }

  /// Looks at the workers after a while, and again for as long as one of them is busy.
  private func lookAgain() {
    let interval = min(max(options.deadline / 8, .milliseconds(5)), .seconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + interval.timeInterval) { [weak self] in
      self?.lookAfterWorkers()
    }
  }

  private func lookAfterWorkers() {
    let (late, lost, goesOn) = schedule.withLock { schedule in
      let late = schedule.giveUp(since: .now - options.deadline)
      let lost = late.isEmpty ? [] : schedule.takeLost()
      // A new worker for each that was given up, if there is something to do.
      for _ in late where !schedule.waiting.isEmpty { schedule.addWorker(addWorker()) }
      return (late, lost, schedule.continuesWatchdog())
    }
    for (worker, _) in late { worker.lowerPriority() }
    for job in late.map(\.job) + lost {
      let error = timedOut(job.request)
      for waiter in job.waiters.values { waiter(.failure(error)) }
    }
    for worker in schedule.withLock({ $0.idleWorkers }) where !late.isEmpty { worker.wake() }
    if goesOn { lookAgain() }
  }
}

extension Duration {
  /// In seconds.
  fileprivate var timeInterval: TimeInterval {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
