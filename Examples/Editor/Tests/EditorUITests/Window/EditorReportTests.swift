import EditorTestSupport
import Foundation
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class EditorReportTests: WindowTestCase {
  private func read(_ url: URL) -> [String: Any] {
    guard let data = try? Data(contentsOf: url) else { return [:] }
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }

  func testItTellsWhatIsSeenAndWhere() throws {
    try withDocument { window in
      let folder = try XCTUnwrap(window.session.file).deletingLastPathComponent()
      let url = folder.appending(path: "report.json")
      window.report(to: url.path)
      wait(for: "report") { self.read(url)["state"] as? String == "ready" }
      let places = try XCTUnwrap(read(url)["places"] as? [String: [String: Any]])
      for name in ["tool.line", "tool.eraser", "style", "undo", "canvas", "currentPage", "done", "page"] {
        XCTAssertNotNil(places[name], name)
      }
      XCTAssertEqual(read(url)["pageCount"] as? Int, 3)
      XCTAssertEqual((read(url)["slots"] as? [Any])?.count, 3)
      window.session.palette.selection = .ellipse
      wait(for: "tool") { self.read(url)["tool"] as? String == "ellipse" }
      window.commands.showsGrid = true
      wait(for: "cells") { (self.read(url)["cells"] as? [Any])?.count == 3 }
    }
  }

  func testPlacesAreWhereOneClicks() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withDocument { window in
      // The first one has its place in one column as in two.
      let tool = try XCTUnwrap(window.document.tools.toolButtons.first)
      window.session.palette.selection = .ellipse
      // A click before the first layout has settled misses its place, so it is made anew at the place of then.
      wait(for: "tool") {
        guard let frame = tool.frameInWindow, frame.width > 0 else { return false }
        Hand.does("mousemove \(Int(frame.x + frame.width / 2)) \(Int(frame.y + frame.height / 2)) click 1")
        return MainLoop.run(seconds: 1) { window.session.palette.selection == tool.tool.id }
      }
    }
  }
}
