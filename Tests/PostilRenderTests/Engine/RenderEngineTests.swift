import Foundation
import PostilTestSupport
import PostilRenderProtocol
import Synchronization
import Testing

@testable import PostilRender

/// The engine with its threads.
@Suite struct RenderEngineTests {
  private static func engine(
    pages: Int, workers: Int, sink: @escaping @Sendable (RenderRequest, PageImage) -> Void
  ) -> RenderEngine {
    var options = EngineOptions()
    options.workerCount = workers
    options.deadline = .seconds(3_600)
    return RenderEngine(
      ProcessBackend(RenderSource(PageDocument(pageCount: pages).data), password: nil), url: nil,
      options: options, sink: sink)
  }

  private func tile(_ page: Int) -> RenderRequest { .tile(page) }

  @Test(.timeLimit(.minutes(60))) func aPageDoesNotWaitForOneAskedForJustBefore() async throws {
    let hold = DispatchSemaphore(value: 0)
    let isOver = Mutex(false)
    let engine = Self.engine(pages: 2, workers: 2) { request, _ in
      guard request.pageIndex == 0 else { return }
      _ = hold.wait(timeout: .now() + 900)
      isOver.withLock { $0 = true }
    }
    engine.submit(tile(0), RenderUrgency(.visible)) { _ in }
    let image = try await engine.image(tile(1), RenderUrgency(.visible))
    #expect(image.width == 50)
    #expect(!isOver.withLock { $0 })
    hold.signal()
  }

  @Test(.timeLimit(.minutes(60))) func aBusyWorkerForgetsWhenItIsDone() async throws {
    let (begun, hold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let engine = Self.engine(pages: 1, workers: 1) { _, _ in
      begun.signal()
      _ = hold.wait(timeout: .now() + 900)
    }
    async let image = engine.image(tile(0), RenderUrgency(.visible))
    await onOwnThread { begun.wait() }
    engine.trimMemory()
    hold.signal()
    _ = try await image
    #expect(await becomesTrue { engine.statistics.cachedBytes == 0 })
  }

  @Test(.timeLimit(.minutes(60))) func deliveringUsesNoMoreOfTheStackEachTime() async throws {
    // Where the stack of each thread has got to when an image is delivered; it grows downwards.
    let places = Mutex<[pthread_t: [Int]]>([:])
    let engine = Self.engine(pages: 1, workers: 1) { _, _ in
      var mark: UInt8 = 0
      let place = withUnsafePointer(to: &mark) { Int(bitPattern: $0) }
      places.withLock { $0[pthread_self(), default: []].append(place) }
    }
    for _ in 0..<400 { _ = try await engine.image(tile(0), RenderUrgency(.visible)) }
    let all = places.withLock { $0.values.map { $0 } }
    #expect(all.reduce(0) { $0 + $1.count } == 400)
    for places in all { #expect((places.max() ?? 0) - (places.min() ?? 0) < 4_096) }
  }
}
