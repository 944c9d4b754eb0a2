import Observation

/// A search through a document: matches as they are found, and the selected one.
///
/// ``find(_:)`` may be called with every key: it cancels the search before. It begins at the current page, wraps
/// around, and reveals the first match; ``next()`` and ``previous()`` go on from there and wrap around too. Matches
/// follow pages that are moved; inserted pages are searched.
@MainActor @Observable public final class DocumentSearch {
  /// The text that is searched for.
  public internal(set) var text = ""
  /// How texts are compared.
  public var options: SearchOptions = [.ignoringCase, .ignoringDiacritics] {
    didSet { if oldValue != options { start(text) } }
  }
  /// The index of the selected match among all matches, in the order of the document.
  public internal(set) var currentIndex: Int?
  /// The progress of the search, 0…1.
  public internal(set) var progress = 0.0
  /// Whether the search is running.
  public internal(set) var isSearching = false
  /// Whether the search ended early, at ``matchLimit`` matches.
  public internal(set) var isCutShort = false
  /// The number of matches at which the search ends; the page that reaches it is still searched to its end.
  @ObservationIgnored public var matchLimit = 10_000

  var found = MatchIndex()
  var unreadable: Set<PageID> = []
  /// The selected match: its page, the page's index, and its index among the page's matches.
  @ObservationIgnored var selected: (page: PageID, place: Int, offset: Int)?
  @ObservationIgnored var searched: Set<PageID> = []
  /// Whether pages were inserted since the running search began.
  @ObservationIgnored var hasOtherPages = false
  @ObservationIgnored var task: Task<Void, Never>?
  let editor: DocumentEditor
  let viewer: PageViewer

  init(_ editor: DocumentEditor, _ viewer: PageViewer) {
    (self.editor, self.viewer) = (editor, viewer)
  }

  deinit { task?.cancel() }

  /// How many pages could not be searched.
  public var unreadablePages: Int { unreadable.count { found.place(of: $0) != nil } }

  /// How many matches were found so far.
  public var matchCount: Int { found.count }

  /// The matches so far, in the present order of the pages, which ``Postil/TextMatch/pageIndex`` follows. O(matches).
  public var matches: [TextMatch] { found.all }

  /// The selected match. It stays selected when pages are moved; when its page is removed, the next match is selected.
  /// O(pages with matches).
  public var current: TextMatch? { currentIndex.flatMap(found.match) }

  /// The matches on a page. O(matches on the page).
  public func matches(on page: PageID) -> [TextMatch] { found[page] }

  /// Searches for a text. White space alone cancels the search.
  public func find(_ text: String) {
    if text != self.text { start(text) }
  }

  /// Cancels the search and clears the matches.
  public func reset() { start("") }

  /// Searches for the same text again. Pages that took too long to read, or crashed what read them, are read again
  /// (``Postil/PDFDocument/retryReading(_:)``).
  public func restart() {
    editor.document?.retryReading()
    start(text)
  }

  /// Selects the next match, wrapping around.
  public func next() { step(1) }

  /// Selects the previous match, wrapping around.
  public func previous() { step(-1) }

  private func step(_ distance: Int) {
    guard matchCount > 0 else { return }
    let now = currentIndex ?? (distance > 0 ? -1 : 0)
    select((now + distance + matchCount) % matchCount)
    revealCurrent()
  }

  /// Brings the selected match into view.
  func revealCurrent() {
    guard let current, !current.rects.isEmpty else { return }
    viewer.reveal(.union(of: current.rects), on: current.page)
  }

  func select(_ index: Int) {
    guard let match = found.match(at: index) else { return (currentIndex, selected) = (nil, nil) }
    currentIndex = index
    selected = (match.page, match.pageIndex, index - found.count(before: match.pageIndex))
  }

  // MARK: - Pages

  /// Sets the pages of the document and their order.
  func setPages(_ pages: [PageID]) {
    guard task != nil || !searched.isEmpty else { return }
    found.setPages(pages)
    if let (page, place, offset) = selected {
      if let now = found.place(of: page) {
        select(found.count(before: now) + offset)
      } else {
        select(min(found.count(before: place), matchCount - 1))
      }
    }
    hasOtherPages = true
    if !isSearching, !isCutShort { continueSearch() }
  }
}
