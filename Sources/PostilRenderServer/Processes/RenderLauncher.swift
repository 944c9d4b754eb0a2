import CPostilSandbox
import CPostilSystem
import Glibc
import PostilRenderProtocol

/// The process that a program starts: it has loaded what all documents need, and forks a server for each. It never sees a
/// document, so that no document can see another through it. It has one thread: a forked process has no other.
struct RenderLauncher<Library: DrawingLibrary> {
  private let socket: MessageSocket
  /// What shuts this process in, and with it every server.
  private var isolation: ProcessIsolation?
  private var hasLaunched = false
  /// Why the library cannot draw.
  private var failure: RenderFailure?
  /// How long the first document may take to be opened, in milliseconds.
  private static var timeToAsk: Int32 { 50 }

  init(socket: Int32) { self.socket = MessageSocket(owning: socket) }

  /// Forks servers until the program closes the connection.
  mutating func run() -> Never {
    signal(SIGPIPE, SIG_IGN)
    // Children that ended need not be waited for.
    signal(SIGCHLD, SIG_IGN)
    postil_set_up_heap()
    do throws(RenderFailure) { try Library.setUp() } catch { failure = error }
    do throws(MessageError) {
      while true {
        // Not while a server is asked for: it would have to wait. A program that starts this process early asks soon.
        if failure == nil, !socket.isReadable(withinMilliseconds: hasLaunched ? 0 : Self.timeToAsk) {
          Library.loadFonts()
        }
        if hasLaunched, isolation == nil, !socket.isReadable { prepare() }
        let received = try socket.receive(LaunchRequest.self)
        guard let connection = received.descriptors.first else { _exit(65) }
        try launch(received.message, connection)
      }
    } catch {
      Processes.waitForChildren()
      _exit(error == .closed ? 0 : 66)
    }
  }

  /// Does once what every server would have to do.
  private mutating func prepare() {
    Rehearsal<Library>.run()
    // Not before the remedies are installed, and fontconfig has had a chance to write its cache.
    isolation = Sandbox.closeFiles()
    _ = Sandbox.closeCalls(postil_launcher)
    postil_fill_heap()
  }

  private mutating func launch(_ request: LaunchRequest, _ connection: OwnedDescriptor) throws(MessageError) {
    var answer = LaunchAnswer()
    var server: pid_t = -1
    if let failure {
      answer.failure = failure
    } else if request.version == LaunchRequest.currentVersion {
      let launcher = getpid()
      answer.remedies = Library.installRemedies(request.remedies)
      hasLaunched = true
      Library.updateFonts()
      server = postil_fork()
      if server == 0 {
        postil_die_with_parent(launcher)
        socket.handle.withNumber { _ = close($0) }
        RenderServer<Library>(MessageSocket(connection), isolation).run()
      }
      if server < 0 { answer.failure = .noProcess(errno) }
    } else {
      answer.failure = RenderFailure(
        .unsupported,
        "The \(Library.program) that was found belongs to another version of Postil: install this one's.")
    }
    let process = server > 0 ? postil_open_process(server) : -1
    try socket.send(answer, descriptors: process >= 0 ? [OwnedDescriptor(process)] : [])
  }
}

extension RenderFailure {
  /// A process could not be forked.
  static func noProcess(_ code: Int32) -> RenderFailure {
    RenderFailure(
      .renderFailed, "No process could be started to draw the page: try again.",
      underlying: String(cString: strerror(code)))
  }
}
