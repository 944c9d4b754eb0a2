import GTKKit
import PostilViewer

/// Asks for the password of a document.
final class PasswordPage: Box {
  let field = PasswordField(password: tr("Password"))
  private let title = Label()
  let refused = Label(tr("That is not the password. Check capital letters and the layout of the keyboard."))
  private let session: ViewerSession

  init(_ session: ViewerSession) {
    self.session = session
    field.nameInside(tr("Password"))
    super.init(.vertical, spacing: 16)
    setClass("notice")
    (alignX, alignY) = (.center, .center)
    margin = 24
    let icon = Image(icon: "dialog-password-symbolic", size: 64)
    icon.setClass("dim-label")
    title.setClass("heading")
    refused.setClass("error")
    for label in [title, refused] {
      label.wraps = true
      label.breaksWords()
      label.centerLines()
      label.maximumLetters = 40
    }
    let open = Button(tr("Open"))
    let cancel = Button(tr("Cancel"))
    open.setClass("suggested-action")
    let buttons = Box(.horizontal, spacing: 12, [cancel, open])
    buttons.isHomogeneous = true
    for child in [icon, title, field, refused, buttons] { append(child) }
    open.onClick { [unowned self] in submit() }
    field.onActivate { [unowned self] in submit() }
    cancel.onClick { session.cancelOpening() }
    addShortcut("Escape") {
      session.cancelOpening()
      return true
    }
    for (name, widget) in [("entry", field), ("open", open), ("cancel", cancel)] as [(String, Widget)] {
      WidgetNames.name(widget, "password.\(name)")
    }
  }

  private func submit() {
    guard !field.text.isEmpty else { return }
    let password = field.text
    field.text = ""
    session.submit(password: password)
  }

  /// Shows which document it is, and whether a password was refused.
  func show(_ fileName: String, refusals: Int) {
    title.text = tr("“%1” is protected by a password", fileName)
    refused.isVisible = refusals > 0
    field.grabFocus()
  }
}
