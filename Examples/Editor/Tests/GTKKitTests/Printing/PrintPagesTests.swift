import EditorTestSupport
import GTKKit
import XCTest

@preconcurrency @MainActor
final class PrintPagesTests: GTKTestCase {
  func testPagesAreThoseChosen() {
    XCTAssertEqual(PrintPages().indices(of: 3, current: 1), [0, 1, 2])
    XCTAssertEqual(PrintPages(.current).indices(of: 3, current: 1), [1])
    XCTAssertEqual(PrintPages(.ranges([4...5, 0...1])).indices(of: 8, current: 1), [4, 5, 0, 1])
    XCTAssertEqual(PrintPages(parity: .even).indices(of: 5, current: 0), [1, 3])
    XCTAssertEqual(PrintPages(.ranges([2...4]), parity: .odd).indices(of: 9, current: 0), [2, 4])
  }

  func testPagesThatAreNotThereAreLeftOut() {
    XCTAssertEqual(PrintPages(.ranges([1...Int(Int32.max), 7...9])).indices(of: 3, current: 0), [1, 2])
    XCTAssertEqual(PrintPages(.current).indices(of: 3, current: 3), [])
    XCTAssertEqual(PrintPages(.ranges([-5 ... -1])).indices(of: 3, current: 0), [])
    XCTAssertEqual(PrintPages().indices(of: 0, current: 0), [])
  }
}
