import GTKKit
import PostilViewer

/// Shows why a file could not be opened, and what can be done.
final class FailedPage: Box {
  let content = MessageContent(isCentred: true)

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    super.init(.vertical, spacing: 16)
    setClass("notice")
    (alignX, alignY) = (.center, .center)
    margin = 12
    let icon = Image(icon: "dialog-warning-symbolic", size: 64)
    icon.setClass("dim-label")
    append(icon)
    append(content)
    content.title.maximumLetters = 40
    content.advice.maximumLetters = 50
    content.onAction = { action in
      switch action {
      case .tryAgain, .reload, .enterPassword: session.reload()
      case .openAnother: commands.open()
      default: session.close()
      }
    }
  }

  /// Shows what went wrong.
  func show(_ message: ViewerMessage) { content.show(message) }
}
