import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

@Suite struct BroadcastTests {
  @Test func everybodyHearsTheSameInOrder() async {
    let broadcast = Broadcast<Int>()
    let (first, second) = (broadcast.listen(), broadcast.listen())
    for number in 1...100 { broadcast.send(number) }
    let third = broadcast.listen()
    broadcast.finish()
    var heard: [[Int]] = []
    for stream in [first, second, third] {
      var numbers: [Int] = []
      for await number in stream { numbers.append(number) }
      heard.append(numbers)
    }
    #expect(heard == [Array(1...100), Array(1...100), []])
  }

  @Test func nothingIsMadeForNobody() {
    let made = Mutex(0)
    Broadcast<Int>().send(
      made.withLock {
        $0 += 1; return $0
      })
    #expect(made.withLock { $0 } == 0)
  }

  @Test func itsEndIsTheirs() async {
    var broadcast: Broadcast<Int>? = Broadcast()
    let stream = broadcast?.listen()
    broadcast?.send(7)
    broadcast = nil
    var numbers: [Int] = []
    for await number in stream ?? .finished { numbers.append(number) }
    #expect(numbers == [7])
  }

  @Test func whatIsNotReadIsMerged() async {
    let broadcast = Broadcast<[Int]>()
    let stream = broadcast.listen(limit: 3) { $0 += $1 }
    for number in 1...100 { broadcast.send([number]) }
    broadcast.finish()
    // The last of what is handed on.
    await broadcast.settled()
    var heard: [[Int]] = []
    for await numbers in stream { heard.append(numbers) }
    #expect(heard == [[1], [2], Array(3...100)])
  }

  @Test func aMergingStreamThatNobodyReadsIsLetGoOf() async {
    let broadcast = Broadcast<Int>()
    var stream: AsyncStream<Int>? = broadcast.listen(limit: 3) { $0 += $1 }
    #expect(stream != nil && broadcast.listenerCount == 1)
    stream = nil
    #expect(broadcast.listenerCount == 0)
  }

  @Test func cancellingEndsAMergingStream() async {
    let broadcast = Broadcast<Int>()
    let stream = broadcast.listen(limit: 3) { $0 += $1 }
    let task = Task { for await _ in stream {} }
    task.cancel()
    await task.value
  }

  /// Cancelling takes a lock of Swift's and then ends the stream; an edit holds the document's lock and then hands on
  /// the change, which takes Swift's.
  @Test(.timeLimit(.minutes(60))) func listenersMayBeCancelledWhileTheDocumentIsEdited() async throws {
    let document = try PDFDocument(data: PageDocument(pageCount: 2).data)
    let isOver = Mutex(false)
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) { try? document.rotatePages([document.pageIDs[0]], by: .clockwise90) }
    }
    defer { isOver.withLock { $0 = true } }
    for _ in 0..<3_000 {
      let task = Task { for await _ in document.changes() {} }
      await Task.yield()
      task.cancel()
      await task.value
    }
  }
}

extension AsyncStream {
  fileprivate static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
