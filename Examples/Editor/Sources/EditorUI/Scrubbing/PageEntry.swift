import GTKKit
import PostilViewer

/// The number of the current page and of all pages. Pressing it shows a text field to go to another page.
final class PageEntry: Stack {
  private let session: ViewerSession
  let button = Button("")
  let field = TextField()
  /// Called when the text field was closed, to return the keyboard focus.
  var onClose: () -> Void = {}
  private var shown: (now: Int, count: Int)?

  init(_ session: ViewerSession) {
    self.session = session
    super.init()
    add(button, named: "number")
    add(field, named: "entry")
    button.setClass("flat")
    button.setClass("numeric")
    button.hint(tr("Go to a page"), "Ctrl+L")
    field.nameInside(tr("Page number"))
    field.minimumLetters = 5
    field.maximumLetters = 5
    WidgetNames.name(button, "page")
    WidgetNames.name(field, "page.entry")
    connect()
    observe { [unowned self] in show(session.viewport.currentIndex + 1, of: session.pages.count) }
  }

  /// Called whenever the view is scrolled; does nothing if the numbers are the same.
  private func show(_ now: Int, of count: Int) {
    guard shown?.now != now || shown?.count != count else { return }
    shown = (now, count)
    button.text = tr("%1 / %2", grouped(now), grouped(count))
    button.setAccessibleLabel(tr("Page %1 of %2", grouped(now), grouped(count)))
  }

  private func connect() {
    button.onClick { [unowned self] in ask() }
    field.onActivate { [unowned self] in
      // Ignore separators of thousands, as in 1,321.
      let digits = field.text.filter { $0.isNumber }
      if let number = Int(digits), number > 0 { session.viewport.go(to: number - 1) }
      close()
    }
    field.addShortcut("Escape") { [unowned self] in
      close()
      return true
    }
    let focus = FocusController()
    focus.onLeave { [unowned self] in visibleName = "number" }
    field.add(focus)
  }

  /// Shows the text field.
  func ask() {
    guard !session.pages.isEmpty else { return }
    field.text = String(session.viewport.currentIndex + 1)
    visibleName = "entry"
    field.grabFocus()
    field.selectAll()
  }

  private func close() {
    visibleName = "number"
    onClose()
  }
}
