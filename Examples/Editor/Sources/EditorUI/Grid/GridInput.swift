import GTKKit
import PostilViewer

/// Handles the wheel, the mouse, touch and keys in a grid. A mouse selects with a click, opens with two and drags pages as soon as
/// it moves; a finger opens with a tap, scrolls, and drags or selects after a long press.
final class GridInput {
  private unowned let grid: GridView
  private let drag = DragGesture()
  private let scroll = ScrollController()
  private let keys = KeyController()
  private let focus = FocusController()
  private let click = ClickGesture()
  private let menuClick = ClickGesture(button: 3)
  private var isMouse = false
  private var start: ViewPoint?
  /// What a click with the mouse is to select.
  private var change = PageGrid.SelectionChange.only

  init(_ grid: GridView) {
    self.grid = grid
    connectDrag()
    connectKeys()
    scroll.onScroll { [unowned self, unowned grid] _, dy in
      let unit = scroll.isSmooth ? 1.0 : 80.0
      _ = grid.change { $0.scroll(by: dy * unit) }
      return true
    }
    focus.onEnter { [unowned grid] in grid.arrange() }
    focus.onLeave { [unowned grid] in grid.arrange() }
    connectClicks()
    for controller in [drag, click, menuClick, scroll, keys, focus] as [EventController] {
      grid.add(controller)
    }
  }

  private func connectClicks() {
    click.onRelease { [unowned self, unowned grid] count, point in
      guard count == 2, isMouse, change == .only else { return }
      grid.perform(grid.change { $0.open(at: ViewPoint(grid.mirrored(point))) })
    }
    menuClick.onPress { [unowned grid] _, point in
      grid.grabFocus()
      let place = ViewPoint(grid.mirrored(point))
      grid.change { model in
        guard let index = model.indexOfCell(at: place) else { return model.clearSelection() }
        if !model.selection.contains(model.pages[index]) { model.select(index) }
      }
      grid.onMenu(point)
    }
  }

  private func connectDrag() {
    drag.onBegin { [unowned self] point in
      grid.grabFocus()
      grid.fling.stop()
      let place = ViewPoint(grid.mirrored(point))
      start = place
      isMouse = drag.lastEvent?.device != .touch
      let modifiers = drag.modifiers
      change = modifiers.contains(.shift) ? .extend : modifiers.contains(.control) ? .toggle : .only
      grid.change { $0.press(at: place, time: MainLoop.now) }
    }
    drag.onMove { [unowned self] in move(by: $0) }
    drag.onEnd { [unowned self] offset in
      guard let start else { return }
      self.start = nil
      let end = place(start, offset)
      let isDragging = grid.model.isDragging
      if !isDragging { grid.fling.start(at: MainLoop.now) }
      grid.perform(grid.change { $0.release(at: end, selecting: isMouse ? change : nil) })
    }
    drag.onCancel { [unowned self] in cancel() }
  }

  private func move(by offset: Point) {
    guard let start else { return }
    let here = place(start, offset)
    let distance = (offset.x * offset.x + offset.y * offset.y).squareRoot()
    let tolerance = grid.model.metrics.tolerance
    grid.change {
      if isMouse, !$0.isDragging, distance > tolerance / 2 {
        // Beside the pages a mouse scrolls like a finger.
        if !$0.beginDrag(at: start) { $0.press(at: start, time: MainLoop.now) }
      }
      $0.moved(to: here, time: MainLoop.now)
    }
    if isMouse, grid.isOutsideWindow(here), grid.beginTransfer(drag) { self.start = nil }
    if !grid.model.isDragging { grid.fling.note(grid.model.scrollOffset, at: MainLoop.now) }
  }

  /// The position of the pointer in the model, whose layout is always left to right.
  private func place(_ start: ViewPoint, _ offset: Point) -> ViewPoint {
    ViewPoint(x: start.x + (grid.isRightToLeft ? -offset.x : offset.x), y: start.y + offset.y)
  }

  /// Cancels the gesture. Returns whether there was one.
  @discardableResult
  private func cancel() -> Bool {
    guard start != nil else { return false }
    start = nil
    grid.fling.stop()
    grid.change { $0.cancel() }
    return true
  }

  // MARK: - Keys

  private var directions: [(name: String, direction: GridDirection)] {
    let (left, right) = grid.isRightToLeft ? ("Right", "Left") : ("Left", "Right")
    return [(left, .left), (right, .right), ("Up", .up), ("Down", .down), ("Home", .first), ("End", .last)]
  }

  private func connectKeys() {
    keys.onPress { [unowned self] in pressed($0) }
  }

  private func pressed(_ key: Int) -> Bool {
    func isKey(_ names: String...) -> Bool { names.contains { KeyController.key($0) == key } }
    if isKey("Escape") { return cancel() || deselect() }
    if isKey("Return", "KP_Enter") {
      grid.perform(grid.change { $0.openFocused() })
      return true
    }
    if isKey("space") {
      grid.change { $0.toggleFocused() }
      return true
    }
    if isKey("Menu") || isKey("F10") && keys.modifiers.contains(.shift) {
      grid.onMenu(grid.menuPlace)
      return true
    }
    let page = grid.model.viewSize.height * 0.9
    if isKey("Page_Down") { return scrolled(page) }
    if isKey("Page_Up") { return scrolled(-page) }
    guard let found = directions.first(where: { KeyController.key($0.name) == key }) else {
      return false
    }
    if keys.modifiers.contains(.control) {
      grid.perform(grid.change { $0.moveFocused(found.direction) })
    } else {
      let extends = keys.modifiers.contains(.shift)
      grid.change { $0.moveFocus(found.direction, extends: extends) }
    }
    return true
  }

  private func deselect() -> Bool {
    guard !grid.model.selection.isEmpty else { return false }
    grid.change { $0.clearSelection() }
    return true
  }

  private func scrolled(_ distance: Double) -> Bool {
    _ = grid.change { $0.scroll(by: distance) }
    return true
  }
}
