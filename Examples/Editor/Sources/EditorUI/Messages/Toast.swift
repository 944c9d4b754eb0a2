import GTKKit

/// A short notice, with an optional button; it is hidden after 6 seconds.
final class Toast: Revealer {
  private let label = Label()
  private let button = Button("")
  private var action: () -> Void = {}
  private var hiding: Task<Void, Never>?

  init() {
    label.wraps = true
    label.maximumLetters = 40
    label.expandsWidth = true
    let row = Box(.horizontal, spacing: 12, [label, button])
    row.setClass("toast")
    super.init(row, from: .bottom)
    (alignX, alignY) = (.center, .end)
    setMargins(bottom: 16, start: 16, end: 16)
    button.onClick { [unowned self] in
      hide()
      action()
    }
    WidgetNames.name(button, "toast")
    on("destroy") { [unowned self] in hiding?.cancel() }
  }

  /// Shows a text for 6 seconds.
  func show(_ text: String, button title: String? = nil, action: @escaping () -> Void = {}) {
    label.text = text
    button.text = title ?? ""
    button.isVisible = title != nil
    self.action = action
    isRevealed = true
    hiding?.cancel()
    hiding = Task { [weak self] in
      try? await Task.sleep(for: .seconds(6))
      if !Task.isCancelled { self?.hide() }
    }
  }

  /// The text; `nil` while it is hidden.
  var text: String? { isRevealed ? label.text : nil }

  /// Hides it.
  func hide() {
    hiding?.cancel()
    isRevealed = false
  }
}
