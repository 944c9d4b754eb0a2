import GTKKit
import Postil
import PostilViewer

/// What the pointer and the keyboard do in the form.
extension CanvasInput {
  /// The form field at a point, if a click goes there: without a tool, or with one that selects and nothing above the field.
  func field(at point: ViewPoint) -> FormWidget? {
    guard !isSpaceHeld, session.palette.selection == nil || selects else { return nil }
    if selects, session.selection.target(at: point) != .nothing { return nil }
    return session.formFilling.widget(at: point)
  }

  /// Focuses a field, and toggles it if it is a button.
  func click(_ field: FormWidget) {
    canvas.formEntry.selectsAll = false
    if !session.formFilling.click(field) { returnKeyboard() }
  }

  /// Lets typing go on in a field that does not take what was entered.
  func returnKeyboard() {
    guard session.formFilling.entry != nil else { return }
    canvas.formEntry.selectsAll = false
    canvas.formEntry.takeKeyboard()
  }

  /// The name of the cursor over a form field; `nil` if there is none below the pointer.
  var hoveredFieldLook: String? {
    guard let hovered, let widget = field(at: ViewPoint(hovered)),
      let field = session.formFilling.form?[widget.name]
    else { return nil }
    return !field.isFillable ? "default" : field.kind == .text ? "text" : "pointer"
  }

  /// Handles a key that is for the form. Returns whether it is one.
  func pressedInForm(_ key: Int) -> Bool {
    let filling = session.formFilling
    // With annotations selected the key goes to the next of those.
    if session.selection.isEmpty {
      if key == KeyController.key("Tab") { return filling.focusNext(1) }
      if key == KeyController.key("ISO_Left_Tab") { return filling.focusNext(-1) }
    }
    guard filling.focus != nil else { return false }
    let kind = filling.focusedField?.kind
    switch key {
    case KeyController.key("space"), KeyController.key("Return"), KeyController.key("KP_Enter"):
      return filling.activate()
    case KeyController.key("Escape"): filling.cancel()
    case KeyController.key("F4") where kind == .comboBox: filling.setListOpen(true)
    case KeyController.key("Down") where kind == .comboBox: filling.setListOpen(true)
    case KeyController.key("Down") where kind == .radioButtons,
      KeyController.key("Right") where kind == .radioButtons:
      return filling.selectNextButton(1)
    case KeyController.key("Up") where kind == .radioButtons,
      KeyController.key("Left") where kind == .radioButtons:
      return filling.selectNextButton(-1)
    // Not for the whole page.
    case KeyController.key("Delete"), KeyController.key("KP_Delete"), KeyController.key("BackSpace"):
      filling.clear()
    default:
      guard kind == .comboBox, let character = KeyController.character(key) else { return false }
      return filling.findOption(typing: String(character), at: MainLoop.now)
    }
    return true
  }
}
