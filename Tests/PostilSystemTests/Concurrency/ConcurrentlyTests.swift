import PostilModel
import PostilSystem
import Synchronization
import Testing

#if THREAD_SANITIZER
  private typealias Mutex<Value> = WatchedMutex<Value>
#endif

@Suite struct ConcurrentlyTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  @Test func allOfItIsDoneAlsoIfSomeFails() {
    let done = Mutex<Set<Int>>([])
    let failure = #expect(throws: Failure.self) {
      try concurrently(5) { number in
        done.withLock { _ = $0.insert(number) }
        if number > 1 { throw Failure(number: number) }
      }
    }
    #expect(failure == Failure(number: 2) && done.withLock { $0 } == [0, 1, 2, 3, 4])
  }

  @Test func bothAreDoneWhenItReturns() throws {
    var own = 0
    let (other, mine) = concurrently(with: { (1...100).reduce(0, +) }) {
      own += 1
      return own
    }
    #expect(other == 5050 && mine == 1 && own == 1)
    let isDone = Mutex(false)
    #expect(throws: Failure(number: 7)) {
      try concurrently(with: { isDone.withLock { $0 = true } }) { throw Failure(number: 7) }
    }
    #expect(isDone.withLock { $0 })
  }

  @Test func resultsHaveTheOrderOfTheThreads() throws {
    #expect(try concurrently(3) { 10 * $0 } == [0, 10, 20])
  }
}
