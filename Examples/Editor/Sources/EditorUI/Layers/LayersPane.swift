import GTKKit
import PostilViewer

/// The layers of the document beside its pages, to be shown and hidden.
final class LayersPane: Box {
  private let session: ViewerSession
  private let summary = Label()
  let list = ListView { LayerRow() }
  let reset = Button(tr("As in the Document"))
  let keep = Button(tr("Keep in the Document"))
  private var shown: [LayerList.Row] = []
  /// Called to return the keyboard focus to the pages.
  var onClose: () -> Void = {}

  init(_ session: ViewerSession) {
    self.session = session
    super.init(.vertical)
    summary.text = tr("This document has no layers.")
    fill(tr("Layers"), summary: summary, list: list, bar: bar)
    WidgetNames.name(list, "layers.list")
    WidgetNames.name(reset, "layers.reset")
    WidgetNames.name(keep, "layers.keep")
    connect()
  }

  private var bar: Box {
    reset.tooltip = tr("Shows the layers that the document shows when it is opened")
    keep.tooltip = tr("Has the document show these layers when it is opened")
    for button in [reset, keep] { button.setClass("flat") }
    // One below the other: in other languages they are longer.
    let bar = Box(.vertical, spacing: 2, [reset, keep])
    bar.setClass("panebar")
    return bar
  }

  private func connect() {
    list.onBind = { [unowned self] in bind($0, $1) }
    list.onActivate { [unowned self] index in
      guard shown.indices.contains(index) else { return }
      session.layers.set(index, isShown: !shown[index].isShown)
    }
    reset.onClick { [unowned self] in session.layers.reset() }
    keep.onClick { [unowned self] in session.layers.keep() }
    addShortcut("Escape") { [unowned self] in
      onClose()
      return true
    }
    observe { [unowned self] in followRows() }
    observe { [unowned self] in
      let isSwitched = session.layers.isSwitched
      (reset.isEnabled, keep.isEnabled) = (isSwitched, isSwitched)
    }
  }

  /// Moves the keyboard focus to the list.
  func takeKeyboard() {
    if shown.isEmpty { list.grabFocus() } else { list.scroll(to: list.focusedIndex ?? 0, grabsFocus: true) }
  }

  private func bind(_ row: Widget, _ index: Int) {
    guard let row = row as? LayerRow, shown.indices.contains(index) else { return }
    row.show(shown[index])
    row.onSwitch = { [unowned self, unowned row] id, isShown in
      // What was refused looks as it is.
      if !session.layers.set(id, isShown: isShown), shown.indices.contains(id) { row.show(shown[id]) }
    }
    WidgetNames.name(row.check, "layer.\(index + 1)")
  }

  private func followRows() {
    let (old, new) = (shown.count, session.layers.rows)
    summary.isVisible = new.isEmpty
    guard new != shown else { return }
    shown = new
    if new.count != old { list.replace(0..<old, with: new.count) }
    list.rebind()
  }
}
