import GTKKit
import Postil
import PostilViewer

/// What the keyboard does while there is a caret in the text.
extension CanvasInput {
  /// Handles a key that is for the caret. Returns whether it is one.
  func pressedWithCaret(_ key: Int) -> Bool {
    let caret = session.caret
    // A field, and annotations that are selected, take the arrow keys before.
    guard caret.isActive, session.formFilling.focus == nil, session.selection.isEmpty else { return false }
    if let movement = movement(key) {
      caret.move(movement, extending: keys.modifiers.contains(.shift))
      return true
    }
    guard !keys.modifiers.contains(.control) else { return false }
    switch key {
    case KeyController.key("Return"), KeyController.key("KP_Enter"): return activateAtCaret()
    case KeyController.key("Menu"): onContextMenu(caretPlace)
    case KeyController.key("F10") where keys.modifiers.contains(.shift): onContextMenu(caretPlace)
    default: return false
    }
    return true
  }

  private func movement(_ key: Int) -> TextCaret.Movement? {
    let isFar = keys.modifiers.contains(.control)
    let isBackwards = session.caret.isRightToLeft
    switch key {
    case KeyController.key("Right"), KeyController.key("KP_Right"), KeyController.key("Left"),
      KeyController.key("KP_Left"):
      let isRight = key == KeyController.key("Right") || key == KeyController.key("KP_Right")
      let isNext = isRight != isBackwards
      return isFar
        ? (isNext ? .nextWord : .previousWord) : (isNext ? .nextCharacter : .previousCharacter)
    case KeyController.key("Down") where !isFar, KeyController.key("KP_Down") where !isFar: return .nextLine
    case KeyController.key("Up") where !isFar, KeyController.key("KP_Up") where !isFar: return .previousLine
    case KeyController.key("Home"), KeyController.key("KP_Home"): return isFar ? .documentStart : .lineStart
    case KeyController.key("End"), KeyController.key("KP_End"): return isFar ? .documentEnd : .lineEnd
    case KeyController.key("Page_Down") where !isFar: return .nextPage
    case KeyController.key("Page_Up") where !isFar: return .previousPage
    default: return nil
    }
  }

  /// Follows the link at the caret, or draws with the tool in hand: around the text that is selected, else where the caret is.
  private func activateAtCaret() -> Bool {
    if let link = session.caret.link, session.textSelection.isEmpty {
      onLink(link)
      return true
    }
    guard session.palette.selection != nil, !selects, let start = session.caret.frame else { return false }
    let areas = session.textSelection.page.map { page in
      session.textSelection.quads(on: page).compactMap { session.viewRect($0.bounds, on: page) }
    }
    let area = areas.flatMap { areas in areas.dropFirst().reduce(areas.first) { $0?.union($1) } } ?? start
    let (from, to) = (
      ViewPoint(x: area.x, y: area.y), ViewPoint(x: area.x + area.width, y: area.y + area.height)
    )
    guard session.drawing.begin(at: PenPoint(from)) else { return false }
    if areas?.isEmpty == false { session.drawing.move(to: PenPoint(to)) }
    session.drawing.finish()
    session.textSelection.clear()
    return true
  }

  /// Where a context menu is opened by a key.
  private var caretPlace: Point {
    session.caret.frame.map { Point(x: $0.x, y: $0.y + $0.height) }
      ?? Point(x: canvas.width / 2, y: canvas.height / 2)
  }
}
