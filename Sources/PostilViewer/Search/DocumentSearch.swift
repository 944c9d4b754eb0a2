import Observation

/// A search through a document: matches as they are found, and the one that is looked at.
///
/// ``find(_:)`` may be called with every key: the search before ends. It begins at the current page and goes around, and
/// shows the first match; ``next()`` and ``previous()`` go on from there, around the end. When pages are moved, what was
/// found follows; pages that come in are searched.
@MainActor @Observable public final class DocumentSearch {
  /// What is searched for.
  public internal(set) var text = ""
  /// What counts as the same.
  public var options: SearchOptions = [.ignoringCase, .ignoringDiacritics] {
    didSet { if oldValue != options { start(text) } }
  }
  /// The place of the match that is looked at among all that were found, in the order of the document, from 0.
  public internal(set) var currentIndex: Int?
  /// How much of the document was searched, 0…1.
  public internal(set) var progress = 0.0
  /// Whether more may be found.
  public internal(set) var isSearching = false
  /// Whether the search ended early, at ``matchLimit`` matches.
  public internal(set) var isCutShort = false
  /// How many matches are enough.
  @ObservationIgnored public var matchLimit = 10_000

  var found = MatchIndex()
  var unreadable: Set<PageID> = []
  /// The match that is looked at: its page, the place of that in the document, and which of the page's matches it is.
  @ObservationIgnored var selected: (page: PageID, place: Int, offset: Int)?
  @ObservationIgnored var searched: Set<PageID> = []
  /// Whether there may be pages that the search under way knows nothing of.
  @ObservationIgnored var hasOtherPages = false
  @ObservationIgnored var task: Task<Void, Never>?
  @ObservationIgnored weak var session: ViewerSession?

  init() {}

  deinit { task?.cancel() }

  /// How many pages could not be searched.
  public var unreadablePages: Int { unreadable.count { found.place(of: $0) != nil } }

  /// How many matches were found so far.
  public var matchCount: Int { found.count }

  /// What was found so far, in the order in which the pages are now, which ``Postil/TextMatch/pageIndex`` tells too.
  /// O(matches).
  public var matches: [TextMatch] { found.all }

  /// The match that is looked at. It stays the same when pages are moved; when its page goes, the next one takes its
  /// place. O(pages with matches).
  public var current: TextMatch? { currentIndex.flatMap(found.match) }

  /// The matches on a page. O(matches on the page).
  public func matches(on page: PageID) -> [TextMatch] { found[page] }

  /// Searches for a text. White space alone ends the search.
  public func find(_ text: String) {
    if text != self.text { start(text) }
  }

  /// Ends the search and forgets what was found.
  public func reset() { start("") }

  /// Searches for the same again.
  public func restart() { start(text) }

  /// Goes to the next match, from the last to the first.
  public func next() { step(1) }

  /// Goes to the match before, from the first to the last.
  public func previous() { step(-1) }

  private func step(_ distance: Int) {
    guard matchCount > 0 else { return }
    let now = currentIndex ?? (distance > 0 ? -1 : 0)
    select((now + distance + matchCount) % matchCount)
    if let match = current { session?.reveal(match) }
  }

  func select(_ index: Int) {
    guard let match = found.match(at: index) else { return (currentIndex, selected) = (nil, nil) }
    currentIndex = index
    selected = (match.page, match.pageIndex, index - found.count(before: match.pageIndex))
  }

  // MARK: - Pages

  /// Takes over another order of the pages, more or fewer of them.
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
    if !isSearching, !isCutShort { goOn() }
  }
}
