import CGTK
import EditorTestSupport
import XCTest

@testable import GTKKit

@MainActor
private final class Field: CustomWidget {
  var frame = Rect(x: 10, y: 20, width: 30, height: 40)

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (100, 120)
  }

  override func layout(width: Double, height: Double) {
    for child in children { place(child, at: frame) }
  }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.fill(bounds, RGBA(0, 0, 1))
    snapshotChildren(snapshot)
  }
}

@MainActor
private final class Dot: CustomWidget {
  override func snapshot(_ snapshot: Snapshot) { snapshot.fill(bounds, RGBA(1, 0, 0)) }
}

@preconcurrency @MainActor
final class CustomWidgetTests: GTKTestCase {
  func testItPaintsItselfAndItsChildrenInTheirPlaces() throws {
    let field = Field()
    field.add(Dot())
    let window = show(field, width: 200, height: 150)
    let picture = try XCTUnwrap(field.picture())
    XCTAssertEqual(picture.width, 200)
    XCTAssertEqual(picture.height, 150)
    func pixel(_ x: Int, _ y: Int) -> UInt32 { picture.pixels[y * picture.width + x] }
    XCTAssertEqual(pixel(0, 0), 0xFF00_00FF)
    XCTAssertEqual(pixel(9, 20), 0xFF00_00FF)
    XCTAssertEqual(pixel(10, 20), 0xFFFF_0000)
    XCTAssertEqual(pixel(39, 59), 0xFFFF_0000)
    XCTAssertEqual(pixel(40, 59), 0xFF00_00FF)
    window.destroy()
  }

  func testChildrenMoveWhenTheyArePlacedAnew() throws {
    let field = Field()
    field.add(Dot())
    let window = show(field)
    field.frame = Rect(x: 0, y: 0, width: 5, height: 5)
    field.queueAllocate()
    wait(for: "new place") { field.picture()?.pixels.first == 0xFFFF_0000 }
    window.destroy()
  }

  func testItIsAskedForItsSize() {
    let field = Field()
    XCTAssertEqual(field.preferredSize(.horizontal).minimum, 100)
    XCTAssertEqual(field.preferredSize(.vertical).natural, 120)
  }

  func testChildrenGoWithIt() {
    weak var seen: Dot?
    do {
      let field = Field()
      let dot = Dot()
      seen = dot
      field.add(dot)
    }
    XCTAssertNil(seen)
  }

  func testCairoNodesPaint() throws {
    let node = RenderNode(bounds: Rect(width: 4, height: 4)) { context in
      cairo_set_source_rgb(context, 0, 1, 0)
      cairo_paint(context)
    }
    let picture = try XCTUnwrap(node.picture(of: Rect(width: 4, height: 4)))
    XCTAssertEqual(picture.pixels, [UInt32](repeating: 0xFF00_FF00, count: 16))
  }
}
