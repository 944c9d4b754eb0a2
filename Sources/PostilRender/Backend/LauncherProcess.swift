import CPostilSystem
import Dispatch
import Foundation
import PostilModel
import PostilRenderProtocol
import Synchronization

/// The renderer's first process, which forks a server for each document: loading a library and the fonts takes longer than
/// opening most documents. A program has one, which ends some seconds after the last server; tests, which compare remedies,
/// have one for each set of them.
package final class LauncherProcess: Sendable {
  /// How long it stays without servers, for the next document.
  private static let timeUnused = DispatchTimeInterval.seconds(10)
  /// How long it waits for the first document after ``prepare(_:)``.
  private static let timePrepared = DispatchTimeInterval.seconds(60)

  private struct Entry {
    weak var launcher: LauncherProcess?
  }

  private struct Key: Hashable {
    let program: RendererProgram
    let remedies: RemedySet
  }

  private static let known = Mutex<[Key: Entry]>([:])
  /// Servers are started one after the other: documents that are opened at once get one launcher. Only threads of engines
  /// wait for it.
  private static let queue = DispatchQueue(label: "Postil.LauncherProcess")

  private let program: RendererProgram
  private let remedies: RemedySet
  private let process: pid_t
  private let socket: MessageSocket
  /// Whether the process has ended and was cleared away.
  private let isGone = Mutex(false)
  private let unanswered = Mutex(Unanswered())

  /// Requests whose answers came too late for those who asked, or not yet.
  private struct Unanswered {
    var count = 0
    var since = MonotonicTime.now
  }

  /// After how long without an answer it is taken for one that hangs. It looks through the fonts before it answers, which on a
  /// slow disk, where nobody did so before, takes minutes.
  private static let patience = Duration.seconds(300)

  private convenience init(_ key: Key) throws {
    let (process, socket) = try Self.spawn(key.program)
    self.init(socket, process: process, program: key.program, remedies: key.remedies)
  }

  /// - Parameter process: A child of this program.
  init(_ socket: MessageSocket, process: pid_t, program: RendererProgram, remedies: RemedySet) {
    self.socket = socket
    self.process = process
    self.program = program
    self.remedies = remedies
  }

  deinit {
    // It ends with the connection.
    socket.shutDown()
    if !isGone.withLock(\.self) { Self.wait(for: process, tries: 100) }
  }

  /// Starts the process if there is none, in the background: the first document finds it with poppler and the fonts loaded.
  ///
  /// - Parameter find: Finds the program. That it cannot be started is told by ``launch(_:_:)``.
  package static func prepare(_ find: @escaping @Sendable () throws -> RendererProgram) {
    queue.async {
      guard let program = try? find() else { return }
      let key = Key(program: program, remedies: .all)
      guard known.withLock({ $0[key]?.launcher }) == nil, let started = try? LauncherProcess(key) else {
        return
      }
      known.withLock { $0[key] = Entry(launcher: started) }
      started.keep(for: timePrepared)
    }
  }

  /// Has a server forked.
  ///
  /// - Parameters:
  ///   - program: `postil-render`, or another.
  ///   - remedies: The remedies to use.
  /// - Throws: ``PDFError``, with code `.rendererNotFound` if the program cannot be started. Nothing of it is about the document.
  static func launch(
    _ program: RendererProgram, remedies: RemedySet, _ deadline: MonotonicTime
  ) throws -> LaunchedProcess {
    try queue.sync { try launchNext(Key(program: program, remedies: remedies), deadline) }
  }

  private static func launchNext(_ key: Key, _ deadline: MonotonicTime) throws -> LaunchedProcess {
    if let running = known.withLock({ $0[key]?.launcher }) {
      do {
        return try running.launch(deadline)
      } catch let error as MessageError {
        if let failure = running.failure(error) { throw failure }
        // It was ended from outside, or hangs: another takes its place.
        running.endAtOnce()
      }
    }
    let started = try LauncherProcess(key)
    known.withLock { $0[key] = Entry(launcher: started) }
    do {
      return try started.launch(deadline)
    } catch let error as MessageError {
      throw started.failure(error) ?? started.loss()
    }
  }

  /// Why there is no server for the moment; `nil` if this launcher is of no use any more.
  private func failure(_ error: MessageError) -> PDFError? {
    if error == .timedOut, MonotonicTime.now < unanswered.withLock(\.since) + Self.patience {
      // Those who try again find it.
      keep(for: Self.timePrepared)
      return PDFError(
        .renderTimedOut,
        "The program that draws pages is still getting ready (it looks through the fonts): try again in a moment."
      )
    }
    return error.asOwnFailure
  }

  /// - Throws: ``MessageError``; ``PDFError`` if it cannot fork a server.
  func launch(_ deadline: MonotonicTime) throws -> LaunchedProcess {
    let (own, other) = try MessageSocket.pair()
    var request = LaunchRequest()
    request.remedies = remedies
    try catchUp(request, deadline)
    try socket.send(request, descriptors: [other.handle], deadline: deadline)
    unanswered.withLock { $0 = Unanswered(count: 1) }
    let received = try receive(request, deadline)
    if let failure = received.message.failure { throw PDFError(failure) }
    var server: RendererProcess?
    if let descriptor = received.descriptors.first, RendererProcess.areKnown {
      server = try RendererProcess(descriptor, childOf: process)
    }
    return LaunchedProcess(own, process: server, remedies: received.message.remedies) { [self] in
      keep(for: Self.timeUnused)
    }
  }

  /// Takes the answers to those who no longer wait: the connections that they are about are closed, and their servers end.
  private func catchUp(_ request: LaunchRequest, _ deadline: MonotonicTime) throws(MessageError) {
    while unanswered.withLock(\.count) > 0 { _ = try receive(request, deadline) }
  }

  private func receive(
    _ request: LaunchRequest, _ deadline: MonotonicTime
  ) throws(MessageError) -> MessageSocket.Received<LaunchAnswer> {
    do throws(MessageError) {
      let received = try socket.receiveAnswer(LaunchAnswer.self, to: request, deadline: deadline)
      unanswered.withLock { $0.count -= 1 }
      return received
    } catch {
      // That one was read too.
      if error == .descriptorsLost { unanswered.withLock { $0.count -= 1 } }
      throw error
    }
  }

  /// Has the process end. It may be one that hangs.
  private func endAtOnce() {
    socket.shutDown()
    if !isGone.withLock(\.self) { kill(process, SIGKILL) }
  }

  /// Keeps the process for some time.
  private func keep(for time: DispatchTimeInterval) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + time) {
      withExtendedLifetime(self) {}
    }
  }

  // MARK: - The process

  /// Starts the program. Its end of the connection must not stay open here: the connection closes when the process ends.
  static func spawn(_ program: RendererProgram) throws -> (pid_t, MessageSocket) {
    let (socket, other) = try MessageSocket.pair()
    let keepsErrors = getenv("POSTIL_RENDER_ERRORS") != nil
    let path = program.path
    let arguments = [strdup(path), nil]
    let environment = program.environment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    let process = other.handle.withNumber { postil_spawn(path, arguments, environment, $0, keepsErrors) }
    let code = errno
    guard process > 0 else {
      let advice =
        code == ENOEXEC
        ? """
        \(path) is for another machine. A build puts the renderer of the machine that builds beside a program: build \
        postil-render for this one, and put it there instead
        """ : "see whether \(path) may be executed"
      throw PDFError(
        .rendererNotFound, "The program that draws pages cannot be started: \(advice).",
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
  private func loss() -> PDFError {
    // It is ending already; this only makes sure of it.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { return Self.crash } }
    isGone.withLock { $0 = true }
    let dynamicLoaderFailed: Int32 = 127 << 8
    guard status == dynamicLoaderFailed else { return Self.crash }
    return PDFError(
      .rendererNotFound,
      """
      The program that draws pages cannot be started: a library that it needs is missing. Install it; \
      "ldd \(program.path)" says which.
      """)
  }

  private static var crash: PDFError {
    PDFError(
      .renderCrashed,
      "The program that draws pages crashed as it started, before it had a document: see whether it is the one of this Postil."
    )
  }
}
