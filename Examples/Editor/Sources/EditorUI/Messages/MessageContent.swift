import GTKKit
import PostilViewer

/// The texts of a message and its buttons.
final class MessageContent: Box {
  let title = Label()
  let advice = Label()
  private let detail = Label()
  private let more: Expander
  private var buttons = FlowRow(spacing: 8)
  private let isCentred: Bool
  /// Whether it has a button to close it.
  private let isDismissible: Bool
  private var shown: (message: ViewerMessage, offersDiscard: Bool)?
  /// Called when a button was pressed.
  var onAction: (ViewerMessage.Action) -> Void = { _ in }
  /// Called when the window is to be closed although that loses changes.
  var onDiscard: () -> Void = {}

  /// - Parameters:
  ///   - isCentred: Whether everything is centred, as on a page of its own.
  ///   - isDismissible: Whether it has a button to close it.
  init(isCentred: Bool = false, isDismissible: Bool = true) {
    (self.isCentred, self.isDismissible) = (isCentred, isDismissible)
    more = Expander(tr("Details"), detail)
    super.init(.vertical, spacing: 6)
    margin = 12
    title.setClass("heading")
    for label in [title, advice, detail] {
      label.wraps = true
      label.breaksWords()
      label.textAlignment = isCentred ? 0.5 : 0
      if isCentred { label.centerLines() }
    }
    if isCentred { more.alignX = .center }
    detail.isSelectable = true
    detail.setClass("dim-label")
    for child in [title, advice, more] { append(child) }
    append(buttons)
  }

  /// Shows a message.
  func show(_ message: ViewerMessage, offersDiscard: Bool = false) {
    guard shown?.message != message || shown?.offersDiscard != offersDiscard else { return }
    shown = (message, offersDiscard)
    title.text = message.title { tr($0) }
    advice.text = message.advice { tr($0) }
    detail.text = message.detail
    more.isVisible = !message.detail.isEmpty
    more.isOpen = false
    remove(buttons)
    buttons = FlowRow(spacing: 8)
    let actions = message.actions.filter { isDismissible || $0 != .dismiss }
    for (place, action) in actions.enumerated() {
      // "Close" closes the message: beside a button that closes the window it would be ambiguous.
      let label = action == .dismiss && offersDiscard ? tr("Cancel") : tr(action.label)
      add(action, label, isFirst: place == 0)
    }
    if offersDiscard { addDiscard() }
    if isCentred { buttons.alignX = .center }
    append(buttons)
  }

  private func add(_ action: ViewerMessage.Action, _ label: String, isFirst: Bool) {
    let button = Button(label)
    if isFirst, action != .dismiss { button.setClass("suggested-action") }
    button.onClick { [unowned self] in onAction(action) }
    WidgetNames.name(button, "message.\(action.rawValue)")
    buttons.add(button)
  }

  private func addDiscard() {
    let button = Button(tr("Close Without Saving"))
    button.setClass("destructive-action")
    button.onClick { [unowned self] in onDiscard() }
    WidgetNames.name(button, "message.discard")
    buttons.add(button)
  }
}
