import CGTK

/// A question or a message in a window of its own.
///
/// It is made of what all versions of GTK 4 have: GtkMessageDialog is deprecated since 4.10, and GtkAlertDialog, which replaces
/// it, has no style for a destructive button.
public enum MessageDialog {
  /// A button of the question.
  public struct Choice: Sendable {
    /// The text on it.
    public var text: String
    /// How it looks.
    public var look: Look

    /// How a button looks.
    public enum Look: Sendable {
      /// Like any other.
      case normal
      /// The most likely choice, which Return presses.
      case suggested
      /// Something is lost by it.
      case destructive
    }

    /// Makes a button.
    public init(_ text: String, _ look: Look = .normal) {
      self.text = text
      self.look = look
    }
  }

  /// Asks, and returns the place of the button that was pressed in `choices`; `nil` if the window was closed.
  public static func ask(
    _ title: String, detail: String? = nil, choices: [Choice], over parent: Window
  ) async -> Int? {
    let dialog = AlertWindow(title, detail, over: parent)
    let answer = await dialog.ask(choices)
    dialog.destroy()
    return answer
  }
}

private final class AlertWindow: Window {
  private let content = Box(.vertical, spacing: 12)

  init(_ title: String, _ detail: String?, over parent: Window) {
    super.init(borrowing: cgtk_new_alert())
    self.title = title
    makeDialog(of: parent)
    isResizable = false
    setClass("message")
    content.margin = 24
    add(title, look: "title-4")
    if let detail { add(detail, look: "body") }
    setContent(content)
  }

  private func add(_ text: String, look: String) {
    let label = Label(text)
    label.setClass(look)
    label.wraps = true
    label.centerLines()
    label.maximumLetters = 50
    content.append(label)
  }

  /// Shows it, and waits for a button or for its end.
  func ask(_ choices: [MessageDialog.Choice]) async -> Int? {
    await waitForAnswer { answer in
      let row = Box(.horizontal, spacing: 12)
      row.isHomogeneous = true
      row.setMargins(top: 12)
      for (place, choice) in choices.enumerated() {
        row.append(button(choice) { answer(place) })
      }
      content.append(row)
    }
  }

  private func button(_ choice: MessageDialog.Choice, _ action: @escaping @MainActor () -> Void) -> Button {
    let button = Button(choice.text)
    button.expandsWidth = true
    button.onClick(action)
    switch choice.look {
    case .normal: break
    case .suggested:
      button.setClass("suggested-action")
      setDefaultButton(button)
    case .destructive: button.setClass("destructive-action")
    }
    return button
  }
}
