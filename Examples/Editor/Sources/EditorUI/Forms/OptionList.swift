import GTKKit
import Postil
import PostilViewer

/// The options of a combo box or a list box, with a mark at those that are chosen. A click, or the space bar, chooses one;
/// typing its first letters finds it.
final class OptionList: ScrolledWindow {
  let list = ListView { OptionRow() }
  private let filling: FormFilling
  private let keys = KeyController()
  private var shown: FormEntry?
  /// The option that is to get the keyboard focus as soon as there is a row for it.
  private var awaited: Int?

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
      // It is no row of the list yet.
      if index == awaited { MainLoop.soon { [weak self] in self?.focusAwaited() } }
    }
    list.onActivate { [unowned filling] in filling.choose($0) }
    keys.phase = .capture
    keys.onPress { [unowned self] in pressed($0) }
    add(keys)
  }

  private func pressed(_ key: Int) -> Bool {
    guard keys.modifiers.isDisjoint(with: [.control, .alt]), let character = KeyController.character(key),
      !character.isWhitespace
    else { return false }
    return find(String(character))
  }

  private func find(_ text: String) -> Bool {
    guard filling.findOption(typing: text, at: MainLoop.now, from: awaited ?? list.focusedIndex) else {
      return false
    }
    focusFound()
    return true
  }

  /// Moves the keyboard focus to the option that was found by its letters.
  private func focusFound() {
    guard let found = filling.entry?.foundIndex else { return }
    awaited = found
    list.scroll(to: found)
    focusAwaited()
  }

  private func focusAwaited() {
    guard let index = awaited else { return }
    list.scroll(to: index, grabsFocus: true)
    if list.focusedIndex == index { awaited = nil }
  }

  /// Shows the options of a field, and which of them are chosen.
  func show(_ entry: FormEntry) {
    let isOther = shown?.field.options != entry.field.options || shown?.widget != entry.widget
    let isFound = entry.foundIndex != shown?.foundIndex
    shown = entry
    if isOther { list.replace(0..<list.count, with: entry.field.options.count) }
    list.rebind()
    if isFound, containsFocus { focusFound() }
  }

  /// Moves the keyboard focus to the option that was found, or else to the first that is chosen.
  func takeKeyboard() {
    awaited = filling.entry?.foundIndex ?? shown?.chosenIndex ?? 0
    focusAwaited()
    if !list.containsFocus { list.grabFocus() }
  }

  /// What the space bar does: goes on with the word that is typed, else chooses the option with the keyboard focus.
  func chooseFocused() {
    if find(" ") { return }
    if let index = awaited ?? list.focusedIndex { filling.choose(index) }
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
