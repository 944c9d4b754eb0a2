import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class OutlinePaneTests: WindowTestCase {
  private func withOutline(_ outline: Outline, _ body: (EditorWindow, OutlinePane) throws -> Void) throws {
    try withDocument { window in
      try XCTUnwrap(window.session.document).setOutline(outline)
      window.commands.toggle(.outline)
      wait(for: "rows") { window.document.outline.list.count == outline.items.count }
      try body(window, window.document.outline)
    }
  }

  /// The texts of the rows that exist, from top to bottom.
  private func texts(_ pane: OutlinePane) -> [String] {
    pane.descendants.compactMap { $0 as? OutlineRow }.filter(\.isMapped)
      .sorted { ($0.frameInWindow?.y ?? 0) < ($1.frameInWindow?.y ?? 0) }.map(\.text)
  }

  func testOfALongOutlineOnlyTheRowsInViewExist() throws {
    let items = (1...20_000).map { OutlineItem("Item \($0)") }
    try withOutline(Outline(items)) { _, pane in
      wait(for: "rows") { self.texts(pane).first == "Item 1" }
      XCTAssertLessThan(pane.descendants.count { $0 is OutlineRow }, 500)
    }
  }

  func testRowsThatStayAreKept() throws {
    let items = ["a", "b", "c"].map { OutlineItem($0, isOpen: false, children: [OutlineItem("\($0)1")]) }
    try withOutline(Outline(items)) { window, pane in
      wait(for: "rows") { self.texts(pane) == ["a", "b", "c"] }
      pane.list.scroll(to: 1, grabsFocus: true)
      wait(for: "keyboard") { pane.list.focusedIndex == 1 }
      window.session.outline.setOpen(true, window.session.outline.rows[1].id)
      wait(for: "open row") { self.texts(pane) == ["a", "b", "b1", "c"] }
      XCTAssertEqual(pane.list.focusedIndex, 1)
      window.session.outline.setOpen(false, window.session.outline.rows[1].id)
      wait(for: "closed row") { self.texts(pane) == ["a", "b", "c"] }
      try window.session.document?.updateOutline { $0.items = [] }
      wait(for: "none") { self.texts(pane).isEmpty && pane.list.count == 0 }
    }
  }
}
