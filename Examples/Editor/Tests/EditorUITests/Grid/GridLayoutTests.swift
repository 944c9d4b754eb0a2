import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

/// A window that is laid out anew while a grid in it is. What is painted without a place makes GTK complain, which
/// fails these.
@preconcurrency @MainActor
final class GridLayoutTests: WindowTestCase {
  private func frame(_ window: EditorWindow) {
    var isPainted = false
    let connection = window.afterPaint { isPainted = true }
    window.queueDraw()
    wait(for: "frame") { isPainted }
    connection?.disconnect()
  }

  func testNewCellsDoNotUndoTheLayoutOfTheWindow() throws {
    try withDocument(pages: 400) { window in
      window.commands.showsGrid = true
      wait(for: "cells") { window.grid.isMapped && !window.grid.visibleCells.isEmpty }
      for step in 1...20 {
        // The title has the window laid out, and the grid lays itself out, in the same frame.
        window.header.fileName.text = String(repeating: "x", count: step)
        window.grid.change { _ = $0.scroll(by: step.isMultiple(of: 5) ? -900 : 700) }
        frame(window)
      }
    }
  }

  func testCellsFollowTheSizeOfTheWindow() throws {
    try withDocument(pages: 400) { window in
      window.commands.showsGrid = true
      wait(for: "cells") { window.grid.isMapped && !window.grid.visibleCells.isEmpty }
      for (width, height) in [(500, 700), (900, 400), (620, 620)] {
        let before = window.grid.model.viewSize
        window.setDefaultSize(width: width, height: height)
        wait(for: "size") { window.grid.model.viewSize != before }
        wait(for: "cells") {
          window.grid.visibleCells.count == window.grid.model.visibleCells.count
            && window.grid.visibleCells.allSatisfy { $0.cell.isMapped && $0.cell.width > 0 }
        }
      }
    }
  }
}
