import CPostilSystem
import PostilModel
import PostilRenderProtocol
import PostilSystem

/// The fork server of a document, as a process.
final class DocumentProcess: Sendable {
  private let launched: LaunchedProcess
  private let options: ProcessOptions
  /// What it said when it had opened the document.
  let opening: ServerAnswer
  /// What permits its forks, if it needs that.
  private let permits: ForkPermits?
  var remedies: RemedySet { launched.remedies }

  private init(
    _ launched: LaunchedProcess, _ options: ProcessOptions, _ opening: ServerAnswer, permits: ForkPermits?
  ) {
    self.launched = launched
    self.options = options
    self.opening = opening
    self.permits = permits
  }

  deinit { launched.end() }

  /// Starts a server and has it open a document.
  ///
  /// - Throws: ``DocumentFailure`` for what came of the document; anything else may go well another time.
  static func start(
    _ source: RenderSource, password: String?, _ options: ProcessOptions, _ deadline: MonotonicTime,
    launch: (MonotonicTime) throws -> LaunchedProcess
  ) throws -> DocumentProcess {
    // The update is made while the renderer's first process starts.
    let makesUpdate = options.usesUpdates && options.renderer == .poppler
    let (update, process) = try concurrently(with: { makesUpdate ? SharedUpdate(of: source) : nil }) {
      try launch(deadline)
    }
    do {
      let (opening, permits) = try open(source, password: password, update, options, process, deadline)
      return DocumentProcess(process, options, opening, permits: permits)
    } catch {
      process.endAtOnce()
      throw error
    }
  }

  private static func open(
    _ source: RenderSource, password: String?, _ update: SharedUpdate?, _ options: ProcessOptions,
    _ process: LaunchedProcess, _ deadline: MonotonicTime
  ) throws -> (ServerAnswer, ForkPermits?) {
    var open = OpenRequest(byteCount: source.byteCount, password: password, memoryLimit: options.memoryLimit)
    open.requiredIsolation = options.requiredIsolation
    open.fault = options.fault
    open.updateByteCount = update?.byteCount ?? 0
    let request = ServerRequest.open(open)
    let descriptors = [try source.openDescriptor()] + (update.map { [$0.descriptor] } ?? [])
    let answer: ServerAnswer
    let permits: ForkPermits?
    do throws(MessageError) {
      try process.socket.send(request, descriptors: descriptors, deadline: deadline)
      let received = try process.socket.receiveAnswer(ServerAnswer.self, to: request, deadline: deadline)
      (answer, permits) = (received.message, received.descriptors.first.map(ForkPermits.init))
    } catch {
      // Of what goes wrong before it has the document, nothing is the document's.
      if let own = error.asOwnFailure { throw own }
      throw DocumentFailure(error: error.asWorkerLoss)
    }
    if let failure = answer.failure { throw DocumentFailure(error: PDFError(failure)) }
    return (answer, permits)
  }

  /// Has a worker forked.
  ///
  /// - Throws: ``PDFError`` if there is none for the moment; ``MessageError`` if the server is gone or cannot be used.
  func fork(_ renderings: RenderingCacheLimit, _ deadline: MonotonicTime) throws -> WorkerProcess {
    try makeWorker(.fork(renderings), renderings, deadline)
  }

  /// Makes the server a worker: it cannot be asked for another.
  ///
  /// - Throws: As ``fork(_:_:)``.
  func work(_ renderings: RenderingCacheLimit, _ deadline: MonotonicTime) throws -> WorkerProcess {
    try makeWorker(.work(renderings), renderings, deadline)
  }

  private func makeWorker(
    _ request: ServerRequest, _ renderings: RenderingCacheLimit, _ deadline: MonotonicTime
  ) throws -> WorkerProcess {
    do {
      let (own, other) = try MessageSocket.pair()
      let socket = launched.socket
      // Something that nobody asked for: what is read next would be the answer to another question.
      if socket.isReadable { throw MessageError.malformed }
      try socket.send(request, descriptors: [other.handle], deadline: deadline)
      if case .fork = request { permits?.permitOne(socket, deadline: deadline) }
      let received = try socket.receiveAnswer(ServerAnswer.self, to: request, deadline: deadline)
      if let failure = received.message.failure { throw PDFError(failure) }
      let process: RendererProcess? =
        if case .work = request { launched.process } else { try launched.child(received.descriptors.first) }
      return WorkerProcess(
        own, process: process, server: self, renderings: renderings, growthLimit: options.growthLimit)
    } catch let error as MessageError {
      if let own = error.asOwnFailure { throw own }
      launched.endAtOnce()
      throw error
    }
  }
}

/// What came of a document in a process that had been given it: it is told of all of its pages, until that is to be tried again.
struct DocumentFailure: Error {
  /// ``PDFError`` or ``WorkerLoss``.
  let error: any Error
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
