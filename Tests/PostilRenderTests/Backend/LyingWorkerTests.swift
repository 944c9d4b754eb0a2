import Foundation
import PostilModel
import PostilRenderProtocol
import Synchronization
import Testing

@testable import PostilRender

/// Workers that a document has taken over, and that answer what they like.
@Suite struct LyingWorkerTests {
  private typealias Request = MessageSocket.Received<WorkerRequest>
  private let pool = PixelBufferPool(byteLimit: 48 << 20)

  private func worker(_ answer: @escaping @Sendable (Request, MessageSocket) throws -> Void) throws
    -> (WorkerProcess, FakePeer)
  {
    let peer = try FakePeer(WorkerRequest.self, answer)
    return (WorkerProcess(peer.socket, renderings: .init(byteCount: 1 << 20, count: 4)), peer)
  }

  private func expectLoss(
    _ worker: WorkerProcess, _ request: RenderRequest, _ loss: WorkerLoss,
    within deadline: Duration = .seconds(600),
    at place: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: loss, sourceLocation: place) {
      try worker.carryOut(request, pool: pool, deadline: deadline)
    }
  }

  @Test func itsNumbersDoNotOverflow() throws {
    for (memory, pages) in [(Int.max, 1), (1, Int.max), (.min, .min)] {
      let (liar, peer) = try worker { request, socket in
        var answer = WorkerAnswer(to: request.message)
        (answer.cachedBytes, answer.pagesDrawn) = (memory, pages)
        try socket.send(answer)
      }
      expectLoss(liar, .tile(0), .crashed)
      #expect(!liar.hasGrown)
      peer.waitUntilEnd()
    }
  }

  /// The largest numbers that are taken: all that is made of them fits.
  @Test func whatIsMadeOfItsNumbersFits() async throws {
    let backend = FakeBackend {
      let peer = try FakePeer(WorkerRequest.self) { request, socket in
        var answer = WorkerAnswer(to: request.message)
        (answer.cachedBytes, answer.pagesDrawn) = (1 << 40, 1 << 20)
        try socket.send(answer)
      }
      return WorkerProcess(peer.socket, renderings: .init(byteCount: 1 << 20, count: 4))
    }
    var options = EngineOptions()
    options.workerCount = 3
    // What ended has nothing in its caches.
    options.idleTime = .seconds(3600)
    let engine = RenderEngine(backend, url: nil, options: options)
    for page in 0..<9 { _ = try await engine.image(.tile(page), RenderUrgency(.visible)) }
    #expect(engine.statistics.pagesDrawn == 9 << 20)
    #expect((1 << 40...3 << 40).contains(engine.statistics.cachedBytes))
  }

  /// Answers that nobody waits for end the worker, however many they are.
  @Test func aFloodOfAnswersEndsIt() throws {
    let (liar, peer) = try worker { request, socket in
      // Until the connection is closed.
      while true { try socket.send(WorkerAnswer(to: request.message)) }
    }
    #expect(throws: WorkerLoss.crashed) {
      // One that comes just before it is asked for cannot be told.
      while true { _ = try liar.carryOut(.tile(0), pool: pool, deadline: .seconds(600)) }
    }
    peer.waitUntilEnd()
  }

  @Test func oneThatSaysNothingIsGivenUp() throws {
    let (silent, peer) = try worker { _, _ in }
    expectLoss(silent, .tile(0), .timedOut, within: .milliseconds(20))
    peer.waitUntilEnd()
  }

  @Test func oneThatTakesNothingInIsGivenUp() throws {
    let (socket, other) = try MessageSocket.pair()
    let deaf = WorkerProcess(socket, renderings: .init(byteCount: 1 << 20, count: 4))
    let mark = AnnotationLocator(place: 0, rect: PageRect(x: 0, y: 0, width: 1, height: 1))
    var key = PageRenderKey(index: 0)
    // More than the connection holds.
    key.hidden = Array(repeating: mark, count: 200_000)
    let area = PageArea(renderKey: key, scale: 1, rect: PixelRect(x: 0, y: 0, width: 9, height: 9))
    expectLoss(deaf, .tile(area, sameAs: area), .timedOut, within: .milliseconds(20))
    withExtendedLifetime(other) {}
  }

  @Test func aPictureThatIsCutShortIsNone() throws {
    let (liar, _) = try worker { request, socket in
      try socket.send(WorkerAnswer(to: request.message))
      let pipe = try #require(request.descriptors.first)
      _ = pipe.withNumber { write($0, "too short", 9) }
    }
    expectLoss(liar, .page(0), .crashed)
  }

  @Test func aPictureThatDoesNotComeIsGivenUp() throws {
    let pipes = Mutex<[OwnedDescriptor]>([])
    let (liar, peer) = try worker { request, socket in
      pipes.withLock { $0 += request.descriptors }
      try socket.send(WorkerAnswer(to: request.message))
    }
    expectLoss(liar, .page(0), .timedOut, within: .milliseconds(20))
    peer.waitUntilEnd()
    withExtendedLifetime(pipes) {}
  }

  /// It may live on and draw into the memory that it was given.
  @Test func whatALostOneWasGivenIsNotUsedAgain() throws {
    let targets = Mutex<[Int]>([])
    let (first, _) = try worker { request, socket in
      targets.withLock { $0.append(request.message.target?.memory ?? 0) }
      var answer = WorkerAnswer(to: request.message)
      if request.message.page.index == 9 { answer.cachedBytes = -1 }
      try socket.send(answer)
    }
    var images = try (0..<2).map {
      try first.carryOut(.tile($0), pool: pool, deadline: .seconds(600)).image()
    }
    expectLoss(first, .tile(9), .crashed)
    let lost = targets.withLock { Set($0) }
    #expect(lost.count == 1)
    let (second, _) = try worker { request, socket in
      targets.withLock { $0.append(request.message.target?.memory ?? 0) }
      try socket.send(WorkerAnswer(to: request.message))
    }
    // Neither free pieces, nor those that become free.
    for page in 0..<40 {
      if page == 20 { images = [] }
      images.append(try second.carryOut(.tile(page), pool: pool, deadline: .seconds(600)).image())
    }
    #expect(targets.withLock { $0.suffix(40).allSatisfy { !lost.contains($0) } })
    images = []
    #expect(SharedMemory.released(of: lost) == Array(lost))
  }

  /// It is this program that has no descriptors left: there is nothing wrong with the worker.
  @Test func whatThisProgramLacksIsNotTheWorkersFault() {
    for error in [MessageError.notSent(EMFILE), .descriptorsLost] {
      #expect(error.asOwnFailure?.code == .renderFailed)
    }
    for error in [MessageError.closed, .timedOut, .malformed, .system(EIO)] {
      #expect(error.asOwnFailure == nil)
    }
  }
}

/// A backend that makes workers as it is told.
struct FakeBackend: PageBackend {
  let make: @Sendable () throws -> any PageWorker

  func makeWorker(renderings: RenderingCacheLimit, deadline: Duration) throws -> any PageWorker { try make() }
  func retryOpening() {}
  func leaveOutRemedies() -> Bool { false }
  func judgeRemedies(wereTheCause: Bool) {}
  var isolation: ProcessIsolation? { nil }
}
