import Foundation
import Testing

@testable import PostilSystem

struct QueueExecutorTests {
  private actor Counter {
    private let executor = QueueExecutor(label: "postil.test")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var isInside = false
    private(set) var count = 0

    /// Blocks its thread until there is another one inside, or waiting, of as many counters as there are.
    func block(_ gate: DispatchSemaphore) {
      #expect(!isInside)
      isInside = true
      count += 1
      gate.wait()
      isInside = false
    }
  }

  /// More actors than Swift's pool has threads wait for a semaphore, which a task on that pool signals: it could not run
  /// if they blocked the pool.
  @Test func aBlockedActorBlocksNoThreadOfThePool() async {
    let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
    let gates = (0..<count).map { _ in DispatchSemaphore(value: 0) }
    let counters = gates.map { _ in Counter() }
    await withTaskGroup(of: Void.self) { group in
      for (counter, gate) in zip(counters, gates) { group.addTask { await counter.block(gate) } }
      group.addTask { for gate in gates { gate.signal() } }
    }
    for counter in counters { #expect(await counter.count == 1) }
  }
}
