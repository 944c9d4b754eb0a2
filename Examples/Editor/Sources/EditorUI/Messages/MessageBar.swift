import GTKKit
import PostilViewer

/// What went wrong, what is safe, and buttons for what can be done.
final class MessageBar: Revealer {
  private let session: ViewerSession
  private let content = MessageContent()
  /// Called for actions that need a file or a password from the user.
  var onAsk: (ViewerMessage.Action) -> Void = { _ in }
  /// Called when the window is to be closed although that loses changes.
  var onDiscard: () -> Void = {}
  /// Whether to offer closing without saving, after saving on closing failed.
  var offersDiscard = false { didSet { if offersDiscard != oldValue { follow() } } }

  init(_ session: ViewerSession) {
    self.session = session
    let frame = Box(.vertical, [content])
    frame.setClass("message")
    super.init(frame, from: .top)
    content.onAction = { [unowned self] action in
      if action == .dismiss { offersDiscard = false }
      if !session.perform(action) { onAsk(action) }
    }
    content.onDiscard = { [unowned self] in onDiscard() }
    observe { [unowned self] in follow() }
  }

  private func follow() {
    // Errors of opening a file are shown by `FailedPage`, in the whole window.
    let message = session.message
    isRevealed = message != nil
    if let message {
      content.show(message, offersDiscard: offersDiscard)
    } else {
      offersDiscard = false
    }
  }
}
