import Foundation
import GTKKit
import Postil
import PostilViewer

extension CanvasInput {
  /// How far a notch of the wheel goes, in units.
  private static let notch = 60.0
  /// How far one must scroll beyond the edge of a page to go to the next, in units.
  private static let turningPoint = 60.0

  func connectScroll() {
    scroll.onScroll { [weak self] dx, dy in
      guard let self else { return false }
      Trace.shared?.note(.scroll, scroll.event)
      if scroll.modifiers.contains(.control) {
        session.viewport.zoom(by: exp2(-dy * (scroll.isSmooth ? 0.01 : 0.25)), about: ViewPoint(pointer))
      } else {
        let unit = scroll.isSmooth ? 1 : Self.notch
        let isSideways = scroll.modifiers.contains(.shift)
        scrolled(-(isSideways ? dy : dx) * unit, -(isSideways ? 0 : dy) * unit)
      }
      return true
    }
  }

  private func scrolled(_ dx: Double, _ dy: Double) {
    let rest = session.viewport.pan(dx: dx, dy: dy)
    guard session.viewport.displayMode == .singlePage, rest.dy != 0, rest.dy == dy else {
      return overscroll = 0
    }
    overscroll = overscroll * rest.dy < 0 ? rest.dy : overscroll + rest.dy
    guard abs(overscroll) >= Self.turningPoint else { return }
    overscroll = 0
    let index = session.viewport.currentIndex
    if dy < 0 {
      session.viewport.goToNext()
    } else if index > 0 {
      session.viewport.go(to: index - 1, arriving: .bottom)
    }
  }

  // MARK: - The keyboard

  func connectKeys() {
    keys.onPress { [weak self] in self?.pressed($0) ?? false }
    // The release of the key goes to the widget that has the focus by then.
    focus.onLeave { [weak self] in
      self?.isSpaceHeld = false
      self?.forgetPointers()
    }
    keys.onRelease { [weak self] key in
      if key == KeyController.key("space") { self?.isSpaceHeld = false }
      if key == KeyController.key("Shift_L") || key == KeyController.key("Shift_R") {
        self?.session.drawing.isConstrained = false
      }
    }
  }

  private func pressed(_ key: Int) -> Bool {
    if pressedForRuler(key) { return true }
    if !keys.modifiers.contains(.alt), pressedWithCaret(key) || resizedSelection(key) { return true }
    guard keys.modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    if pressedInForm(key) || pressedWhileSelecting(key) { return true }
    let page = session.viewport.viewSize.height * 0.9
    switch key {
    case KeyController.key("Escape"): return escape()
    case KeyController.key("Shift_L"), KeyController.key("Shift_R"):
      session.drawing.isConstrained = true
      return false
    case KeyController.key("space"): isSpaceHeld = true
    case KeyController.key("Page_Down"): scrolled(0, -page)
    case KeyController.key("Page_Up"): scrolled(0, page)
    case KeyController.key("Down"): scrolled(0, -Self.notch)
    case KeyController.key("Up"): scrolled(0, Self.notch)
    case KeyController.key("Left"): goSideways(Self.notch)
    case KeyController.key("Right"): goSideways(-Self.notch)
    case KeyController.key("Home"): session.viewport.go(to: 0)
    case KeyController.key("End"): session.viewport.go(to: session.viewport.pages.count - 1)
    default: return false
    }
    return true
  }

  /// Pans, and at the edge of a single page goes to the one beside it.
  private func goSideways(_ dx: Double) {
    let rest = session.viewport.pan(dx: dx, dy: 0)
    guard session.viewport.displayMode == .singlePage, rest.dx == dx else { return }
    if dx < 0 { session.viewport.goToNext() } else { session.viewport.goToPrevious() }
  }

  private func escape() -> Bool {
    guard mode != .none else { return false }
    cancel()
    return true
  }
}
