import GTKKit
import PostilViewer

/// The pane with the comments of the document, the replies to them, and filters.
final class CommentsPane: Box {
  private let session: ViewerSession
  let search = SearchField(search: tr("Search comments"))
  private let rows = Box(.vertical)
  private let summary = Label()
  let kinds: MenuButton
  let authors: MenuButton
  let thisPage = CheckButton(tr("This page only"))
  private var shown: [CommentList.Comment] = []
  /// The largest number of rows; filters lead to the other comments.
  private static let limit = 300

  init(_ session: ViewerSession) {
    self.session = session
    kinds = MenuButton(child: Label(tr("Kind")), name: tr("Kind"))
    authors = MenuButton(child: Label(tr("Author")), name: tr("Author"))
    super.init(.vertical)
    setClass("comments")
    setAccessibleLabel(tr("Comments"))
    setMinimumSize(width: 280)
    fill()
    connect()
  }

  private func fill() {
    search.setMargins(top: 6, start: 6, end: 6)
    append(search)
    let filters = Box(.horizontal, spacing: 4, [kinds, authors])
    filters.setMargins(top: 4, start: 6, end: 6)
    append(filters)
    thisPage.setMargins(top: 4, start: 6, end: 6)
    append(thisPage)
    summary.setClass("dim-label")
    summary.wraps = true
    summary.textAlignment = 0
    summary.setMargins(top: 6, bottom: 4, start: 10, end: 10)
    append(summary)
    let scrolled = ScrolledWindow(rows)
    scrolled.expandsHeight = true
    append(scrolled)
    WidgetNames.name(search, "comments.search")
    WidgetNames.name(kinds, "comments.kinds")
    WidgetNames.name(authors, "comments.authors")
    WidgetNames.name(thisPage, "comments.page")
  }

  private func connect() {
    search.onChange { [unowned self] in session.comments.filter.text = search.text }
    search.onStop { [unowned self] in search.text = "" }
    thisPage.onToggle { [unowned self] in
      session.comments.filter.page = thisPage.isActive ? session.viewport.currentPage : nil
    }
    observe { [unowned self] in followFilters() }
    observe { [unowned self] in followPage() }
    observe { [unowned self] in followComments() }
  }

  private var choicesShown:
    (kinds: [AnnotationContent.Kind], kind: AnnotationContent.Kind?, authors: [String], author: String?)?

  /// Offers the kinds and authors that occur.
  private func followFilters() {
    let list = session.comments
    let new = (kinds: list.kinds, kind: list.filter.kind, authors: list.authors, author: list.filter.author)
    if let choicesShown, choicesShown == new { return }
    choicesShown = new
    kinds.setPopover(
      choices([(tr("All Kinds"), nil)] + new.kinds.map { (tr($0.title), $0) }, new.kind) { [unowned self] in
        session.comments.filter.kind = $0
      })
    authors.setPopover(
      choices([(tr("All Authors"), nil)] + new.authors.map { ($0, $0) }, new.author) { [unowned self] in
        session.comments.filter.author = $0
      })
  }

  private func followPage() {
    let page = session.viewport.currentPage
    if thisPage.isActive, session.comments.filter.page != page { session.comments.filter.page = page }
  }

  /// A list of choices, one of which is made.
  private func choices<Value: Equatable>(
    _ all: [(name: String, value: Value?)], _ now: Value?, _ choose: @escaping (Value?) -> Void
  ) -> Popover {
    let column = Box(.vertical)
    var first: CheckButton?
    let scrolled = ScrolledWindow(column)
    scrolled.fitsContent(upTo: 400)
    let popover = Popover(scrolled)
    for choice in all {
      let button = CheckButton(choice.name)
      if let first { button.join(first) } else { first = button }
      button.isActive = choice.value == now
      button.onToggle { [unowned popover, unowned button] in
        guard button.isActive else { return }
        popover.popDown()
        choose(choice.value)
      }
      column.append(button)
    }
    return popover
  }

  private func followComments() {
    let list = session.comments
    let all = list.comments
    summary.text =
      list.isReading && all.isEmpty
      ? tr("Reading the comments…")
      : all.isEmpty
        ? (list.count == 0 ? tr("There are no comments.") : tr("No comment is like that."))
        : trn("%1 comment", "%1 comments", all.count)
    let wanted = Array(all.prefix(Self.limit))
    guard wanted != shown else { return }
    shown = wanted
    rows.removeAll()
    var page: PageID?
    for (place, comment) in wanted.enumerated() {
      if comment.page != page {
        page = comment.page
        let number = session.pages.firstIndex(of: comment.page).map { $0 + 1 } ?? 0
        let title = Label(tr("Page %1", grouped(number)))
        title.setClass("heading")
        title.textAlignment = 0
        title.setMargins(top: 8, start: 10)
        rows.append(title)
      }
      let row = CommentRow(comment, session)
      WidgetNames.name(row.button, "comment.\(place + 1)")
      if let field = row.reply { WidgetNames.name(field, "comment.\(place + 1).reply") }
      rows.append(row)
    }
  }
}
