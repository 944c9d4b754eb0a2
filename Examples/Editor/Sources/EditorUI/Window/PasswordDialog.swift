import GTKKit

/// Asks for the password of a file that is not to be opened in a window.
final class PasswordDialog: Window {
  private let field = PasswordField(password: tr("Password"))
  private let cancel = Button(tr("Cancel"))
  private let insert: Button

  /// Asks for a password; `nil` if none was given.
  ///
  /// - Parameter button: What is done with the file.
  static func ask(
    _ fileName: String, isRefused: Bool, button: String = tr("Insert"), over parent: Window
  ) async -> String? {
    let dialog = PasswordDialog(fileName, isRefused, button, over: parent)
    let answer = await dialog.ask()
    dialog.destroy()
    return answer
  }

  private init(_ fileName: String, _ isRefused: Bool, _ button: String, over parent: Window) {
    insert = Button(button)
    super.init()
    title = tr("Password")
    makeDialog(of: parent)
    let heading = Label(tr("“%1” is protected by a password", fileName))
    heading.setClass("heading")
    let refused = Label(tr("That is not the password. Check capital letters and the layout of the keyboard."))
    refused.setClass("error")
    refused.isVisible = isRefused
    for label in [heading, refused] {
      label.wraps = true
      label.centerLines()
      label.maximumLetters = 40
    }
    field.nameInside(tr("Password"))
    WidgetNames.name(field, "dialog.password")
    for button in [cancel, insert] { button.expandsWidth = true }
    insert.setClass("suggested-action")
    let buttons = Box(.horizontal, spacing: 12, [cancel, insert])
    buttons.isHomogeneous = true
    let content = Box(.vertical, spacing: 12, [heading, field, refused, buttons])
    content.margin = 24
    setContent(content)
  }

  private func ask() async -> String? {
    await waitForAnswer { answer in
      let give = { @MainActor [unowned self] in if !field.text.isEmpty { answer(field.text) } }
      field.onActivate(give)
      insert.onClick(give)
      cancel.onClick { answer(nil) }
      field.grabFocus()
    }
  }
}
