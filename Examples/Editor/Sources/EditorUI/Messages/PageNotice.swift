import GTKKit
import PostilViewer

/// Shows, in place of a page, why it cannot be shown.
final class PageNotice: Box {
  private let session: ViewerSession
  let content = MessageContent(isCentred: true, isDismissible: false)

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    self.session = session
    super.init(.vertical, [content])
    setClass("pagenotice")
    (alignX, alignY) = (.center, .center)
    margin = 12
    content.title.maximumLetters = 34
    content.advice.maximumLetters = 40
    content.onAction = { [unowned commands] action in
      switch action {
      case .tryAgain: session.pageDisplay.tryAgain()
      default: if !session.perform(action) { commands.ask(action) }
      }
    }
    observe { [unowned self] in follow() }
  }

  private func follow() {
    let message = session.pageMessage
    isVisible = message != nil
    if let message { content.show(message) }
  }
}
