import CSystem
import Foundation
import PostilModel
import RenderProtocol
import Synchronization

/// A worker process, at the other end of a socket.
final class PopplerWorker: PageWorker {
  private let socket: MessageSocket
  /// The process's number.
  let number: Int
  private let process: OwnedDescriptor?
  /// Keeps the server, with which its workers end.
  private let server: AnyObject & Sendable
  private let growthLimit: Int
  private let known = Mutex(Known())

  /// What is known of the process.
  private struct Known {
    /// The shared memory that it has mapped.
    var memories: Set<Int> = []
    var snapshots: Set<Int> = []
    var report = WorkReport()
    /// Whether the last request was for text.
    var wasText = false
  }

  init(
    _ socket: MessageSocket, number: Int, process: OwnedDescriptor?, server: AnyObject & Sendable,
    growthLimit: Int
  ) {
    self.socket = socket
    self.number = number
    self.process = process
    self.server = server
    self.growthLimit = growthLimit
  }

  deinit { end() }

  var report: WorkReport { known.withLock { $0.report } }

  func end() {
    // The number may belong to another process once this one has ended: a descriptor never does.
    if let process {
      _ = process.withNumber { postil_kill_process($0) }
    } else {
      socket.shutDown()
    }
  }

  // MARK: - Requests

  func carryOut(_ request: RenderRequest, pool: PixelBufferPool, deadline: Duration) throws -> RenderResult {
    known.withLock { $0.report = WorkReport() }
    let end = MonotonicTime.now + deadline
    switch request {
    case .tile(let area, _):
      let size = try ImageSize(pixelWidth: area.rect.width, height: area.rect.height)
      return .image(try tile(area, size, pool, end))
    case .page(let key, let scale):
      let (area, size) = try wholePage(key, end) { _, _ in scale }
      return .image(try picture(area, size, end))
    case .preview(let key, let side):
      let (area, size) = try wholePage(key, end) { width, height in Double(side) / max(width, height) }
      return .image(try picture(area, size, end))
    case .png(let key, let scale):
      let (area, size) = try wholePage(key, end) { _, _ in scale }
      guard size.width * size.height <= WorkerRequest.pngPixelLimit else {
        return .png(try picture(area, size, end).pngData())
      }
      let (_, payload) = try send(workerRequest(.png, area), snapshot: key.snapshot, end)
      return .png(Data(payload))
    case .text(let index, let transform):
      var request = WorkerRequest(.text, page: WorkerPage(index: index))
      request.textMatrix = transform.pageMatrix
      let (_, payload) = try send(request, end)
      do {
        return .text(try PackedText(payload))
      } catch {
        throw WorkerLoss.crashed
      }
    }
  }

  func dropRenderings() throws {
    _ = try send(WorkerRequest(.dropRenderings, page: WorkerPage(index: 0)), .now + .seconds(30))
  }

  /// All of a page, at a scale that follows from its width and height in points.
  private func wholePage(
    _ key: PageRenderKey, _ end: MonotonicTime, scale: (Double, Double) -> Double
  ) throws -> (PageArea, ImageSize) {
    let (answer, _) = try send(WorkerRequest(.size, page: key.workerPage), snapshot: key.snapshot, end)
    let scale = scale(answer.width, answer.height)
    let size = try ImageSize(width: answer.width, height: answer.height, scale: scale)
    let rect = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    return (PageArea(renderKey: key, scale: scale, rect: rect), size)
  }

  private func workerRequest(_ kind: WorkerRequest.Kind, _ area: PageArea) -> WorkerRequest {
    var request = WorkerRequest(kind, page: area.renderKey.workerPage)
    request.scale = area.scale
    request.rect = area.rect
    return request
  }

  /// A picture, as it comes through a pipe.
  private func picture(_ area: PageArea, _ size: ImageSize, _ end: MonotonicTime) throws -> PageImage {
    let buffer = try PixelBuffer(size, pool: .pictures, isCleared: false)
    let request = workerRequest(.direct, area)
    _ = try send(request, pixels: buffer.bytes, snapshot: area.renderKey.snapshot, end)
    return PageImage(buffer)
  }

  /// A tile, in shared memory.
  private func tile(
    _ area: PageArea, _ size: ImageSize, _ pool: PixelBufferPool, _ end: MonotonicTime
  ) throws -> PageImage {
    let buffer = try PixelBuffer(sharing: size, pool: pool)
    let request = workerRequest(.tile, area)
    // Until the answer, or the end of the process, the buffer is the worker's.
    _ = try withExtendedLifetime(buffer) {
      try send(request, target: buffer, snapshot: area.renderKey.snapshot, end)
    }
    return PageImage(buffer)
  }

  private func send(
    _ request: WorkerRequest, target: PixelBuffer? = nil, pixels: UnsafeMutableRawBufferPointer? = nil,
    snapshot: PageSnapshot? = nil, _ end: MonotonicTime
  ) throws -> (WorkerAnswer, payload: [UInt8]) {
    var request = request
    var descriptors: [OwnedDescriptor] = []
    let (memories, snapshots) = known.withLock { ($0.memories, $0.snapshots) }
    request.released = SharedMemory.released(of: memories)
    request.cpuLimit = Self.cpuLimit(end)
    if let piece = target?.shared, let size = target?.size {
      request.target = PixelTarget(
        memory: piece.memory.number, memorySize: piece.memory.byteCount, offset: piece.offset,
        width: size.width,
        height: size.height)
      if !memories.contains(piece.memory.number) {
        request.hasNewMemory = true
        descriptors.append(piece.memory.descriptor)
      }
    }
    if let snapshot, !snapshots.contains(snapshot.number) {
      let data = try snapshot.data()
      request.snapshotSize = data.count
      descriptors.append(try data.withUnsafeBytes { try SharedMemory.sealedCopy(of: $0) })
    }
    do {
      var reading: OwnedDescriptor?
      if let pixels {
        let pipe = try PixelPipe(byteCount: pixels.count)
        descriptors.insert(pipe.writing, at: 0)
        reading = pipe.reading
      }
      try socket.send(request, descriptors: descriptors)
      // The pipe ends with the worker.
      descriptors = []
      let received = try socket.receive(WorkerAnswer.self, deadline: end)
      note(received.message, request)
      if let failure = received.message.failure { throw PDFError(failure) }
      if let pixels, let reading {
        try PixelPipe.receive(into: pixels, from: reading, deadline: end)
      }
      return (received.message, received.payload)
    } catch let error as MessageError {
      endAndWait()
      throw error.asWorkerLoss
    }
  }

  private func note(_ answer: WorkerAnswer, _ request: WorkerRequest) {
    known.withLock { known in
      known.memories.subtract(request.released)
      if answer.failure == nil, let target = request.target { known.memories.insert(target.memory) }
      known.snapshots = Set(answer.snapshots)
      known.report.pages = Set(answer.pages)
      known.report.cachedBytes = answer.cachedBytes
      known.report.pagesDrawn += answer.pagesDrawn
      known.report.messages += answer.messages
      known.wasText = request.kind == .text
    }
  }

  /// Ends the process and waits until it is gone: until then it may write into memory that is to be used again.
  private func endAndWait() {
    end()
    let limit = MonotonicTime.now + .seconds(60)
    while true {
      do {
        _ = try socket.receive(WorkerAnswer.self, deadline: limit)
      } catch MessageError.malformed {
        continue
      } catch {
        return
      }
    }
  }

  /// Seconds of CPU time: more than the deadline, which is what ends a worker as long as the program lives.
  private static func cpuLimit(_ end: MonotonicTime) -> Int { min(end.secondsLeft * 2 + 60, 1 << 30) }

  // MARK: - Memory

  /// The worker is asked nothing: the system knows. What came from a cached rendering took no memory to speak of.
  var hasGrown: Bool {
    let (report, isText) = known.withLock { ($0.report, $0.wasText) }
    return (isText || report.pagesDrawn > 0) && privateByteCount > growthLimit + report.cachedBytes
  }

  private var privateByteCount: Int {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/statm", encoding: .utf8) else { return 0 }
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
      isHardToRecord: isHardToRecord, snapshot: snapshot?.number ?? 0)
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
