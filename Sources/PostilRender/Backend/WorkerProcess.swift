import Foundation
import PostilModel
package import PostilRenderProtocol
import Synchronization

/// A worker process, at the other end of a socket.
package final class WorkerProcess: PageWorker {
  private let socket: MessageSocket
  private let process: RendererProcess?
  /// Keeps the server, with which its workers end.
  private let server: (any AnyObject & Sendable)?
  private let renderings: RenderingCacheLimit
  private let growthLimit: Int
  private let known = Mutex(Known())

  /// What is known of the process.
  private struct Known {
    /// The shared memory that it has mapped.
    var memories: Set<Int> = []
    var snapshots: Set<Int> = []
    /// The pages and snapshots that it was asked for.
    var askedPages: Set<Int> = []
    var askedSnapshots: Set<Int> = []
    var report = WorkReport()
    /// Whether the last request was for text.
    var wasText = false
  }

  init(
    _ socket: MessageSocket, process: RendererProcess?, server: (any AnyObject & Sendable)?,
    renderings: RenderingCacheLimit, growthLimit: Int
  ) {
    self.socket = socket
    self.process = process
    self.server = server
    self.renderings = renderings
    self.growthLimit = growthLimit
  }

  /// A worker that is no process of its own, for tests.
  package convenience init(_ socket: MessageSocket, renderings: RenderingCacheLimit) {
    self.init(socket, process: nil, server: nil, renderings: renderings, growthLimit: 512 << 20)
  }

  deinit { end() }

  /// The process's number; 0 if the system does not tell.
  var number: Int { Int(process?.number ?? 0) }

  package var report: WorkReport { known.withLock { $0.report } }

  package func end() {
    process?.end()
    // It may not be that process that has the other end.
    socket.shutDown()
  }

  // MARK: - Requests

  package func carryOut(_ request: RenderRequest, pool: PixelBufferPool, deadline: Duration) throws
    -> RenderResult
  {
    known.withLock { $0.report = WorkReport() }
    let end = MonotonicTime.now + deadline
    switch request {
    case .tile(let area, _): return .image(try tile(area, pool, end))
    case .page(let area), .preview(let area, _): return .image(try picture(area, end))
    case .svg(let key):
      let request = WorkerRequest(.svg, page: key.workerPage)
      guard let file = try ask(request, snapshot: key.snapshot, end).svg else { throw WorkerLoss.crashed }
      guard SVGCheck.accepts(file) else {
        throw PDFError(.renderFailed, "The page was not drawn: its SVG has what no page has.")
      }
      return .svg(file)
    case .fonts(let key):
      let request = WorkerRequest(.fonts, page: key.workerPage)
      guard let fonts = try ask(request, snapshot: key.snapshot, end).fonts else { throw WorkerLoss.crashed }
      return .fonts(fonts)
    case .text(let index, let transform):
      var request = WorkerRequest(.text, page: WorkerPage(index: index))
      request.textMatrix = transform.pageMatrix
      guard let text = try ask(request, end).text else { throw WorkerLoss.crashed }
      return .text(text)
    case .ownText, .layout, .drawings: throw RenderResult.mismatch
    }
  }

  private func workerRequest(_ kind: WorkerRequest.Kind, _ area: PageArea) -> WorkerRequest {
    var request = WorkerRequest(kind, page: area.renderKey.workerPage)
    request.scale = area.scale
    request.rect = area.rect
    return request
  }

  /// A picture, as it comes through a pipe. Its size is what this program knows of the page, whatever poppler takes that to be.
  private func picture(_ area: PageArea, _ end: MonotonicTime) throws -> PageImage {
    let size = try ImageSize(pixelWidth: area.rect.width, height: area.rect.height)
    let buffer = try PixelBuffer(size, pool: .pictures, isCleared: false)
    let reading = try begin(area, byteCount: size.byteCount, end)
    do {
      try PixelPipe.receive(into: buffer.bytes, from: reading, deadline: end)
    } catch {
      throw lose(error)
    }
    return PageImage(buffer, renderer: area.renderKey.renderer)
  }

  /// Has a picture drawn. Returns where its pixels come from: the other end is the worker's alone by then, and ends with it.
  private func begin(_ area: PageArea, byteCount: Int, _ end: MonotonicTime) throws -> OwnedDescriptor {
    let pipe: PixelPipe
    do {
      pipe = try PixelPipe(byteCount: byteCount)
    } catch {
      throw error.asOwnFailure ?? error.asWorkerLoss
    }
    _ = try ask(
      workerRequest(.direct, area), snapshot: area.renderKey.snapshot, descriptors: [pipe.writing], end)
    return pipe.reading
  }

  /// A tile, in shared memory. Until the answer, or the end of the process, that is the worker's.
  private func tile(_ area: PageArea, _ pool: PixelBufferPool, _ end: MonotonicTime) throws -> PageImage {
    let size = try ImageSize(pixelWidth: area.rect.width, height: area.rect.height)
    let buffer = try PixelBuffer(sharing: size, pool: pool)
    var (request, descriptors) = (workerRequest(.tile, area), [OwnedDescriptor]())
    if let piece = buffer.shared {
      request.target = PixelTarget(
        memory: piece.memory.number, memorySize: piece.memory.byteCount, offset: piece.offset,
        width: size.width, height: size.height)
      if !known.withLock({ $0.memories.contains(piece.memory.number) }) {
        request.hasNewMemory = true
        descriptors.append(piece.memory.descriptor)
      }
    }
    _ = try withExtendedLifetime(buffer) {
      try ask(request, snapshot: area.renderKey.snapshot, descriptors: descriptors, end)
    }
    return PageImage(buffer, renderer: area.renderKey.renderer)
  }

  private func ask(
    _ request: WorkerRequest, snapshot: PageSnapshot? = nil, descriptors: [OwnedDescriptor] = [],
    _ end: MonotonicTime
  ) throws -> WorkerAnswer {
    var (request, descriptors) = (request, descriptors)
    let (memories, snapshots) = known.withLock { ($0.memories, $0.snapshots) }
    request.released = SharedMemory.released(of: memories)
    request.cpuLimit = Self.cpuLimit(end)
    if let snapshot, !snapshots.contains(snapshot.number) {
      let data = try snapshot.data()
      request.snapshotSize = data.count
      descriptors.append(try data.withUnsafeBytes { try SharedMemory.sealedCopy(of: $0) })
    }
    let answer: WorkerAnswer
    do throws(MessageError) {
      // Something that nobody asked for: what is read next would be the answer to another question. Or it has ended.
      if socket.isReadable { throw .closed }
      if let target = request.target { known.withLock { _ = $0.memories.insert(target.memory) } }
      try socket.send(request, descriptors: descriptors, deadline: end)
      answer = try socket.receiveAnswer(WorkerAnswer.self, to: question(request), deadline: end).message
    } catch {
      guard let own = error.asOwnFailure else { throw lose(error) }
      forgetNewMemory(of: request)
      throw own
    }
    note(answer, request)
    if let failure = answer.failure { throw PDFError(failure) }
    return answer
  }

  /// What the answer to a request is held against.
  private func question(_ request: WorkerRequest) -> WorkerQuestion {
    var question = WorkerQuestion(request.kind, renderingLimit: renderings.count)
    question.mayBeUnsupported = request.page.device != .cairo || [.svg, .fonts].contains(request.kind)
    known.withLock { known in
      known.askedPages.insert(request.page.index)
      if request.page.snapshot != 0 { known.askedSnapshots.insert(request.page.snapshot) }
      (question.pages, question.snapshots) = (known.askedPages, known.askedSnapshots)
    }
    return question
  }

  private func note(_ answer: WorkerAnswer, _ request: WorkerRequest) {
    // With a failure it may not have mapped it.
    if answer.failure != nil { forgetNewMemory(of: request) }
    known.withLock { known in
      known.memories.subtract(request.released)
      known.snapshots = Set(answer.snapshots)
      known.report.pages = Set(answer.pages)
      known.report.cachedBytes = answer.cachedBytes
      known.report.pagesDrawn = answer.pagesDrawn
      known.report.messages = answer.messages
      known.wasText = request.kind == .text
    }
  }

  /// Has memory that came with a request come with the next one again.
  private func forgetNewMemory(of request: WorkerRequest) {
    guard request.hasNewMemory, let target = request.target else { return }
    known.withLock { _ = $0.memories.remove(target.memory) }
  }

  /// Ends the process, which did not answer as it should. Nobody waits until it is gone, and nobody knows who else has what it was
  /// given: the memory that it had is used for nothing new.
  private func lose(_ error: MessageError) -> WorkerLoss {
    end()
    SharedMemory.retire(known.withLock(\.memories))
    return error.asWorkerLoss
  }

  /// Seconds of CPU time: more than the deadline, which is what ends a worker as long as the program lives.
  private static func cpuLimit(_ end: MonotonicTime) -> Int { min(end.secondsLeft * 2 + 60, 1 << 30) }

  // MARK: - Memory

  /// The worker is asked nothing: the system knows. What came from a cached rendering took no memory to speak of.
  package var hasGrown: Bool {
    let (report, isText) = known.withLock { ($0.report, $0.wasText) }
    return (isText || report.pagesDrawn > 0) && privateByteCount > growthLimit + report.cachedBytes
  }

  private var privateByteCount: Int {
    guard number > 0, let text = try? String(contentsOfFile: "/proc/\(number)/statm", encoding: .utf8) else {
      return 0
    }
    let counts = text.split(separator: " ").compactMap { Int($0) }
    guard counts.count > 2 else { return 0 }
    return (counts[1] - counts[2]) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

extension PageRenderKey {
  /// The page as a worker is told of it.
  fileprivate var workerPage: WorkerPage {
    WorkerPage(
      index: index, quarterTurns: turn.quarters.rawValue,
      hidden: hidden.map { mark in
        HiddenAnnotation(place: mark.place, rect: mark.rect.map { [$0.minX, $0.minY, $0.maxX, $0.maxY] })
      },
      isHardToRecord: isHardToRecord, snapshot: snapshot?.number ?? 0, isTransparent: isTransparent,
      device: renderer == .splash ? blendsInCMYK ? .splashInCMYK : .splash : .cairo)
  }
}

extension PageTransform {
  /// From points of the page's view to page space: a, b, c, d, e, f. Of a transform with scale 1.
  fileprivate var pageMatrix: [Double] {
    let origin = pagePoint(ViewPoint(x: 0, y: 0))
    let (right, down) = (pagePoint(ViewPoint(x: 1, y: 0)), pagePoint(ViewPoint(x: 0, y: 1)))
    return [
      right.x - origin.x, right.y - origin.y, down.x - origin.x, down.y - origin.y, origin.x, origin.y,
    ]
  }
}
