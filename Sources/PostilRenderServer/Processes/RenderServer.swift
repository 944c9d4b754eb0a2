import CPostilSandbox
import CPostilSystem
import Glibc
import PostilRenderProtocol

/// The process that opens a document and forks workers, which find it opened, or becomes one. It has one thread: a forked
/// process has no other.
struct RenderServer<Library: DrawingLibrary> {
  typealias Document = Library.Document

  private let socket: MessageSocket
  /// What shuts this process in already.
  private let isolation: ProcessIsolation?

  init(_ socket: MessageSocket, _ isolation: ProcessIsolation?) {
    self.socket = socket
    self.isolation = isolation
  }

  /// Answers requests until the program closes the connection.
  func run() -> Never {
    postil_renew_heap()
    socket.handle.withNumber { postil_watch_hangup($0) }
    do throws(MessageError) {
      let received = try socket.receive(ServerRequest.self)
      guard case .open(let request) = received.message, let file = received.descriptors.first else {
        _exit(65)
      }
      var answer = ServerAnswer()
      answer.isolation = isolation ?? Sandbox.closeFiles()
      let calls = Sandbox.closeCalls(postil_server)
      answer.isolation.seccomp = calls.isClosed
      answer.isolation.limits = Sandbox.limit(memory: request.memoryLimit)
      let update = received.descriptors.dropFirst().first
      let document = open(file, update, request, &answer)
      try socket.send(answer, descriptors: calls.permits.map { [$0] } ?? [])
      guard let document else { _exit(0) }
      postil_end_watch()
      try serve(document, request.fault)
    } catch {
      Processes.waitForChildren()
      _exit(error == .closed ? 0 : 66)
    }
  }

  private func open(
    _ file: OwnedDescriptor, _ update: OwnedDescriptor?, _ request: OpenRequest, _ answer: inout ServerAnswer
  ) -> Document? {
    do throws(RenderFailure) {
      guard answer.isolation.covers(request.requiredIsolation) else {
        throw RenderFailure(
          .unsupported,
          "The system does not shut the processes in that draw pages, as it is required to: allow Landlock and seccomp, or require less."
        )
      }
      #if DEBUG
        request.fault?.happenAtOpening(socket, hasRemedies: Library.hasRemedies)
      #endif
      guard let updated = openUpdated(file, update, request) else { return try open(file, request) }
      answer.updateByteCount = request.updateByteCount
      return updated
    } catch {
      answer.failure = error
      return nil
    }
  }

  private func open(_ file: OwnedDescriptor, _ request: OpenRequest) throws(RenderFailure) -> Document {
    guard let bytes = Mapping.map(file, request.byteCount) else {
      throw RenderFailure(
        .cannotRead, "The file cannot be read: it may have become shorter.",
        underlying: String(cString: strerror(errno)))
    }
    return try Document(UnsafeRawBufferPointer(bytes), owner: nil, password: request.password)
  }

  /// Opens a document with its update; `nil` if it has none, or cannot be opened with it.
  private func openUpdated(_ file: OwnedDescriptor, _ update: OwnedDescriptor?, _ request: OpenRequest)
    -> Document?
  {
    guard let update, request.updateByteCount > 0,
      let bytes = Mapping.map(file, request.byteCount, followedBy: update, request.updateByteCount)
    else { return nil }
    let document = try? Document(UnsafeRawBufferPointer(bytes), owner: nil, password: request.password)
    if let document, document.pageCount > 0 { return document }
    Mapping.unmap(bytes)
    return nil
  }

  private func serve(_ document: Document, _ fault: PlantedFault?) throws(MessageError) -> Never {
    while true {
      let received = try socket.receive(ServerRequest.self)
      guard let connection = received.descriptors.first else { _exit(65) }
      switch received.message {
      case .open: _exit(65)
      case .fork(let limit):
        let server = getpid()
        let worker = postil_fork()
        if worker == 0 {
          postil_die_with_parent(server)
          postil_renew_heap()
          work(document, connection, limit, fault)
        }
        var answer = ServerAnswer()
        if worker < 0 { answer.failure = .noProcess(errno) }
        let process = worker > 0 ? postil_open_process(worker) : -1
        try socket.send(answer, descriptors: process >= 0 ? [OwnedDescriptor(process)] : [])
      case .work(let limit):
        try socket.send(ServerAnswer())
        work(document, connection, limit, fault)
      }
    }
  }

  private func work(
    _ document: Document, _ connection: OwnedDescriptor, _ limit: RenderingCacheLimit,
    _ fault: PlantedFault?
  ) -> Never {
    socket.handle.withNumber { _ = close($0) }
    _ = Sandbox.closeCalls(postil_worker)
    RenderWorker<Library>(MessageSocket(connection), Document.Drawer(document, limit: limit), fault).run()
  }
}
