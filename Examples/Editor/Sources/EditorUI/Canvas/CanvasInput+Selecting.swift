import Foundation
import GTKKit
import Postil
import PostilViewer

/// What the pointer and the keyboard do with a tool that selects.
extension CanvasInput {
  /// The longest time between the presses of a double or triple click, in seconds.
  private static let clickTime = 0.4
  /// The longest distance between them in each direction, in units.
  private static let clickDistance = 5.0

  /// Whether the current tool selects.
  var selects: Bool { session.palette.currentTool?.selects == true }
  /// Whether it does so with a loop.
  private var usesLasso: Bool { session.palette.selection == .lasso }

  /// Counts consecutive presses at a place, for double and triple clicks.
  func countPress(at point: Point) {
    let now = time
    let isNext =
      now - lastPress.time < Self.clickTime && abs(point.x - lastPress.point.x) < Self.clickDistance
      && abs(point.y - lastPress.point.y) < Self.clickDistance
    lastPress = (point, now, isNext ? lastPress.count + 1 : 1)
  }

  /// Begins to select. Returns whether there is something to select from: a page.
  func beginSelecting(at point: ViewPoint, _ modifiers: Modifiers) -> Bool {
    let (selection, text) = (session.selection, session.textSelection)
    let isExtending = modifiers.contains(.shift)
    guard session.viewport.visiblePage(at: point) != nil else {
      selection.clear()
      text.clear()
      return false
    }
    // A double click activates the annotation, unless it becomes a drag.
    activatesAt = lastPress.count == 2 && !isExtending ? point : nil
    let target = selection.target(at: point)
    if usesLasso { return beginLasso(at: point, target, modifiers) }
    switch target {
    case .annotation(let id, let page) where marksText(id, page, at: point) && !modifiers.contains(.alt):
      // A click selects the mark, a drag the text below it.
      markBelow = (point, isExtending)
      return beginSelectingText(at: point, extending: isExtending)
    case .handle, .annotation:
      text.clear()
      selection.press(at: point, extending: isExtending, below: modifiers.contains(.alt))
      mode = .selects
    // Until the text has been read, assume that there is some.
    case .nothing where text.isText(at: point) ?? true:
      return beginSelectingText(at: point, extending: isExtending)
    case .nothing:
      text.clear()
      selection.beginRubberBand(at: point, extending: isExtending)
      mode = .selects
    }
    return true
  }

  /// Takes hold of what is selected, or begins a loop around what is to be.
  private func beginLasso(at point: ViewPoint, _ target: AnnotationSelection.Target, _ modifiers: Modifiers)
    -> Bool
  {
    let (selection, isExtending) = (session.selection, modifiers.contains(.shift))
    session.textSelection.clear()
    mode = .selects
    if case .handle = target, selection.press(at: point) { return true }
    if !isExtending, selection.pressWithin(point) { return true }
    selection.beginLasso(at: point, extending: isExtending)
    return true
  }

  private func beginSelectingText(at point: ViewPoint, extending isExtending: Bool) -> Bool {
    if !isExtending { session.selection.clear() }
    let unit = TextUnit(rawValue: (lastPress.count - 1) % 3 + 1) ?? .character
    session.textSelection.press(at: point, by: unit, extending: isExtending && markBelow == nil)
    mode = .selectsText
    return true
  }

  /// Whether an annotation is a text markup or a link that is not selected and has text below it.
  private func marksText(_ id: AnnotationID, _ page: PageID, at point: ViewPoint) -> Bool {
    guard !session.selection.contains(id, on: page), session.textSelection.isText(at: point) == true,
      let annotation = session.contents.annotations(of: page).first(where: { $0.id == id })
    else { return false }
    return annotation.content.textMarkup != nil || annotation.content.link != nil
  }

  /// Continues selecting.
  func select(to point: ViewPoint, _ modifiers: Modifiers) {
    if let start = activatesAt,
      abs(start.x - point.x) + abs(start.y - point.y) > AnnotationSelection.clickDistance
    {
      activatesAt = nil
    }
    if mode == .selectsText {
      session.textSelection.drag(to: point)
    } else {
      session.selection.drag(to: point, constrained: modifiers.contains(.shift))
    }
  }

  /// Ends selecting.
  func endSelecting() {
    if mode == .selectsText {
      session.textSelection.release()
      if let (point, isExtending) = markBelow, session.textSelection.isEmpty {
        session.selection.press(at: point, extending: isExtending)
        session.selection.release()
      }
    } else {
      session.selection.release()
    }
    markBelow = nil
    if let activatesAt { activate(at: activatesAt) }
    activatesAt = nil
  }

  /// Cancels what is being selected or dragged.
  func cancelSelecting() {
    session.selection.cancelGesture()
    session.textSelection.release()
    (markBelow, activatesAt) = (nil, nil)
  }

  /// Selects and activates the annotation at a point, as a double click does.
  private func activate(at point: ViewPoint) {
    guard case .annotation(let id, let page) = session.selection.target(at: point) else { return }
    session.textSelection.clear()
    session.selection.select([id], on: page)
    _ = onActivate()
  }

  /// Selects the annotation that a context menu is opened on, unless it is selected already.
  func selectForMenu(at point: ViewPoint) {
    switch session.selection.target(at: point) {
    case .annotation(let id, let page) where !session.selection.contains(id, on: page):
      if session.textSelection.isEmpty { session.selection.select([id], on: page) }
    case .nothing: session.selection.clear()
    default: break
    }
  }

  // MARK: - The pointer

  /// The cursor while the current tool selects.
  var selectingLook: String {
    guard let hovered, session.viewport.visiblePage(at: ViewPoint(hovered)) != nil else { return "default" }
    let target = session.selection.target(at: ViewPoint(hovered))
    if usesLasso, case .handle = target {
    } else if usesLasso {
      return session.selection.isWithin(ViewPoint(hovered)) ? "move" : "crosshair"
    }
    switch target {
    case .handle(let handle): return handle.look
    case .annotation(let id, let page):
      if session.selection.contains(id, on: page) { return "move" }
      return marksText(id, page, at: ViewPoint(hovered)) ? "text" : "pointer"
    case .nothing: return session.textSelection.isText(at: ViewPoint(hovered)) == true ? "text" : "default"
    }
  }

  // MARK: - The keyboard

  /// Handles a key that is for the selection. Returns whether it is one.
  func pressedWhileSelecting(_ key: Int) -> Bool {
    guard selects else { return false }
    let selection = session.selection
    let step = keys.modifiers.contains(.shift) ? 10.0 : 1
    switch key {
    case KeyController.key("Left") where !selection.isEmpty: selection.nudge(dx: -step, dy: 0)
    case KeyController.key("Right") where !selection.isEmpty: selection.nudge(dx: step, dy: 0)
    case KeyController.key("Up") where !selection.isEmpty: selection.nudge(dx: 0, dy: -step)
    case KeyController.key("Down") where !selection.isEmpty: selection.nudge(dx: 0, dy: step)
    case KeyController.key("Delete"), KeyController.key("BackSpace"), KeyController.key("KP_Delete"):
      selection.delete()
    case KeyController.key("Tab"): return selectNext(1)
    case KeyController.key("ISO_Left_Tab"): return selectNext(-1)
    case KeyController.key("Return"), KeyController.key("KP_Enter"): return onActivate()
    case KeyController.key("Menu"): onContextMenu(menuPlace)
    case KeyController.key("F10") where keys.modifiers.contains(.shift): onContextMenu(menuPlace)
    default: return false
    }
    return true
  }

  /// Handles Control with an arrow, which moves the right or the lower edge of what is selected. Returns whether it is that.
  func resizedSelection(_ key: Int) -> Bool {
    guard selects, keys.modifiers.contains(.control), !session.selection.isEmpty else { return false }
    let step = keys.modifiers.contains(.shift) ? 10.0 : 1
    switch key {
    case KeyController.key("Left"): session.selection.resize(dx: -step, dy: 0)
    case KeyController.key("Right"): session.selection.resize(dx: step, dy: 0)
    case KeyController.key("Up"): session.selection.resize(dx: 0, dy: -step)
    case KeyController.key("Down"): session.selection.resize(dx: 0, dy: step)
    default: return false
    }
    return true
  }

  /// Selects the next annotation. After the last one the focus moves to the next widget.
  private func selectNext(_ distance: Int) -> Bool {
    guard let page = session.selection.page ?? session.viewport.currentPage else { return false }
    let all = session.contents.annotations(of: page)
    let last = distance > 0 ? all.last?.id : all.first?.id
    if all.isEmpty || session.selection.ids == [last].compactMap(\.self) {
      session.selection.clear()
      return false
    }
    session.selection.selectNext(distance)
    return true
  }

  /// The position of a context menu that is opened by a key.
  private var menuPlace: Point {
    if let frame = session.selection.frames.first {
      return Point(x: frame.x + frame.width, y: frame.y + frame.height)
    }
    return Point(x: canvas.width / 2, y: canvas.height / 2)
  }
}

extension SelectionHandle {
  /// The name of the cursor over it.
  fileprivate var look: String {
    let names = [
      ["nw-resize", "n-resize", "ne-resize"], ["w-resize", "crosshair", "e-resize"],
      ["sw-resize", "s-resize", "se-resize"],
    ]
    return names[dy + 1][dx + 1]
  }
}
