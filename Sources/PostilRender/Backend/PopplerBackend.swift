import CSystem
import Dispatch
package import Foundation
import PostilModel
package import RenderProtocol
import Synchronization

/// Draws with poppler, in processes of their own: a fork server opens the document once, and workers are forked from it, which
/// takes a millisecond. A small document takes less to open, and each worker does it. What hangs or crashes poppler costs a
/// worker.
package final class PopplerBackend: PageBackend {
  private let source: RenderSource
  private let password: String?
  private let options: PopplerOptions
  /// Starts the server and talks with it. Only threads of engines wait for it.
  private let queue = DispatchQueue(label: "Postil.RenderServer")
  private let state = Mutex(State())

  private struct State {
    var server: RenderServer?
    /// What the last server that opened the document said; it may be gone.
    var opening: ServerAnswer?
    var remedies: RemedySet?
    /// Why the document cannot be opened.
    var failure: (any Error)?
  }

  package init(_ source: RenderSource, password: String?, options: PopplerOptions = PopplerOptions()) {
    self.source = source
    self.password = password
    self.options = options
  }

  package var isolation: ProcessIsolation? { state.withLock { $0.opening?.isolation } }
  /// The remedies that are on; `nil` before the first worker was made.
  package var remedies: RemedySet? { state.withLock(\.remedies) }
  /// The size of the update that poppler sees behind the document's bytes, 0 if there is none; `nil` before the first worker
  /// was made.
  package var updateByteCount: Int? { state.withLock { $0.opening?.updateByteCount } }

  package func retryOpening() { state.withLock { $0.failure = nil } }

  package func makeWorker(renderings: RenderingCacheLimit, deadline: Duration) throws -> any PageWorker {
    try queue.sync {
      let deadline = MonotonicTime.now + deadline
      let (known, failure) = state.withLock { ($0.server, $0.failure) }
      if let failure { throw failure }
      do {
        if let known, let worker = try? known.fork(renderings, deadline) { return worker }
        // There is no server, or it is gone, which is not the document's fault: it opened that.
        let server = try RenderServer.start(source, password: password, options, deadline)
        let isKept = source.byteCount > options.reopenedByteCount || server.opening.updateByteCount > 0
        state.withLock { state in
          state.server = isKept ? server : nil
          state.opening = server.opening
          state.remedies = server.remedies
        }
        return try isKept ? server.fork(renderings, deadline) : server.work(renderings, deadline)
      } catch {
        state.withLock { state in
          state.server = nil
          state.failure = error
        }
        throw error
      }
    }
  }
}

/// How poppler's processes are made.
package struct PopplerOptions: Sendable, Hashable {
  /// Where the program is, if it is not looked for.
  package var program: URL?
  /// How much memory each process may have of its own, in bytes.
  package var memoryLimit = 4 << 30
  /// How much memory of its own, in bytes, a worker may have in use after a request before a new one takes its place.
  package var growthLimit = 512 << 20
  /// The largest documents, in bytes, that each worker opens by itself.
  package var reopenedByteCount = 1 << 20
  /// What makes drawing faster.
  package var remedies = RemedySet.all
  /// Whether poppler sees the update of a ``RenderSource``; tests compare both ways.
  package var usesUpdates = true
  /// For tests.
  package var fault: PlantedFault?

  package init() {}
}

/// The fork server of a document, as a process.
private final class RenderServer: Sendable {
  private let launched: RenderLauncher.Launched
  private let options: PopplerOptions
  /// What it said when it had opened the document.
  let opening: ServerAnswer
  /// What permits its forks, if it needs that.
  private let permits: ForkPermits?
  var remedies: RemedySet { launched.remedies }

  private init(
    _ launched: RenderLauncher.Launched, _ options: PopplerOptions, _ opening: ServerAnswer,
    permits: ForkPermits?
  ) {
    self.launched = launched
    self.options = options
    self.opening = opening
    self.permits = permits
  }

  deinit { launched.end() }

  /// Starts a server and has it open a document.
  static func start(
    _ source: RenderSource, password: String?, _ options: PopplerOptions, _ deadline: MonotonicTime
  ) throws -> RenderServer {
    let program = try RendererProgram.find(options.program)
    // Made while the renderer's first process starts.
    let making = DispatchGroup()
    let made = Mutex<SharedUpdate?>(nil)
    if options.usesUpdates {
      DispatchQueue.global(qos: .userInitiated).async(group: making) {
        let update = SharedUpdate(of: source)
        made.withLock { $0 = update }
      }
    }
    let launched = try RenderLauncher.launch(program, remedies: options.remedies, deadline)
    making.wait()
    let update = made.withLock(\.self)
    do {
      var request = OpenRequest(
        byteCount: source.byteCount, password: password, memoryLimit: options.memoryLimit)
      request.fault = options.fault
      request.updateByteCount = update?.byteCount ?? 0
      let descriptors = [try source.openDescriptor()] + (update.map { [$0.descriptor] } ?? [])
      try launched.socket.send(ServerRequest.open(request), descriptors: descriptors)
      let received = try launched.socket.receive(ServerAnswer.self, deadline: deadline)
      let answer = received.message
      if let failure = answer.failure { throw PDFError(failure) }
      return RenderServer(
        launched, options, answer, permits: received.descriptors.first.map(ForkPermits.init))
    } catch {
      // One that hangs does not see that the connection is closed.
      if let process = launched.process { _ = process.withNumber { postil_kill_process($0) } }
      launched.end()
      throw (error as? MessageError)?.asWorkerLoss ?? error
    }
  }

  /// Has a worker forked.
  func fork(_ renderings: RenderingCacheLimit, _ deadline: MonotonicTime) throws -> PopplerWorker {
    try makeWorker(.fork(renderings), deadline)
  }

  /// Makes the server a worker: it cannot be asked for another.
  func work(_ renderings: RenderingCacheLimit, _ deadline: MonotonicTime) throws -> PopplerWorker {
    try makeWorker(.work(renderings), deadline)
  }

  private func makeWorker(_ request: ServerRequest, _ deadline: MonotonicTime) throws -> PopplerWorker {
    do {
      let (own, other) = try MessageSocket.pair()
      try launched.socket.send(request, descriptors: [other.handle])
      if case .fork = request { permits?.permitOne(launched.socket, deadline: deadline) }
      let received = try launched.socket.receive(ServerAnswer.self, deadline: deadline)
      if let failure = received.message.failure { throw PDFError(failure) }
      let process = if case .work = request { launched.process } else { received.descriptors.first }
      return PopplerWorker(
        own, number: received.message.worker, process: process, server: self,
        growthLimit: options.growthLimit)
    } catch let error as MessageError {
      throw error.asWorkerLoss
    }
  }
}

/// The update of a document as shared memory.
private struct SharedUpdate: Sendable {
  let descriptor: OwnedDescriptor
  let byteCount: Int

  /// `nil` if there is no update, or no memory for it: it is not needed.
  init?(of source: RenderSource) {
    guard let bytes = source.update(), !bytes.isEmpty,
      let copy = bytes.withUnsafeBytes({ try? SharedMemory.sealedCopy(of: $0) })
    else { return nil }
    (descriptor, byteCount) = (copy, bytes.count)
  }
}

extension MessageError {
  /// What the loss of a connection means for a worker.
  var asWorkerLoss: WorkerLoss { self == .timedOut ? .timedOut : .crashed }
}

extension PDFError {
  /// An error of a renderer.
  init(_ failure: RenderFailure) {
    let code: Code =
      switch failure.code {
      case .cannotRead: .cannotRead
      case .damaged: .damaged
      case .passwordRequired: .passwordRequired
      case .wrongPassword: .wrongPassword
      case .unsupported: .unsupported
      case .pageOutOfRange: .pageOutOfRange
      case .renderFailed: .renderFailed
      }
    self.init(code, failure.message, underlying: failure.underlying)
  }
}
