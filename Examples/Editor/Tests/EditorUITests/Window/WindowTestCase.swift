import EditorTestSupport
import Foundation
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

/// A test with a window of the editor.
@preconcurrency @MainActor
class WindowTestCase: GTKTestCase {
  private static var isLoaded = false

  /// Does something with a window, which is then destroyed.
  func withWindow(
    _ session: ViewerSession, width: Int = 800, height: Int = 600, _ body: (EditorWindow) throws -> Void
  ) rethrows {
    if !Self.isLoaded { Resources.load() }
    Self.isLoaded = true
    let window = EditorWindow(nil, session: session)
    window.setDefaultSize(width: width, height: height)
    window.present()
    wait(for: "window") { window.width > 0 }
    defer { if window.isVisible { window.destroy() } }
    try body(window)
  }

  /// Does something with a window that shows pages.
  func withDocument(
    pages: Int = 3, width: Int = 800, height: Int = 600, _ body: (EditorWindow) throws -> Void
  ) throws {
    try withWindow(sampleSession(pages), width: width, height: height) { window in
      wait(for: "document") { window.pages.visibleName == "document" && window.document.canvas.width > 0 }
      // What there is to slide or fade has done so.
      wait(for: "canvas") { window.document.canvas.isMapped }
      try body(window)
    }
  }

  /// A session without a document, which remembers nothing.
  func emptySession() -> ViewerSession {
    var options = ViewerOptions()
    options.folders = nil
    options.opening.journalFolder = nil
    options.fileCheckInterval = nil
    options.rendering.previewFolder = nil
    return ViewerSession(options: options)
  }

  /// Draws a line over the current page.
  func draw(_ window: EditorWindow) {
    let session = window.session
    session.palette.selection = .line
    guard let page = session.viewport.visiblePages.first?.frame else { return XCTFail("There is no page.") }
    session.drawing.begin(at: PostilViewer.PenPoint(x: page.x + 20, y: page.y + 20))
    session.drawing.move(to: PostilViewer.PenPoint(x: page.x + 60, y: page.y + 40))
    session.drawing.finish()
    wait(for: "edit") { session.status.canUndo }
  }

  /// Waits until no frame was painted for some time.
  func waitForRest(of window: EditorWindow) {
    var last = MainLoop.now
    let connection = window.beforePaint { last = MainLoop.now }
    wait(for: "rest") { MainLoop.now - last > 0.4 }
    connection?.disconnect()
  }
}
