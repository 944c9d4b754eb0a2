import CGTK
import EditorTestSupport
import GTKKit
import XCTest

@preconcurrency @MainActor
final class SnapshotColorsTests: GTKTestCase {
  /// The pixel of what is painted into a square.
  private func pixel(_ body: @escaping (Snapshot) -> Void) throws -> [Int] {
    let node = try XCTUnwrap(RenderNode { body($0) })
    let picture = try XCTUnwrap(node.picture(of: Rect(width: 4, height: 4)))
    let pixel = picture.pixels[5]
    return [16, 8, 0].map { Int(pixel >> UInt32($0) & 255) }
  }

  private func fill(_ snapshot: Snapshot, _ level: Double) {
    snapshot.fill(Rect(width: 4, height: 4), RGBA(level, level, level))
  }

  func testShadesGoFromTheColourToWhite() throws {
    let red = RGBA(1, 0, 0)
    XCTAssertEqual(try pixel { s in s.inShades(of: red) { self.fill(s, 0) } }, [255, 0, 0])
    XCTAssertEqual(try pixel { s in s.inShades(of: red) { self.fill(s, 1) } }, [255, 255, 255])
    let middle = try pixel { s in s.inShades(of: red) { self.fill(s, 0.5) } }
    XCTAssertEqual(middle[0], 255)
    XCTAssertEqual(Double(middle[1]), 128, accuracy: 2)
    XCTAssertEqual(middle[1], middle[2])
  }

  /// What both pictures have is grey, what only the first has green, what only the second has red.
  func testTheDarkerIsSeenOfEachColour() throws {
    func both(_ first: Double, _ second: Double) throws -> [Int] {
      try pixel { s in
        s.darkened {
          s.inShades(of: RGBA(0, 1, 0)) { self.fill(s, first) }
        } by: {
          s.inShades(of: RGBA(1, 0, 0)) { self.fill(s, second) }
        }
      }
    }
    XCTAssertEqual(try both(0, 0), [0, 0, 0])
    XCTAssertEqual(try both(1, 1), [255, 255, 255])
    XCTAssertEqual(try both(0, 1), [0, 255, 0])
    XCTAssertEqual(try both(1, 0), [255, 0, 0])
    let grey = try both(0.5, 0.5)
    XCTAssertEqual(grey[0], grey[1])
    XCTAssertEqual(grey[1], grey[2])
  }
}
