import GTKKit
import Postil
import PostilViewer

/// The options of a combo box or a list box, with a mark at those that are chosen. A click, or the space bar, chooses one.
final class OptionList: ScrolledWindow {
  let list = ListView { OptionRow() }
  private let filling: FormFilling
  private var shown: FormEntry?

  init(_ filling: FormFilling) {
    self.filling = filling
    super.init(list)
    setClass("options")
    list.activatesOnClick = true
    list.onBind = { [unowned self] row, index in
      guard let entry = shown, entry.field.options.indices.contains(index) else { return }
      let option = entry.field.options[index]
      (row as? OptionRow)?.show(option.label, isChosen: entry.isChosen(option))
      WidgetNames.name(row, "form.option.\(index)")
    }
    list.onActivate { [unowned filling] in filling.choose($0) }
  }

  /// Shows the options of a field, and which of them are chosen.
  func show(_ entry: FormEntry) {
    let isOther = shown?.field.options != entry.field.options || shown?.widget != entry.widget
    shown = entry
    if isOther { list.replace(0..<list.count, with: entry.field.options.count) }
    list.rebind()
  }

  /// Moves the keyboard focus to the first option that is chosen.
  func takeKeyboard() {
    list.scroll(to: shown?.chosenIndex ?? 0, grabsFocus: true)
    if !list.containsFocus { list.grabFocus() }
  }

  /// Chooses the option with the keyboard focus.
  func chooseFocused() {
    if let index = list.focusedIndex { filling.choose(index) }
  }
}

/// An option.
private final class OptionRow: Box {
  private let mark = Image(icon: "object-select-symbolic")
  private let label = Label()

  init() {
    super.init(.horizontal, spacing: 6)
    setClass("option")
    label.textAlignment = 0
    label.shortensEnd()
    append(mark)
    append(label)
  }

  func show(_ text: String, isChosen: Bool) {
    label.text = text
    mark.opacity = isChosen ? 1 : 0
    setAccessibleLabel(text)
    setAccessibleDescription(isChosen ? tr("Chosen") : "")
  }
}
