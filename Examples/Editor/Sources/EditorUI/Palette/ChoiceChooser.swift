import GTKKit
import PostilViewer

/// The control for a choice of a tool besides colours and widths: buttons for its options, or a text field.
final class ChoiceChooser: Box {
  let choice: ToolChoice
  private(set) var options: [(id: String, button: CheckButton)] = []
  private(set) var field: TextField?
  private var isShowing = false
  /// Called when the person chose: the id of an option, or the text.
  var onChoose: (String) -> Void = { _ in }

  init(_ choice: ToolChoice) {
    self.choice = choice
    super.init(.vertical, spacing: 4)
    let title = Label(tr(choice.name))
    title.textAlignment = 0
    append(title)
    setAccessibleLabel(tr(choice.name))
    if choice.options.isEmpty { addField() } else { addOptions() }
  }

  private func addOptions() {
    for option in choice.options {
      let button = CheckButton(tr(option.name))
      button.wrapText()
      if let first = options.first?.button { button.join(first) }
      button.onToggle { [unowned self, unowned button] in
        if !isShowing, button.isActive { onChoose(option.id) }
      }
      WidgetNames.name(button, "style.\(choice.id).\(option.id)")
      options.append((option.id, button))
      append(button)
    }
  }

  private func addField() {
    let field = TextField()
    field.nameInside(tr(choice.name))
    field.onChange { [unowned self, unowned field] in if !isShowing { onChoose(field.text) } }
    WidgetNames.name(field, "style.\(choice.id)")
    append(field)
    self.field = field
  }

  /// Shows what is chosen; no option if it is none of them.
  func show(_ value: String) {
    isShowing = true
    for option in options { option.button.isActive = option.id == value }
    field?.text = value
    isShowing = false
  }
}
