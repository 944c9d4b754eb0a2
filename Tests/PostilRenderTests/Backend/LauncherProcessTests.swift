import Foundation
import PostilModel
import PostilTestSupport
import PostilRenderProtocol
import Testing

@testable import PostilRender

/// Each test has a launcher of its own, by another path of the program.
@Suite struct LauncherProcessTests {
  private let folder: TemporaryFolder
  private let options: ProcessOptions

  init() throws {
    folder = try TemporaryFolder()
    let program = folder.url.appending(path: "postil-render")
    try FileManager.default.createSymbolicLink(
      at: program, withDestinationURL: URL(fileURLWithPath: try RendererProgram.find(.poppler).path))
    var options = ProcessOptions()
    options.program = program
    options.reopenedByteCount = 0
    self.options = options
  }

  private func worker(pageCount: Int) throws -> WorkerProcess {
    try worker(
      ProcessBackend(
        RenderSource(PageDocument(pageCount: pageCount).data), password: nil, options: options))
  }

  private func worker(_ backend: ProcessBackend) throws -> WorkerProcess {
    let limit = RenderingCacheLimit(byteCount: 1 << 20, count: 4)
    return try #require(
      try backend.makeWorker(renderings: limit, deadline: .seconds(600)) as? WorkerProcess)
  }

  private func parent(of process: Int) throws -> Int {
    Int(try #require(ProcessTable.parent(of: Int32(process))))
  }

  /// The children of this process that run the test's program.
  private var launchers: Set<Int32> {
    get throws {
      let command = Data((options.program?.path ?? "").utf8) + [0]
      let children = try ProcessTable.parents().filter { $0.value == getpid() }.keys
      return Set(
        children.filter { (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\($0)/cmdline"))) == command })
    }
  }

  private func draw(_ worker: WorkerProcess) throws -> RenderResult {
    try worker.carryOut(.page(0), pool: PixelBufferPool(byteLimit: 0), deadline: .seconds(600))
  }

  @Test func documentsHaveServersOfOneLauncher() throws {
    let (first, second) = (try worker(pageCount: 1), try worker(pageCount: 2))
    let servers = try [first, second].map { try parent(of: $0.number) }
    #expect(Set(servers).count == 2)
    #expect(try Set(servers.map(parent(of:))).count == 1)
    #expect(try draw(first).image().width > 0 && draw(second).image().width > 0)
  }

  /// Opening it again is less work than a process that only forks others.
  @Test func aSmallDocumentHasNoServer() throws {
    var options = options
    let document = PageDocument(pageCount: 1).data
    options.reopenedByteCount = document.count
    let backend = ProcessBackend(RenderSource(document), password: nil, options: options)
    let (first, second) = (try worker(backend), try worker(backend))
    #expect(first.number != second.number)
    let parents = try [first, second].map { Int32(try parent(of: $0.number)) }
    #expect(try launchers == Set(parents))
    #expect(try draw(first).image().width > 0)
    kill(pid_t(first.number), SIGKILL)
    #expect(throws: WorkerLoss.crashed) { while true { _ = try draw(first) } }
    #expect(try draw(second).image().width > 0 && draw(worker(backend)).image().width > 0)
  }

  /// A document that is opened after another was closed finds the launcher running.
  @Test func theNextDocumentFindsIt() throws {
    var launchers: Set<Int> = []
    for count in 1...3 {
      let worker = try worker(pageCount: count)
      launchers.insert(try parent(of: parent(of: worker.number)))
      worker.end()
    }
    #expect(launchers.count == 1)
  }

  /// What was started ahead of the first document is what serves it.
  @Test func thePreparedOneIsUsed() throws {
    LauncherProcess.prepare { [options] in try options.findProgram() }
    LauncherProcess.prepare { [options] in try options.findProgram() }
    // Waits until they are carried out.
    let worker = try worker(pageCount: 1)
    let launcher = try parent(of: parent(of: worker.number))
    #expect(try launchers == [Int32(launcher)])
    #expect(try draw(worker).image().width > 0)
  }

  @Test func aProgramThatIsNotThereIsPreparedWithoutAnError() {
    var missing = options
    missing.program = folder.url.appending(path: "nothing")
    LauncherProcess.prepare { [missing] in try missing.findProgram() }
  }

  /// Under the thread sanitizer calls are not forbidden.
  private static let hasForbiddenCalls = dlsym(nil, "__tsan_init") == nil

  @Test(arguments: hasForbiddenCalls ? [false, true] : [false])
  func oneThatIsEndedIsReplaced(whenShutIn: Bool) async throws {
    let first = try worker(pageCount: 1)
    let launcher = try parent(of: parent(of: first.number))
    if whenShutIn { #expect(try await becomesTrue { try Self.forbidsCalls(Int32(launcher)) }) }
    kill(pid_t(launcher), SIGKILL)
    // Its servers and workers end with it.
    #expect(
      try await becomesTrue {
        do {
          _ = try draw(first)
          return false
        } catch WorkerLoss.crashed {
          return true
        }
      })
    let second = try worker(pageCount: 2)
    #expect(try parent(of: parent(of: second.number)) != launcher)
    #expect(try draw(second).image().width > 0)
  }

  /// While idle it shuts itself in, which its servers need not do then.
  @Test(.enabled(if: hasForbiddenCalls)) func itsServersInheritWhatShutsItIn() async throws {
    var options = options
    options.reopenedByteCount = 1 << 20
    let backends = (1...2).map {
      ProcessBackend(RenderSource(PageDocument(pageCount: $0).data), password: nil, options: options)
    }
    // A launcher without servers and workers ends some seconds later.
    let first = try worker(backends[0])
    #expect(try draw(first).image().width > 0)
    let launcher = Int32(try parent(of: first.number))
    let isolation = try #require(backends[0].isolation)
    #expect(isolation.seccomp, "The system has no seccomp.")
    #expect(try await becomesTrue { try Self.forbidsCalls(launcher) })
    #expect(try draw(worker(backends[1])).image().width > 0)
    #expect(backends[1].isolation == isolation)
    withExtendedLifetime(first) {}
  }

  private static func forbidsCalls(_ process: Int32) throws -> Bool {
    try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).contains("Seccomp:\t2")
  }

  /// The renderer that was found may belong to another Postil.
  @Test func anotherVersionIsRefused() throws {
    let (socket, other) = try MessageSocket.pair()
    let program = try RendererProgram.find(.poppler)
    let (process, connection) = try LauncherProcess.spawn(program)
    // One that is not cleared away keeps Swift Testing from noticing the ends of the processes of its own.
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    var request = LaunchRequest()
    request.version += 1
    try connection.send(request, descriptors: [other.handle])
    let answer = try connection.receiveAnswer(
      LaunchAnswer.self, to: request, deadline: .now + .seconds(600)
    ).message
    #expect(answer.failure?.code == .unsupported)
    withExtendedLifetime(socket) {}
  }

  /// A build for another machine has the renderer of the machine that built.
  @Test func aProgramForAnotherMachineIsToldAsOne() throws {
    var header = [UInt8](repeating: 0, count: 64)
    header.replaceSubrange(0..<7, with: [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
    // An executable file for a SPARC.
    header[16] = 2
    header[18] = 43
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("render-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(header).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    let error = #expect(throws: PDFError.self) { () throws in
      _ = try LauncherProcess.spawn(RendererProgram(path: file.path))
    }
    #expect(error?.code == .rendererNotFound)
    #expect(error?.message.contains("another machine") ?? false)
  }
}
