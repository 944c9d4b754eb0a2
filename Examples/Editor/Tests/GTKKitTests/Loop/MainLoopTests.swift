import EditorTestSupport
import Foundation
import GTKKit
import XCTest

@preconcurrency @MainActor
final class MainLoopTests: GTKTestCase {
  func testTasksOfTheMainActorAreDone() {
    var isDone = false
    Task {
      XCTAssertTrue(Thread.isMainThread)
      isDone = true
    }
    wait(for: "task") { isDone }
  }

  func testTasksSleep() {
    var isDone = false
    Task {
      try? await Task.sleep(for: .milliseconds(20))
      isDone = true
    }
    wait(for: "end of the sleep") { isDone }
  }

  func testTasksComeBackFromOtherThreads() {
    var result = 0
    Task {
      result = await Self.far()
      XCTAssertTrue(Thread.isMainThread)
    }
    wait(for: "result") { result == 7 }
  }

  @concurrent private nonisolated static func far() async -> Int { 7 }

  func testSoonWorksFromAnyThread() {
    var isDone = false
    let call: @MainActor @Sendable () -> Void = { isDone = true }
    DispatchQueue.global().async { MainLoop.soon { call() } }
    wait(for: "call") { isDone }
  }

  func testLoopDoesNotTurnWhileThereIsNothingToDo() {
    var turns = 0
    MainLoop.run(seconds: 0.2) {
      turns += 1
      return false
    }
    // The timer that watches for the end turns it 40 times.
    XCTAssertLessThan(turns, 200)
  }
}
