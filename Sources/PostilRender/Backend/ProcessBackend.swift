import CPostilSystem
import Dispatch
package import Foundation
import PostilModel
package import PostilRenderProtocol
import Synchronization

/// Draws in processes of their own, with whichever library these have: a fork server opens the document once, and workers are forked from it, which
/// takes a millisecond. A small document takes less to open, and each worker does it. What hangs or crashes the library costs a
/// worker.
package final class ProcessBackend: PageBackend {
  private let source: RenderSource
  private let password: String?
  private let options: ProcessOptions
  /// Has a server forked.
  private let launch: @Sendable (MonotonicTime) throws -> LaunchedProcess
  private let choice: RemedyChoice
  /// Starts the server and talks with it. Only threads of engines wait for it.
  private let queue = DispatchQueue(label: "Postil.DocumentProcess")
  private let state = Mutex(State())

  private struct State {
    var server: DocumentProcess?
    /// What the last server that opened the document said; it may be gone.
    var opening: ServerAnswer?
    var remedies: RemedySet?
    /// Why the document cannot be opened.
    var failure: (any Error)?
  }

  package convenience init(
    _ source: RenderSource, password: String?, options: ProcessOptions = ProcessOptions()
  ) {
    // PDFium has none.
    let choice = RemedyChoice(options.renderer.ofProgram == .poppler ? options.remedies : [])
    self.init(source, password: password, options: options, choice: choice) { deadline in
      let program = try options.findProgram()
      return try LauncherProcess.launch(program, remedies: choice.remedies, deadline)
    }
  }

  /// - Parameter launch: Has a server forked; throws what may go well another time.
  package init(
    _ source: RenderSource, password: String?, options: ProcessOptions,
    choice: RemedyChoice = RemedyChoice([]),
    launch: @escaping @Sendable (MonotonicTime) throws -> LaunchedProcess
  ) {
    self.source = source
    self.password = password
    self.options = options
    self.choice = choice
    self.launch = launch
  }

  package var isolation: ProcessIsolation? { state.withLock { $0.opening?.isolation } }
  /// The remedies that are on; `nil` before the first worker was made.
  package var remedies: RemedySet? { state.withLock(\.remedies) }
  /// The size of the update that the renderer sees behind the document's bytes, 0 if there is none; `nil` before the first worker
  /// was made.
  package var updateByteCount: Int? { state.withLock { $0.opening?.updateByteCount } }

  package func retryOpening() { state.withLock { $0.failure = nil } }

  package func leaveOutRemedies() -> Bool {
    guard choice.leaveOut() else { return false }
    forgetServer()
    return true
  }

  package func judgeRemedies(wereTheCause: Bool) {
    if choice.judge(wereTheCause: wereTheCause) { forgetServer() }
  }

  /// Has the next worker come from another server.
  private func forgetServer() {
    state.withLock { state in
      state.server = nil
      if state.failure is WorkerLoss { state.failure = nil }
    }
  }

  package func makeWorker(renderings: RenderingCacheLimit, deadline: Duration) throws -> any PageWorker {
    try queue.sync {
      let deadline = MonotonicTime.now + deadline
      let (known, failure) = state.withLock { ($0.server, $0.failure) }
      if let failure { throw failure }
      if let known {
        do {
          return try known.fork(renderings, deadline)
        } catch let error as MessageError {
          // It is gone, which is not the document's fault: it had opened that.
          state.withLock { $0.server = nil }
          if error == .timedOut { throw WorkerLoss.timedOut }
        }
      }
      do {
        return try startWorker(renderings, deadline)
      } catch let failure as DocumentFailure {
        // Only what came of the document is kept. There may be a renderer, processes, descriptors and memory the next time.
        state.withLock { state in
          state.server = nil
          state.failure = failure.error
        }
        throw failure.error
      }
    }
  }

  private func startWorker(_ renderings: RenderingCacheLimit, _ deadline: MonotonicTime) throws
    -> WorkerProcess
  {
    let server = try DocumentProcess.start(
      source, password: password, options, deadline, launch: launch)
    let isKept = source.byteCount > options.reopenedByteCount || server.opening.updateByteCount > 0
    state.withLock { state in
      state.server = isKept ? server : nil
      state.opening = server.opening
      state.remedies = server.remedies
    }
    do {
      return try isKept ? server.fork(renderings, deadline) : server.work(renderings, deadline)
    } catch let error as MessageError {
      throw DocumentFailure(error: error.asWorkerLoss)
    }
  }
}

/// With which remedies a document is drawn.
package final class RemedyChoice: Sendable {
  private let wanted: RemedySet
  private let state = Mutex(State.used)

  private enum State {
    case used
    /// A worker crashed: it is tried without.
    case leftOut
    /// They were the cause of a crash.
    case gone
  }

  package init(_ wanted: RemedySet) { self.wanted = wanted }

  var remedies: RemedySet { state.withLock { $0 } == .used ? wanted : [] }

  /// Returns whether a new process may do what one that was made before could not.
  func leaveOut() -> Bool {
    guard !wanted.isEmpty else { return false }
    return state.withLock { state in
      guard state != .gone else { return false }
      state = .leftOut
      return true
    }
  }

  /// Returns whether they are used again.
  func judge(wereTheCause: Bool) -> Bool {
    state.withLock { state in
      guard state == .leftOut else { return false }
      state = wereTheCause ? .gone : .used
      return !wereTheCause
    }
  }
}

/// How the processes that draw are made.
package struct ProcessOptions: Sendable, Hashable {
  /// What draws in them.
  package var renderer = Renderer.poppler
  /// Where the program is, if it is not looked for.
  package var program: URL?
  /// Where PDFium's library is, if it is not looked for.
  package var library: URL?
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
  /// Documents are not opened where the processes are not shut in by that.
  package var requiredIsolation = ProcessIsolation()
  /// For tests.
  package var fault: PlantedFault?

  package init() {}

  /// Finds the program.
  ///
  /// - Throws: ``PDFError`` with code `.rendererNotFound`.
  package func findProgram() throws -> RendererProgram {
    try RendererProgram.find(renderer, program, library: library)
  }
}

extension MessageError {
  /// What the loss of a connection means for a worker.
  var asWorkerLoss: WorkerLoss { self == .timedOut ? .timedOut : .crashed }

  /// The error if it is this process that lacks something: nothing is wrong with the other, and it can be asked again.
  var asOwnFailure: PDFError? {
    switch self {
    case .notSent(let code): .nothingLeft(code)
    case .descriptorsLost: .nothingLeft(EMFILE)
    default: nil
    }
  }
}

extension PDFError {
  /// This process has no descriptors or no memory left to talk with a renderer.
  fileprivate static func nothingLeft(_ code: Int32) -> PDFError {
    PDFError(
      .renderFailed,
      "The system has nothing left for this program to draw the page with: close documents or files, and try again.",
      underlying: String(cString: strerror(code)))
  }

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
      case .rendererNotFound: .rendererNotFound
      }
    self.init(code, failure.message, underlying: failure.underlying)
  }
}
