import CPostilSystem
import Foundation
import PostilModel
import PostilTestSupport
import PostilRenderProtocol
import Synchronization
import Testing

@testable import PostilRender

/// Servers that a document has taken over, and launchers that cannot do what they are asked.
@Suite struct LyingServerTests {
  private typealias Request = MessageSocket.Received<ServerRequest>
  private let renderings = RenderingCacheLimit(byteCount: 1 << 20, count: 4)

  /// - Parameter launch: Called with the number of the launch, from 1.
  private func backend(_ launch: @escaping @Sendable (Int) throws -> LaunchedProcess) -> ProcessBackend {
    let count = Mutex(0)
    var options = ProcessOptions()
    options.reopenedByteCount = 0
    return ProcessBackend(RenderSource(PageDocument().data), password: nil, options: options) { _ in
      try launch(
        count.withLock { count in
          count += 1
          return count
        })
    }
  }

  private func makeWorker(_ backend: ProcessBackend, deadline: Duration = .seconds(600)) throws {
    _ = try backend.makeWorker(renderings: renderings, deadline: deadline)
  }

  private static func server(
    _ answer: @escaping @Sendable (ServerRequest, MessageSocket) throws -> Void
  ) throws -> LaunchedProcess {
    LaunchedProcess(try FakePeer(ServerRequest.self) { try answer($0.message, $1) }.socket)
  }

  /// One that opens the document.
  private static func opening(
    _ fork: @escaping @Sendable (MessageSocket) throws -> Void
  ) throws -> LaunchedProcess {
    try server { request, socket in
      if case .open = request { try socket.send(ServerAnswer()) } else { try fork(socket) }
    }
  }

  @Test func aLieAboutTheDocumentIsTheDocuments() throws {
    let launches = Mutex(0)
    let backend = backend { number in
      launches.withLock { $0 = number }
      return try Self.server { _, socket in
        var answer = ServerAnswer()
        answer.updateByteCount = number == 1 ? 77 : 0
        try socket.send(answer)
      }
    }
    // At once, from then on.
    for _ in 0..<3 { #expect(throws: WorkerLoss.crashed) { try makeWorker(backend) } }
    #expect(launches.withLock(\.self) == 1)
    backend.retryOpening()
    try makeWorker(backend)
  }

  /// What has nothing to do with the document may go well the next time.
  @Test func aLauncherThatFailsIsNotTheDocumentsFault() throws {
    let backend = backend { number in
      if number == 1 { throw PDFError(.renderFailed, "No process could be started.") }
      if number == 2 { throw PDFError(.renderTimedOut, "It is still getting ready.") }
      return try Self.opening { try $0.send(ServerAnswer()) }
    }
    for code in [PDFError.Code.renderFailed, .renderTimedOut] {
      let error = #expect(throws: PDFError.self) { try makeWorker(backend) }
      #expect(error?.code == code)
    }
    try makeWorker(backend)
  }

  @Test func aForkThatFailsIsNotTheDocumentsFault() throws {
    let launches = Mutex(0)
    let forks = Mutex(0)
    let backend = backend { number in
      launches.withLock { $0 = number }
      return try Self.opening { socket in
        var answer = ServerAnswer()
        let fork = forks.withLock { forks in
          forks += 1
          return forks
        }
        if fork < 3 { answer.failure = RenderFailure(.renderFailed, "No process could be started.") }
        try socket.send(answer)
      }
    }
    for _ in 0..<2 {
      let error = #expect(throws: PDFError.self) { try makeWorker(backend) }
      #expect(error?.code == .renderFailed)
    }
    try makeWorker(backend)
    #expect(launches.withLock(\.self) == 1)
  }

  /// A server that hangs when it is to fork costs the request, and another takes its place.
  @Test func aServerThatHangsIsReplaced() throws {
    let backend = backend { number in
      let forks = Mutex(0)
      return try Self.opening { socket in
        let fork = forks.withLock { forks in
          forks += 1
          return forks
        }
        if number > 1 || fork == 1 { try socket.send(ServerAnswer()) }
      }
    }
    try makeWorker(backend)
    #expect(throws: WorkerLoss.timedOut) { try makeWorker(backend, deadline: .milliseconds(20)) }
    try makeWorker(backend)
  }

  // MARK: - Whose process it is

  private static func descriptor(of process: pid_t) throws -> OwnedDescriptor {
    let opened = postil_open_process(process)
    try #require(opened >= 0, "The system has no descriptors of processes.")
    return OwnedDescriptor(opened)
  }

  /// A process that only waits, and stands for a server's.
  private static func waiting() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["3600"]
    try process.run()
    return process
  }

  enum Claim: CaseIterable { case thisProgram, parent, sibling, file }

  /// Closing the document would end the process that the server names.
  @Test(arguments: Claim.allCases) func aServerCannotNameOthersProcesses(_ claim: Claim) throws {
    let (server, sibling) = (try Self.waiting(), try Self.waiting())
    defer { kill(sibling.processIdentifier, SIGKILL) }
    let named =
      switch claim {
      case .thisProgram: try Self.descriptor(of: getpid())
      case .parent: try Self.descriptor(of: getppid())
      case .sibling: try Self.descriptor(of: sibling.processIdentifier)
      case .file: OwnedDescriptor(open("/dev/null", O_RDONLY))
      }
    let process = try RendererProcess(Self.descriptor(of: server.processIdentifier), childOf: getpid())
    let backend = backend { _ in
      let peer = try FakePeer(ServerRequest.self) { request, socket in
        let isOpening = if case .open = request.message { true } else { false }
        try socket.send(ServerAnswer(), descriptors: isOpening ? [] : [named])
      }
      return LaunchedProcess(peer.socket, process: process, remedies: []) {}
    }
    #expect(throws: WorkerLoss.crashed) { try makeWorker(backend) }
    // The liar is ended, and nobody else.
    server.waitUntilExit()
    #expect(server.terminationReason == .uncaughtSignal && server.terminationStatus == SIGKILL)
    #expect(sibling.isRunning)
  }

  @Test func aProcessIsAChildOfItsParentAlone() throws {
    let child = try Self.waiting()
    let descriptor = try Self.descriptor(of: child.processIdentifier)
    #expect(try RendererProcess(descriptor, childOf: getpid()).number == child.processIdentifier)
    #expect(throws: MessageError.malformed) { () throws in
      _ = try RendererProcess(descriptor, childOf: getppid())
    }
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    #expect(throws: MessageError.closed) { () throws in _ = try RendererProcess(descriptor, childOf: getpid())
    }
  }

  // MARK: - The launcher

  /// A launcher whose answers a test gives; its process has nothing to do.
  private static func launcher(
    _ answer: @escaping @Sendable (MessageSocket.Received<LaunchRequest>, MessageSocket) throws -> Void
  ) throws -> LauncherProcess {
    let (process, _) = try LauncherProcess.spawn(RendererProgram(path: "/bin/true"))
    return LauncherProcess(
      try FakePeer(LaunchRequest.self, answer).socket, process: process,
      program: RendererProgram(path: "/bin/true"), remedies: .all)
  }

  /// It may be looking through thousands of fonts.
  @Test func anAnswerThatCameTooLateIsNotTakenForTheNext() throws {
    let mayAnswer = DispatchSemaphore(value: 0)
    let count = Mutex(0)
    let launcher = try Self.launcher { _, socket in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 1 { mayAnswer.wait() }
      var answer = LaunchAnswer()
      answer.remedies = RemedySet(rawValue: number)
      try socket.send(answer)
    }
    #expect(throws: MessageError.timedOut) { () throws in _ = try launcher.launch(.now + .milliseconds(20)) }
    mayAnswer.signal()
    #expect(try launcher.launch(.now + .seconds(600)).remedies.rawValue == 2)
    #expect(try launcher.launch(.now + .seconds(600)).remedies.rawValue == 3)
  }

  @Test func aLauncherThatNamesAnotherProcessIsRefused() throws {
    let named = try Self.descriptor(of: getpid())
    let launcher = try Self.launcher { _, socket in try socket.send(LaunchAnswer(), descriptors: [named]) }
    #expect(throws: MessageError.malformed) { () throws in _ = try launcher.launch(.now + .seconds(600)) }
  }
}
