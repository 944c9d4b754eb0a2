import Dispatch
import Foundation
import PostilModel
import Synchronization

/// A thread that has a worker of the backend carry out requests, and waits for it.
///
/// Not a thread of Swift's pool: rendering takes long, and the pool is small.
final class RenderThread: Sendable {
  let number: Int
  private let wakeSemaphore = DispatchSemaphore(value: 0)
  /// The worker of the backend, so that any thread can end it.
  private let worker = Mutex<(any PageWorker)?>(nil)

  init(number: Int) { self.number = number }

  /// Starts the thread, which retains the core until that is closed.
  func start(_ core: RenderCore) {
    let thread = Thread { [self] in
      Thread.current.name = "Postil.Render.\(number)"
      repeat {
        wakeSemaphore.wait()
      } while processRequests(for: core)
      loseWorker()
    }
    thread.start()
  }

  /// Makes the thread look for requests.
  func wake() { wakeSemaphore.signal() }

  /// Ends what the thread waits for: the engine is closed.
  func end() {
    worker.withLock { $0 }?.end()
    wake()
  }

  /// Returns `false` if the core was closed.
  private func processRequests(for core: RenderCore) -> Bool {
    dropRenderingsIfAsked(core)
    while let request = core.begin(number) {
      let (result, report) = carryOut(request, for: core)
      core.end(number, request, result, report)
      // It may have been asked for during the request.
      dropRenderingsIfAsked(core)
    }
    return !core.isClosed
  }

  private func dropRenderingsIfAsked(_ core: RenderCore) {
    guard core.takeDropFlag(number) else { return }
    do { try worker.withLock { $0 }?.dropRenderings() } catch { loseWorker() }
  }

  private func loseWorker() { worker.withLock { $0 = nil } }

  /// The worker, and whether it has just been made.
  private func takeWorker(_ core: RenderCore) throws -> (worker: any PageWorker, isNew: Bool) {
    if let known = worker.withLock({ $0 }) { return (known, false) }
    let made = try core.backend.makeWorker(
      renderings: core.options.cachedRenderings, deadline: core.options.deadline)
    worker.withLock { $0 = made }
    // The engine may have been closed before there was something to end.
    if core.isClosed { made.end() }
    return (made, true)
  }

  private func carryOut(_ request: RenderRequest, for core: RenderCore) -> (
    Result<RenderResult, any Error>, WorkReport
  ) {
    while true {
      var isNew = true
      do {
        let worker: any PageWorker
        (worker, isNew) = try takeWorker(core)
        let result = Result {
          try worker.carryOut(request, pool: core.pool, deadline: core.options.deadline)
        }
        if case .failure(let loss as WorkerLoss) = result { throw loss }
        let report = worker.report
        if worker.hasGrown { loseWorker() }
        return (result.mapError { core.about($0, request) }, report)
      } catch let loss as WorkerLoss {
        loseWorker()
        // What was drawn before may be the cause of a crash: a new worker tries once.
        if case .crashed = loss, !isNew, !core.isClosed { continue }
        var report = WorkReport()
        report.loss = loss
        return (.failure(core.isClosed ? CancellationError() : core.error(loss, request)), report)
      } catch {
        return (.failure(core.about(error, request)), WorkReport())
      }
    }
  }
}
