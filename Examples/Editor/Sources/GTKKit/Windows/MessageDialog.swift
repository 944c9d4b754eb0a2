import CGTK

/// A question or a message in a window of its own.
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
      /// It is what one probably wants.
      case suggested
      /// It loses something.
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
    _ title: String, detail: String? = nil, kind: InfoBar.Kind = .question, choices: [Choice],
    over parent: Window
  ) async -> Int? {
    let type = GtkMessageType(kind.rawValue)
    let dialog = Window(borrowing: cgtk_new_message_dialog(parent.c(), type, title, detail))
    for (place, choice) in choices.enumerated() {
      let button = gtk_dialog_add_button(dialog.c(), choice.text, Int32(place))
      switch choice.look {
      case .normal: break
      case .suggested:
        gtk_widget_add_css_class(button, "suggested-action")
        gtk_dialog_set_default_response(dialog.c(), Int32(place))
      case .destructive: gtk_widget_add_css_class(button, "destructive-action")
      }
    }
    let answer = await dialog.response()
    return choices.indices.contains(answer) ? answer : nil
  }
}

extension Window {
  /// Shows the dialog, and returns the number of the answer: one below 0 if it was closed.
  fileprivate func response() async -> Int {
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
      var waiting: CheckedContinuation<Int, Never>? = continuation
      on("response") { (answer: Int) in
        waiting?.resume(returning: answer)
        waiting = nil
      }
      on("destroy") {
        waiting?.resume(returning: -1)
        waiting = nil
      }
      present()
    }
    destroy()
    return answer
  }
}
