import GTKKit
import PostilViewer

/// What went wrong, what is safe, and buttons for what can be done.
final class MessageBar: Revealer {
  private let session: ViewerSession
  private let content = MessageContent()
  /// Called for what needs to be asked first: a file or a password.
  var onAsk: (ViewerMessage.Action) -> Void = { _ in }
  /// Called when the window is to be closed although that loses changes.
  var onDiscard: () -> Void = {}
  /// Whether there is a way to close without saving, because saving on closing failed.
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
    // What cannot be opened has the whole window.
    let message = session.message
    isRevealed = message != nil
    if let message {
      content.show(message, offersDiscard: offersDiscard)
    } else {
      offersDiscard = false
    }
  }
}
