import CSystem
import Dispatch
package import Foundation
import PostilModel
package import RenderProtocol
import Synchronization

/// Draws with poppler, in processes of their own: a fork server opens the document once, and workers are forked from it, which
/// takes a millisecond. What hangs or crashes poppler costs a worker.
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
  package var remedies: RemedySet? { state.withLock { $0.opening?.remedies } }
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
        state.withLock { state in
          state.server = server
          state.opening = server.opening
        }
        return try server.fork(renderings, deadline)
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
  private let process: pid_t
  private let socket: MessageSocket
  private let options: PopplerOptions
  /// What it said when it had opened the document.
  let opening: ServerAnswer

  private init(process: pid_t, _ socket: MessageSocket, _ options: PopplerOptions, _ opening: ServerAnswer) {
    self.process = process
    self.socket = socket
    self.options = options
    self.opening = opening
  }

  deinit { end() }

  /// Starts a server and has it open a document.
  static func start(
    _ source: RenderSource, password: String?, _ options: PopplerOptions, _ deadline: MonotonicTime
  ) throws -> RenderServer {
    let program = try RendererProgram.find(options.program)
    do {
      let (process, socket) = try spawn(program)
      do {
        var request = OpenRequest(
          byteCount: source.byteCount, password: password, memoryLimit: options.memoryLimit)
        request.remedies = options.remedies
        request.fault = options.fault
        // Made while the process starts, which takes longer.
        let update = options.usesUpdates ? sharedUpdate(of: source) : nil
        request.updateByteCount = update?.byteCount ?? 0
        let descriptors = [try source.openDescriptor()] + (update.map { [$0.descriptor] } ?? [])
        try socket.send(ServerRequest.open(request), descriptors: descriptors)
        let answer = try socket.receive(ServerAnswer.self, deadline: deadline).message
        if let failure = answer.failure { throw PDFError(failure) }
        return RenderServer(process: process, socket, options, answer)
      } catch MessageError.closed {
        throw loss(of: process, program)
      } catch {
        kill(process)
        throw error
      }
    } catch let error as MessageError {
      throw error.asWorkerLoss
    }
  }

  /// The update of a document as shared memory; `nil` if there is none, or no memory for it: it is not needed.
  private static func sharedUpdate(of source: RenderSource) -> (descriptor: OwnedDescriptor, byteCount: Int)?
  {
    guard let bytes = source.update(), !bytes.isEmpty else { return nil }
    let copy = bytes.withUnsafeBytes { try? SharedMemory.sealedCopy(of: $0) }
    return copy.map { ($0, bytes.count) }
  }

  /// Starts the program. Its end of the connection must not stay open here: the connection closes when the process ends.
  private static func spawn(_ program: String) throws -> (pid_t, MessageSocket) {
    let (socket, other) = try MessageSocket.pair()
    let keepsErrors = getenv("POSTIL_RENDER_ERRORS") != nil
    let arguments = [strdup(program), nil]
    let environment = RendererProgram.environment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    let process = other.handle.withNumber { postil_spawn(program, arguments, environment, $0, keepsErrors) }
    let code = errno
    guard process > 0 else {
      throw PDFError(
        .rendererNotFound,
        "The program that draws pages cannot be started: see whether \(program) may be executed.",
        underlying: String(cString: strerror(code)))
    }
    return (process, socket)
  }

  /// Ends a server that has not opened its document.
  private static func kill(_ process: pid_t) {
    Glibc.kill(process, SIGKILL)
    wait(for: process, tries: 0)
  }

  /// Has the server end, which waits for its workers to end.
  private func end() {
    socket.shutDown()
    Self.wait(for: process, tries: 100)
  }

  /// Clears a process away once it has ended; after some tries, a hundredth of a second apart, it is killed.
  private static func wait(for process: pid_t, tries: Int) {
    var status: Int32 = 0
    let result = waitpid(process, &status, WNOHANG)
    guard result == 0 || (result < 0 && errno == EINTR) else { return }
    if tries == 0 { Glibc.kill(process, SIGKILL) }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(10)) {
      wait(for: process, tries: max(tries - 1, 0))
    }
  }

  /// Why a server closed the connection before it answered: it crashed, or never ran, for want of a library.
  private static func loss(of process: pid_t, _ program: String) -> any Error {
    // It is ending already; this only makes sure of it.
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { return WorkerLoss.crashed } }
    let dynamicLoaderFailed: Int32 = 127 << 8
    guard status == dynamicLoaderFailed else { return WorkerLoss.crashed }
    return PDFError(
      .rendererNotFound,
      """
      The program that draws pages cannot be started: a library that it needs is missing. Install it; \
      "ldd \(program)" says which.
      """)
  }

  /// Has a worker forked.
  func fork(_ renderings: RenderingCacheLimit, _ deadline: MonotonicTime) throws -> PopplerWorker {
    do {
      let (own, other) = try MessageSocket.pair()
      try socket.send(ServerRequest.fork(renderings), descriptors: [other.handle])
      let received = try socket.receive(ServerAnswer.self, deadline: deadline)
      if let failure = received.message.failure { throw PDFError(failure) }
      return PopplerWorker(
        own, number: received.message.worker, process: received.descriptors.first, server: self,
        growthLimit: options.growthLimit)
    } catch let error as MessageError {
      throw error.asWorkerLoss
    }
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
