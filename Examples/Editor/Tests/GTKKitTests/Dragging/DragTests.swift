import EditorTestSupport
import Foundation
import XCTest

@testable import GTKKit

/// A widget from which data of a type can be dragged.
@MainActor
private final class Source: CustomWidget {
  private let gesture = DragGesture()
  private(set) var drag: OutgoingDrag?
  private(set) var ends = 0
  private(set) var requests = 0

  init(_ type: String, _ data: Data?) {
    super.init()
    setMinimumSize(width: 100, height: 200)
    gesture.onMove { [unowned self] offset in
      guard drag == nil, offset.x > 5 else { return }
      drag = OutgoingDrag(
        from: gesture, of: self, type: type, icon: self, hotspot: Point(x: 10, y: 10)
      ) { [weak self] in
        self?.requests += 1
        return data
      }
      drag?.onEnd { [weak self] in self?.ends += 1 }
    }
    add(gesture)
  }
}

/// A widget that takes what is dropped.
@MainActor
private final class Sink: CustomWidget {
  private(set) var hovers: [Point] = []
  private(set) var leaves = 0
  private(set) var files: [URL]?
  private(set) var data: Data??

  init() {
    super.init()
    setMinimumSize(width: 150, height: 200)
    let target = DropTarget(types: ["application/pdf"])
    target.onHover { [unowned self] in hovers.append($0) }
    target.onLeave { [unowned self] in leaves += 1 }
    target.onDrop { [unowned self] drop, _ in
      Task {
        files = await drop.files()
        let read = await drop.data(["application/pdf"])
        data = .some(read)
        drop.finish(read != nil || files?.isEmpty == false)
      }
    }
    add(target)
  }
}

@preconcurrency @MainActor
final class DragTests: GTKTestCase {
  private func drag(_ type: String, _ data: Data?, _ body: (Source, Sink) throws -> Void) throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let (source, sink) = (Source(type, data), Sink())
    let window = show(Box(.horizontal, [source, sink]))
    XCTAssertTrue(Hand.does("mousemove 50 100 mousedown 1 mousemove 58 100 mousemove 66 100"))
    wait(for: "drag") { source.drag != nil }
    XCTAssertTrue(Hand.does("mousemove 120 100 mousemove 180 100 mousemove 190 110"))
    try body(source, sink)
    window.destroy()
  }

  func testDataIsMadeWhenItIsDropped() throws {
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try drag("application/pdf", bytes) { source, sink in
      wait(for: "hover") { !sink.hovers.isEmpty }
      XCTAssertEqual(source.requests, 0, "nobody asked for it yet")
      Hand.does("mouseup 1")
      wait(for: "data") { sink.data != nil }
      XCTAssertEqual(sink.data, .some(bytes))
      XCTAssertEqual(sink.files, [])
      wait(for: "end") { source.ends > 0 }
      XCTAssertEqual(source.requests, 1)
    }
  }

  func testFilesAreDropped() throws {
    let list = Data("file:///tmp/one%20page.pdf\r\nfile:///tmp/two.png\r\n".utf8)
    try drag("text/uri-list", list) { source, sink in
      wait(for: "hover") { !sink.hovers.isEmpty }
      Hand.does("mouseup 1")
      wait(for: "files") { sink.data != nil }
      XCTAssertEqual(sink.files?.map(\.path), ["/tmp/one page.pdf", "/tmp/two.png"])
      wait(for: "end") { source.ends > 0 }
    }
  }

  func testDataThatCannotBeMadeIsNone() throws {
    try drag("application/pdf", nil) { source, sink in
      wait(for: "hover") { !sink.hovers.isEmpty }
      Hand.does("mouseup 1")
      wait(for: "answer") { sink.data != nil }
      XCTAssertEqual(sink.data, .some(nil))
      wait(for: "end") { source.ends > 0 }
    }
  }

  func testWhatIsTakenAwayIsTold() throws {
    try drag("application/pdf", Data()) { source, sink in
      wait(for: "hover") { !sink.hovers.isEmpty }
      Hand.does("mousemove 120 100 mousemove 50 100")
      wait(for: "leave") { sink.leaves > 0 }
      Hand.does("mouseup 1")
      wait(for: "end") { source.ends > 0 }
      XCTAssertTrue(sink.data == nil)
      XCTAssertEqual(source.requests, 0)
    }
  }
}
