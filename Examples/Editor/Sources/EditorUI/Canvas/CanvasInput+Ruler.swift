import Foundation
import GTKKit
import Postil
import PostilViewer

/// The ruler by keyboard: Alt with the arrows moves it, with Page Up and Page Down turns it.
extension CanvasInput {
  /// Handles a key that is for the ruler. Returns whether it is one.
  func pressedForRuler(_ key: Int) -> Bool {
    guard session.drawing.ruler != nil, keys.modifiers.contains(.alt), !keys.modifiers.contains(.control)
    else {
      return false
    }
    let isFar = keys.modifiers.contains(.shift)
    let (step, turn) = (isFar ? 50.0 : 5, (isFar ? 15.0 : 1) / 180 * .pi)
    switch key {
    case KeyController.key("Left"): session.drawing.moveRuler(dx: -step, dy: 0)
    case KeyController.key("Right"): session.drawing.moveRuler(dx: step, dy: 0)
    case KeyController.key("Up"): session.drawing.moveRuler(dx: 0, dy: -step)
    case KeyController.key("Down"): session.drawing.moveRuler(dx: 0, dy: step)
    case KeyController.key("Page_Up"): session.drawing.turnRuler(by: -turn)
    case KeyController.key("Page_Down"): session.drawing.turnRuler(by: turn)
    default: return false
    }
    return true
  }
}
