import CSystem
import Dispatch
package import Foundation
import PostilModel
import RenderProtocol
import Synchronization

/// The renderer's first process, which forks a server for each document: loading poppler and the fonts takes longer than
/// opening most documents. A program has one, which ends some seconds after the last server; tests, which compare remedies,
/// have one for each set of them.
package final class RenderLauncher: Sendable {
  /// How long it stays without servers, for the next document.
  private static let timeUnused = DispatchTimeInterval.seconds(10)
  /// How long it waits for the first document after ``prepare(_:)``.
  private static let timePrepared = DispatchTimeInterval.seconds(60)

  private struct Entry {
    weak var launcher: RenderLauncher?
  }

  private struct Key: Hashable {
    let program: String
    let remedies: RemedySet
  }

  private static let known = Mutex<[Key: Entry]>([:])
  /// Servers are started one after the other: documents that are opened at once get one launcher. Only threads of engines
  /// wait for it.
  private static let queue = DispatchQueue(label: "Postil.RenderLauncher")

  private let key: Key
  private let process: pid_t
  private let socket: MessageSocket
  /// Whether the process has ended and was cleared away.
  private let isGone = Mutex(false)

  private init(_ key: Key) throws {
    (process, socket) = try Self.spawn(key.program)
    self.key = key
  }

  deinit {
    // It ends with the connection.
    socket.shutDown()
    if !isGone.withLock(\.self) { Self.wait(for: process, tries: 100) }
  }

  /// A new server's connection.
  struct Launched {
    let socket: MessageSocket
    /// Its process, if the system has descriptors of processes.
    let process: OwnedDescriptor?
    /// The remedies that are on.
    let remedies: RemedySet
    /// Kept for as long as the server is used.
    fileprivate let launcher: RenderLauncher

    /// Closes the connection, at which the server ends, after its workers. Call it once.
    func end() {
      socket.shutDown()
      launcher.keep(for: timeUnused)
    }
  }

  /// Starts the process if there is none, in the background: the first document finds it with poppler and the fonts loaded.
  ///
  /// - Parameter option: Where the program is, if it is not looked for. That it cannot be started is told by ``launch(_:_:)``.
  package static func prepare(_ option: URL?) {
    queue.async {
      guard let program = try? RendererProgram.find(option) else { return }
      let key = Key(program: program, remedies: .all)
      guard known.withLock({ $0[key]?.launcher }) == nil, let started = try? RenderLauncher(key) else {
        return
      }
      known.withLock { $0[key] = Entry(launcher: started) }
      started.keep(for: timePrepared)
    }
  }

  /// Has a server forked.
  ///
  /// - Parameters:
  ///   - program: The path of `postil-render`.
  ///   - remedies: The remedies to use.
  /// - Throws: ``PDFError`` with code `.rendererNotFound` if the program cannot be started, ``WorkerLoss``.
  static func launch(
    _ program: String, remedies: RemedySet, _ deadline: MonotonicTime
  ) throws -> Launched {
    try queue.sync { try launchNext(Key(program: program, remedies: remedies), deadline) }
  }

  private static func launchNext(_ key: Key, _ deadline: MonotonicTime) throws -> Launched {
    let running = known.withLock { $0[key]?.launcher }
    // One that was ended from outside is replaced; so is one that hangs, but by the next call.
    if let running, let launched = try? running.launch(deadline) { return launched }
    let started = try RenderLauncher(key)
    known.withLock { $0[key] = Entry(launcher: started) }
    do {
      return try started.launch(deadline)
    } catch MessageError.closed {
      throw started.loss()
    } catch let error as MessageError {
      throw error.asWorkerLoss
    }
  }

  private func launch(_ deadline: MonotonicTime) throws -> Launched {
    let (own, other) = try MessageSocket.pair()
    var request = LaunchRequest()
    request.remedies = key.remedies
    try socket.send(request, descriptors: [other.handle])
    let received = try socket.receive(LaunchAnswer.self, deadline: deadline)
    if let failure = received.message.failure { throw PDFError(failure) }
    return Launched(
      socket: own, process: received.descriptors.first, remedies: received.message.remedies, launcher: self)
  }

  /// Keeps the process for some time.
  private func keep(for time: DispatchTimeInterval) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + time) {
      withExtendedLifetime(self) {}
    }
  }

  // MARK: - The process

  /// Starts the program. Its end of the connection must not stay open here: the connection closes when the process ends.
  static func spawn(_ program: String) throws -> (pid_t, MessageSocket) {
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

  /// Clears a process away once it has ended; after some tries, a hundredth of a second apart, it is killed.
  private static func wait(for process: pid_t, tries: Int) {
    var status: Int32 = 0
    let result = waitpid(process, &status, WNOHANG)
    guard result == 0 || (result < 0 && errno == EINTR) else { return }
    if tries == 0 { kill(process, SIGKILL) }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(10)) {
      wait(for: process, tries: max(tries - 1, 0))
    }
  }

  /// Why the connection was closed before the first answer: the process crashed, or never ran, for want of a library.
  private func loss() -> any Error {
    // It is ending already; this only makes sure of it.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { return WorkerLoss.crashed } }
    isGone.withLock { $0 = true }
    let dynamicLoaderFailed: Int32 = 127 << 8
    guard status == dynamicLoaderFailed else { return WorkerLoss.crashed }
    return PDFError(
      .rendererNotFound,
      """
      The program that draws pages cannot be started: a library that it needs is missing. Install it; \
      "ldd \(key.program)" says which.
      """)
  }
}
