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
        waitForWork(of: core)
      } while processRequests(for: core)
      loseWorker()
    }
    thread.start()
  }

  /// Waits until there is something to do. After some time without, the process ends.
  private func waitForWork(of core: RenderCore) {
    if worker.withLock({ $0 }) != nil {
      if wakeSemaphore.wait(timeout: .now() + core.options.idleTime) == .success { return }
      if core.endsIdle(number) { loseWorker() }
    }
    wakeSemaphore.wait()
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
    endProcessIfAsked(core)
    while let request = core.begin(number) {
      let (result, report) = carryOut(request, for: core)
      core.end(number, request, result, report)
      // It may have been asked for during the request.
      endProcessIfAsked(core)
    }
    return !core.isClosed
  }

  private func endProcessIfAsked(_ core: RenderCore) { if core.takeEndFlag(number) { loseWorker() } }

  private func loseWorker() { worker.withLock { $0 = nil } }

  /// The worker, and whether it has just been made.
  private func takeWorker(_ core: RenderCore) throws -> (worker: any PageWorker, isNew: Bool) {
    if let known = worker.withLock({ $0 }) { return (known, false) }
    let made = try core.backend.makeWorker(
      renderings: core.options.cachedRenderings, deadline: core.deadline.withLock(\.self))
    worker.withLock { $0 = made }
    // The engine may have been closed before there was something to end.
    if core.isClosed { made.end() }
    return (made, true)
  }

  private func carryOut(_ request: RenderRequest, for core: RenderCore) -> (
    Result<RenderResult, any Error>, WorkReport
  ) {
    let deadline = core.deadline(of: request)
    // Whether this is the last try, without remedies.
    var isWithoutRemedies = false
    while true {
      let (worker, isNew): (any PageWorker, Bool)
      do {
        (worker, isNew) = try takeWorker(core)
      } catch let loss as WorkerLoss {
        if case .crashed = loss, !isWithoutRemedies, !core.isClosed, core.backend.leaveOutRemedies() {
          isWithoutRemedies = true
          continue
        }
        if isWithoutRemedies { core.backend.judgeRemedies(wereTheCause: false) }
        // What opens the document is lost for all pages: the backend knows.
        return (.failure(core.isClosed ? CancellationError() : core.error(loss, request)), WorkReport())
      } catch {
        return (.failure(core.about(error, request)), WorkReport())
      }
      do {
        let result = try worker.carryOut(request, pool: core.pool, deadline: deadline)
        let report = worker.report
        if isWithoutRemedies { core.backend.judgeRemedies(wereTheCause: true) }
        if worker.hasGrown { loseWorker() }
        return (.success(result), report)
      } catch let loss as WorkerLoss {
        loseWorker()
        // What was drawn before may be the cause of a crash: a new worker tries once.
        if case .crashed = loss, !isNew, !core.isClosed { continue }
        if case .crashed = loss, !isWithoutRemedies, !core.isClosed, core.backend.leaveOutRemedies() {
          isWithoutRemedies = true
          continue
        }
        if isWithoutRemedies { core.backend.judgeRemedies(wereTheCause: false) }
        var report = WorkReport()
        report.loss = loss
        return (.failure(core.isClosed ? CancellationError() : core.error(loss, request)), report)
      } catch {
        let report = worker.report
        if worker.hasGrown { loseWorker() }
        return (.failure(core.about(error, request)), report)
      }
    }
  }
}
