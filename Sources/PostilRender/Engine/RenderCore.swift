import Foundation
import PostilModel
import Synchronization

/// What an engine shares with its workers, which retain it until it is closed.
final class RenderCore: Sendable {
  let backend: any PageBackend
  /// The file to name in errors.
  private let url: URL?
  let options: EngineOptions
  /// How long a request may take.
  let deadline: Mutex<Duration>
  /// The memory that the engine's workers draw into, and those of no other.
  let pool: PixelBufferPool
  /// Gets every image, whether or not a waiter is left. In a structure: a closure that stands in a generic value by itself is
  /// wrapped once more by each access, until calling it overflows the stack.
  private struct Sink {
    let take: @Sendable (RenderRequest, PageImage) -> Void
  }

  private let sink: Mutex<Sink?>
  private let schedule = Mutex(Schedule())
  private let addedWorkers = Mutex(0)

  init(
    _ backend: any PageBackend, url: URL?, options: EngineOptions,
    sink: @escaping @Sendable (RenderRequest, PageImage) -> Void
  ) {
    self.backend = backend
    self.url = url
    self.options = options
    deadline = Mutex(options.deadline)
    pool = PixelBufferPool(byteLimit: options.spareMemory)
    self.sink = Mutex(Sink(take: sink))
  }

  // MARK: - Requests

  func submit(
    _ request: RenderRequest, _ urgency: RenderUrgency, _ waiter: @escaping Schedule.Waiter
  ) -> RenderTicket {
    // What is said of a loss is made outside of the lock.
    let (number, failure, idle) = schedule.withLock { schedule -> (Int, Refusal?, [RenderThread]) in
      if schedule.isClosed { return (0, .closed, []) }
      schedule.beginFurtherTry(of: request.pageIndex, limit: options.tryCount - 1)
      if let loss = schedule.lostPages[request.pageIndex] { return (0, .lost(loss), []) }
      let number = schedule.add(request, urgency, waiter)
      if schedule.needsWorker(limit: options.workerCount) { schedule.addWorker(addWorker()) }
      return (number, nil, schedule.idleWorkers)
    }
    switch failure {
    case nil: break
    case .closed: waiter(.failure(CancellationError()))
    case .lost(let loss): waiter(.failure(error(loss, request)))
    }
    for worker in idle { worker.wake() }
    return RenderTicket(request: request, number: number)
  }

  /// Why a request is not taken.
  private enum Refusal {
    case closed
    case lost(WorkerLoss)
  }

  func cancel(_ ticket: RenderTicket) {
    schedule.withLock { $0.remove(ticket) }?(.failure(CancellationError()))
  }

  func close() {
    let remains = schedule.withLock { $0.close() }
    // A thread retains this object until its worker has ended, but must not retain the sink's caches.
    sink.withLock { $0 = nil }
    for waiter in remains.waiters { waiter(.failure(CancellationError())) }
    for worker in remains.workers { worker.end() }
  }

  func trimMemory() {
    let idle = schedule.withLock { schedule in
      schedule.endProcesses()
      return schedule.idleWorkers
    }
    for worker in idle { worker.wake() }
    pool.drain()
  }

  /// Lets a page, or all, be tried again that timed out or crashed.
  func retry(page index: Int?) {
    backend.retryOpening()
    schedule.withLock { if let index { $0.forgetLoss(of: index) } else { $0.forgetLosses() } }
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

  private func addWorker() -> RenderThread {
    let number = addedWorkers.withLock { count in
      count += 1
      return count
    }
    let worker = RenderThread(number: number)
    worker.start(self)
    return worker
  }

  var isClosed: Bool { schedule.withLock { $0.isClosed } }

  func takeEndFlag(_ worker: Int) -> Bool { schedule.withLock { $0.takeEndFlag(worker) } }

  /// Whether a worker that was idle for ``EngineOptions/idleTime`` is to end its process.
  func endsIdle(_ worker: Int) -> Bool {
    schedule.withLock { $0.endsIdle(worker, keepsLatest: options.keepsLatestProcess) }
  }

  func begin(_ worker: Int) -> RenderRequest? { schedule.withLock { $0.begin(worker) } }

  /// How long a request may take.
  func deadline(of request: RenderRequest) -> Duration {
    let isFurther = schedule.withLock { $0.furtherTries[request.pageIndex] != nil }
    return deadline.withLock(\.self) * (isFurther ? 2 : 1)
  }

  /// Delivers the result of a worker.
  func end(
    _ number: Int, _ request: RenderRequest, _ result: Result<RenderResult, any Error>, _ report: WorkReport
  ) {
    if case .success(.image(let image)) = result { sink.withLock { $0 }?.take(request, image) }
    let (waiters, lost, idle) = schedule.withLock { schedule in
      let waiters = schedule.end(number, report)
      let lost = report.loss == nil ? [] : schedule.removeLostJobs()
      let former = schedule.takeFormer(of: number)
      // Requests of this worker's page may be taken by another now.
      return (waiters, lost, schedule.waiting.isEmpty ? former.map { [$0] } ?? [] : schedule.idleWorkers)
    }
    for worker in idle where worker.number != number { worker.wake() }
    for waiter in waiters + lost.flatMap(\.waiters.values) { waiter(result) }
  }

  // MARK: - Errors

  /// An error with its page and file.
  func about(_ error: any Error, _ request: RenderRequest) -> any Error {
    guard var error = error as? PDFError else { return error }
    error.pageIndex = request.pageIndex
    return error.about(url)
  }

  /// The error for the loss of a worker.
  func error(_ loss: WorkerLoss, _ request: RenderRequest) -> any Error {
    let error =
      switch loss {
      case .timedOut:
        PDFError(
          .renderTimedOut,
          "\(request.isForText ? "Reading" : "Rendering") the page took longer than \(deadline(of: request)) and was stopped: "
            + "allow more time, or skip the page."
        )
      case .crashed:
        PDFError(
          .renderCrashed, "The program that draws pages crashed at this page: skip the page, or try it again."
        )
      }
    return about(error, request)
  }
}
