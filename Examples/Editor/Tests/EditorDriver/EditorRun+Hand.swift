import Foundation

extension EditorRun {
  /// Where a widget is, once it is shown and can be used, and does not move any more.
  ///
  /// - Parameter isUsable: Whether it must be one that can be used now.
  package func widget(_ name: String, isUsable: Bool = true) throws -> EditorReport.Widget {
    var last: (widget: EditorReport.Widget, time: TimeInterval)?
    let report = try wait(for: "\(name), to be used") { report in
      guard let widget = report.places[name], !isUsable || widget.enabled != false else { return false }
      let now = ProcessInfo.processInfo.systemUptime
      if last?.widget != widget { last = (widget, now) }
      return last.map { now - $0.time > 0.12 } ?? false
    }
    guard let widget = report.places[name] else { throw TimeOut(description: "There is no \(name).") }
    return widget
  }

  /// Clicks on a widget.
  package func click(_ name: String) throws { try screen.click(widget(name).centre) }

  /// Clicks on a widget, and waits for what comes of it. A click that made no difference at all, or from whose
  /// place the widget has gone, is made again: on a slow machine the widgets may be laid out anew between the look at the report
  /// and the click.
  @discardableResult
  package func click(
    _ name: String, until what: String, _ condition: (EditorReport) -> Bool
  ) throws -> EditorReport {
    try click(until: what, condition) { try widget(name).centre }
  }

  /// The same for a place on the screen. A click while a popover closes is for that popover.
  @discardableResult
  package func click(
    until what: String, _ condition: (EditorReport) -> Bool, at place: () throws -> Place
  ) throws -> EditorReport {
    for _ in 0..<8 {
      let clicked = try place()
      try screen.click(clicked)
      let before = report
      if let found = try? wait(for: what, seconds: 30, until: condition) { return found }
      guard try report == before || place() != clicked else { break }
    }
    return try wait(for: what, until: condition)
  }

  /// Presses keys, and waits for what comes of it.
  @discardableResult
  package func press(
    _ keys: String, until what: String, _ condition: (EditorReport) -> Bool
  ) throws -> EditorReport {
    try screen.press(keys)
    return try wait(for: what, until: condition)
  }

  /// Opens the grid, and returns its cells once they are there.
  package func openGrid() throws -> [EditorReport.ScrollAnchor] {
    if try wait(for: "view", until: { _ in true }).shown != "grid" {
      try click("grid", until: "grid") { !$0.cells.isEmpty }
    }
    _ = try widget("pages")
    return try wait(for: "cells") { $0.isComplete && !$0.cells.isEmpty }.cells
  }

  /// Clicks on a page of the grid, from 1, perhaps while keys are held.
  package func clickPage(_ number: Int, holding key: String? = nil) throws {
    let cells = try openGrid()
    guard let cell = cells.first(where: { $0.page == number }) else {
      throw TimeOut(description: "Page \(number) is not in the grid.")
    }
    let click = "mousemove \(cell.centre) sleep 0.03 click 1"
    try screen.does(key.map { "keydown \($0) \(click) keyup \($0)" } ?? click)
  }

  /// Opens the grid, and drags a page before another, both from 1.
  package func movePage(_ page: Int, before other: Int) throws {
    try click("grid", until: "grid") { $0.cells.contains { $0.page == page } }
    _ = try widget("pages")
    let cells = try wait(for: "cells") { $0.isComplete }.cells
    guard let from = cells.first(where: { $0.page == page }),
      let to = cells.first(where: { $0.page == other })
    else { throw TimeOut(description: "There are no such pages in the grid.") }
    let end = Place(to.x + to.width * 0.2, to.centre.y)
    try screen.drag([from.centre, Place(from.centre.x - 20, from.centre.y), end, end])
    try wait(for: "moved page") { $0.undoName == "Move" }
  }

  /// Gives a path to the dialog that asks for a file.
  ///
  /// - Parameter next: The titles of the dialogs that come next.
  package func giveFile(_ file: URL, isNew: Bool = false, until next: [String] = []) throws {
    try wait(for: "dialog for a file") { !$0.dialogs.isEmpty }
    // Without a window manager the keys go to the window below the mouse.
    try screen.does("mousemove 300 200")
    try EditorDriver.wait(for: "quiet screen") { try screen.isQuiet() }
    // A new file has a name suggested, all of which goes; of another one is asked for its place.
    try screen.press(isNew ? "ctrl+a" : "ctrl+l")
    try EditorDriver.wait(for: "quiet screen") { try screen.isQuiet() }
    // What is typed key by key is completed meanwhile, and not always at its end.
    try screen.paste(file.path)
    try EditorDriver.wait(for: "quiet screen") { try screen.isQuiet() }
    try press("Return", until: "end of the dialog") { $0.dialogs == next }
  }

  // MARK: - The page in view

  /// Waits until all of the page is painted, and returns where it is.
  package func pageInView() throws -> PageInView {
    try wait(for: "painted page") { $0.isComplete && $0.settling == 0 && $0.places["currentPage"] != nil }
    return PageInView(frame: try widget("currentPage"), zoom: try wait(for: "zoom") { _ in true }.zoom)
  }

  /// Takes a tool in hand, or puts it down with an empty name.
  package func take(_ tool: String) throws {
    let now = try wait(for: "tool") { _ in true }.tool
    guard now != tool else { return }
    try click("tool.\(tool.isEmpty ? now : tool)", until: "\(tool) in hand") { $0.tool == tool }
  }

  /// Drags the tool in hand over places of the page, and waits until all of that is painted.
  package func draw(_ places: [Place], on page: PageInView) throws {
    let ends = places.map(page.onScreen)
    try screen.drag(ends, letsGo: false)
    try wait(for: "drawing") { $0.isDrawing }
    try screen.letGo()
    try wait(for: "end of drawing") { !$0.isDrawing && $0.settling == 0 && $0.isComplete && $0.canUndo }
  }
}

/// Where the current page is on the screen.
package struct PageInView {
  package let frame: EditorReport.Widget
  /// Pixels a point.
  package let zoom: Double

  /// The pixel that shows a place of the page, which is in points from its lower left corner as it is shown.
  package func onScreen(_ place: Place) -> Place {
    Place((frame.x + place.x * zoom).rounded(), (frame.y + frame.height - place.y * zoom).rounded())
  }
}
