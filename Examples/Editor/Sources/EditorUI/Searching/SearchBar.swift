import GTKKit
import PostilViewer

/// The search bar: a text field, the number of the selected match and of all, and buttons to select others.
final class SearchBar: Revealer {
  private let session: ViewerSession
  let field = SearchField(search: tr("Search in the document"))
  let count = Label()
  let previous = Button(icon: "go-up-symbolic", name: tr("Previous Match"))
  let next = Button(icon: "go-down-symbolic", name: tr("Next Match"))
  let mark = Button(icon: "postil-redaction-symbolic", name: tr("Mark All for Redaction"))
  private let progress = ProgressBar(name: tr("How much was searched"))
  /// Called when it was closed, to return the keyboard focus.
  var onClose: () -> Void = {}

  init(_ session: ViewerSession) {
    self.session = session
    field.nameInside(tr("Search in the document"))
    field.expandsWidth = true
    field.minimumLetters = 8
    count.setClass("dim-label")
    count.setClass("numeric")
    let row = Box(.horizontal, spacing: 6, [field, count, previous, next, mark])
    row.setMargins(top: 6, bottom: 6, start: 8, end: 8)
    progress.alignY = .end
    super.init(Overlay(row, [progress]), from: .top)
    setClass("search")
    previous.hint(tr("Previous Match"), "Ctrl+Shift+G")
    next.hint(tr("Next Match"), "Ctrl+G")
    mark.action = "win.redact-matches"
    connect()
    observe { [unowned self] in follow() }
    for (name, widget) in [
      ("entry", field), ("count", count), ("previous", previous), ("next", next), ("mark", mark),
    ] {
      WidgetNames.name(widget, "search.\(name)")
    }
  }

  private func connect() {
    let search = session.search
    field.onSearch { [unowned field] in search.find(field.text) }
    // Enter goes to the next match, or searches at once without waiting for the debounce delay.
    field.onActivate { [unowned self] in
      if search.text == field.text { search.next() } else { search.find(field.text) }
    }
    field.onNext { search.next() }
    field.onPrevious { search.previous() }
    field.onStop { [unowned self] in close() }
    addShortcut("Escape") { [unowned self] in
      close()
      return true
    }
    field.addShortcut("<Shift>Return") {
      search.previous()
      return true
    }
    previous.onClick { search.previous() }
    next.onClick { search.next() }
  }

  private func follow() {
    let search = session.search
    let isAsked = search.text.contains { !$0.isWhitespace }
    count.text = isAsked ? Self.text(search) : ""
    count.isVisible = isAsked
    field.setClass("error", isAsked && !search.isSearching && search.matchCount == 0)
    progress.isVisible = search.isSearching
    progress.fraction = search.progress
    for button in [previous, next] { button.isEnabled = search.matchCount > 0 }
    mark.isVisible = search.matchCount > 0
    count.tooltip =
      search.unreadablePages == 0
      ? nil
      : trn(
        "The text of %1 page could not be read.", "The text of %1 pages could not be read.",
        search.unreadablePages)
  }

  private static func text(_ search: DocumentSearch) -> String {
    guard search.matchCount > 0 else { return search.isSearching ? "…" : tr("Not found") }
    let total = grouped(search.matchCount) + (search.isCutShort ? "+" : "")
    return tr("%1 of %2", grouped((search.currentIndex ?? 0) + 1), total)
  }

  /// Shows it, and focuses its text field.
  func open() {
    isRevealed = true
    field.grabFocus()
    field.selectAll()
  }

  /// Ends the search and hides it.
  func close() {
    guard isRevealed else { return }
    isRevealed = false
    field.text = ""
    session.search.reset()
    onClose()
  }
}
