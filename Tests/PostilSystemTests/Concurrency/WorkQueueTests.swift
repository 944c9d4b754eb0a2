import PostilSystem
import Synchronization
import Testing

@Suite struct WorkQueueTests {
  @Test func eachItemGoesToOneThread() throws {
    let queue = WorkQueue(1_000)
    let items = Mutex<[Int]>([])
    try concurrently(4) { _ in
      while let item = queue.next() { items.withLock { $0.append(item) } }
    }
    #expect(items.withLock { $0.sorted() } == Array(0..<1_000))
    #expect(queue.next() == nil)
  }

  @Test(arguments: [(0, 1), (1, 1), (15, 16), (16, 16), (31, 16)])
  func fewItemsAreForOneThread(_ count: Int, _ fewest: Int) {
    #expect(WorkQueue(count, fewestPerThread: fewest).threadCount == 1)
  }
}
