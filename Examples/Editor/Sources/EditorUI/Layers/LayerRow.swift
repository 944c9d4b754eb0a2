import GTKKit
import PostilViewer

/// A layer with a box that is ticked while it is shown, or a heading.
final class LayerRow: Box {
  let check = CheckButton("")
  private let heading = Label()
  private var row: LayerList.Row?
  private var isShowing = false
  /// Called when it is to be shown or hidden.
  var onSwitch: (LayerList.Row.ID, Bool) -> Void = { _, _ in }

  init() {
    super.init(.horizontal)
    setClass("item")
    heading.setClass("heading")
    heading.textAlignment = 0
    heading.shortensEnd()
    for child in [check, heading] as [Widget] {
      child.expandsWidth = true
      append(child)
    }
    check.onToggle { [unowned self] in
      guard !isShowing, let row else { return }
      onSwitch(row.id, check.isActive)
    }
  }

  /// The name that it shows.
  var text: String { row?.name ?? "" }

  private func text(of refusal: LayerList.Refusal) -> String {
    switch refusal {
    case .locked: tr("The author of the document has locked this layer.")
    case .notSaved: tr("Save the document and open it again to switch this layer.")
    }
  }

  func show(_ row: LayerList.Row) {
    isShowing = true
    defer { isShowing = false }
    self.row = row
    let name = row.name.isEmpty ? tr("Layer without a name") : row.name
    (check.isVisible, heading.isVisible) = (!row.isHeading, row.isHeading)
    (check.text, heading.text) = (name, name)
    check.isActive = row.isShown
    check.isEnabled = row.refusal == nil
    // What is below a hidden layer can be switched, but is mostly not seen.
    check.opacity = row.isBelowHidden ? 0.6 : 1
    tooltip =
      row.refusal.map { text(of: $0) } ?? (row.isExclusive ? tr("Showing this layer hides others") : row.name)
    // Limit the indentation, to leave space for the text.
    setMargins(start: min(row.level, 8) * 14)
    setAccessibleTreeRow(name, level: row.level + 1, isExpanded: nil, isCurrent: false)
  }
}
