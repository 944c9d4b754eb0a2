import CPostilSandbox
import CPostilSystem
import Glibc
import PostilRenderProtocol

/// A forked process: answers a program's requests for pages, one after the other.
final class RenderWorker<Library: DrawingLibrary> {
  typealias Document = Library.Document

  private let socket: MessageSocket
  private let drawer: Document.Drawer
  private var memories: [Int: TileMemory] = [:]

  private let fault: PlantedFault?

  /// How much CPU time the process may take in all, in seconds. What a request may take, a document could raise.
  private var lifetime: UInt64?
  private var hasTime = true

  init(_ socket: MessageSocket, _ drawer: Document.Drawer, _ fault: PlantedFault?) {
    self.socket = socket
    self.drawer = drawer
    self.fault = fault
  }

  /// Answers until the program closes the connection, or the time of a worker's life is over.
  func run() -> Never {
    do throws(MessageError) {
      while hasTime {
        // Not while the next request waits already.
        if !socket.isReadable { drawer.trimCache() }
        let received = try socket.receive(WorkerRequest.self)
        let (answer, result) = answer(received.message, received.descriptors)
        try socket.send(answer, payload: result.payload)
        if let pixels = result.pixels, let pipe = received.descriptors.first {
          try PixelPipe.send(pixels, through: pipe)
        }
      }
      _exit(0)
    } catch {
      // Not exit(): nothing here has to be taken down.
      _exit(error == .closed ? 0 : 66)
    }
  }

  /// Limits the request's CPU time. Near the end of its life, which is some hours of work, the worker answers no more: the
  /// program has another one forked.
  private func limitTime(_ request: WorkerRequest) {
    let seconds = UInt64(max(request.cpuLimit, 1))
    let lifetime = lifetime ?? max(4 * seconds, 3_600)
    self.lifetime = lifetime
    hasTime = postil_limit_cpu(2 * seconds, lifetime)
    if hasTime { _ = postil_limit_cpu(seconds, lifetime) }
  }

  /// What comes behind an answer.
  private struct Result {
    var payload: [UInt8] = []
    /// The drawer's, until it draws again.
    var pixels: UnsafeRawBufferPointer?
  }

  private func answer(_ request: WorkerRequest, _ descriptors: [OwnedDescriptor]) -> (WorkerAnswer, Result) {
    limitTime(request)
    var (answer, result) = (WorkerAnswer(), Result())
    let drawnBefore = drawer.pagesDrawn
    for number in request.released { memories[number] = nil }
    do {
      try take(request, descriptors)
      try carryOut(request, &answer, &result)
    } catch let failure as RenderFailure {
      answer.failure = failure
    } catch {
      answer.failure = RenderFailure(
        .renderFailed, "The page was not drawn: try again.", underlying: "\(error)")
    }
    answer.pages = drawer.knownPages.sorted()
    answer.cachedBytes = drawer.byteCount
    answer.pagesDrawn = drawer.pagesDrawn - drawnBefore
    answer.snapshots = drawer.knownSnapshots
    answer.messages = Library.takeMessages()
    #if DEBUG
      if let fault, fault.page == request.page.index {
        // The last of them first: a program takes no more than some.
        answer.messages.insert(
          contentsOf: fault.happen(socket, hasRemedies: Library.hasRemedies).reversed(), at: 0)
      }
    #endif
    return (answer, result)
  }

  /// Takes in what comes with a request.
  private func take(_ request: WorkerRequest, _ descriptors: [OwnedDescriptor]) throws {
    if request.hasNewMemory, let target = request.target {
      guard let descriptor = descriptors.first, let memory = TileMemory(descriptor, target.memorySize)
      else { throw RenderFailure(.renderFailed, "There is no memory for the pixels: use a smaller scale.") }
      memories[target.memory] = memory
    }
    if let size = request.snapshotSize {
      guard let descriptor = descriptors.last, let bytes = MappedBytes(descriptor, size) else {
        throw RenderFailure(.renderFailed, "There is no memory for the page.")
      }
      let document = try Document(UnsafeRawBufferPointer(bytes.bytes), owner: bytes, password: nil)
      drawer.add(document, number: request.page.snapshot)
    }
  }

  private func carryOut(
    _ request: WorkerRequest, _ answer: inout WorkerAnswer, _ result: inout Result
  ) throws {
    switch request.kind {
    case .tile: try drawer.draw(area(of: request), into: target(of: request))
    case .direct: result.pixels = try drawer.pixels(area(of: request))
    case .svg: result.payload = try drawer.svg(request.page)
    case .fonts: result.payload = FontSubstitute.payload(try drawer.fontSubstitutes(request.page))
    case .text:
      result.payload = try drawer.document.text(ofPage: request.page.index, matrix: request.textMatrix).bytes
    }
  }

  private func area(of request: WorkerRequest) -> DrawnArea {
    DrawnArea(page: request.page, scale: request.scale, rect: request.rect)
  }

  private func target(of request: WorkerRequest) throws -> PixelBlock {
    guard let target = request.target, let memory = memories[target.memory],
      target.width == request.rect.width,
      target.height == request.rect.height
    else { throw RenderFailure(.renderFailed, "The pixels do not fit into their memory.") }
    let block = try PixelBlock(
      memory.bytes, offset: target.offset, width: target.width, height: target.height)
    memory.populate(block.bytes)
    return block
  }
}
