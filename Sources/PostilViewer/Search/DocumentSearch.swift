import Observation

/// A search through a document: matches as they are found, and the one that is looked at.
///
/// ``find(_:)`` may be called with every key: the search before ends. It begins at the current page and goes around, and
/// shows the first match; ``next()`` and ``previous()`` go on from there, around the end. When pages are moved, what was
/// found follows; pages that come in are searched.
@MainActor @Observable public final class DocumentSearch {
  /// What is searched for.
  public private(set) var text = ""
  /// What counts as the same.
  public var options: SearchOptions = [.ignoringCase, .ignoringDiacritics] {
    didSet { if oldValue != options { start(text) } }
  }
  /// The place of the match that is looked at among all that were found, in the order of the document, from 0.
  public private(set) var currentIndex: Int?
  /// How much of the document was searched, 0…1.
  public private(set) var progress = 0.0
  /// Whether more may be found.
  public private(set) var isSearching = false
  /// Whether the search ended early, at ``matchLimit`` matches.
  public private(set) var isCutShort = false
  /// How many matches are enough.
  @ObservationIgnored public var matchLimit = 10_000

  private var found = FoundMatches()
  private var unreadable: Set<PageID> = []
  /// The match that is looked at: its page, the place of that in the document, and which of the page's matches it is.
  @ObservationIgnored private var selected: (page: PageID, place: Int, offset: Int)?
  @ObservationIgnored private var searched: Set<PageID> = []
  /// Whether there may be pages that the search under way knows nothing of.
  @ObservationIgnored private var hasOtherPages = false
  @ObservationIgnored private var task: Task<Void, Never>?
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

  private func select(_ index: Int) {
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

  // MARK: - Searching

  private func start(_ text: String) {
    task?.cancel()
    (task, self.text, found, unreadable, searched, selected) = (nil, text, FoundMatches(), [], [], nil)
    (currentIndex, progress, isSearching, isCutShort) = (nil, 0, false, false)
    guard let session, session.document != nil else { return }
    found = FoundMatches(session.pages)
    let start = session.viewport.currentIndex
    search(Array(session.pages.dropFirst(start) + session.pages.prefix(start)), showsFirst: true)
  }

  /// Searches the pages that were not searched yet, if there are any.
  private func goOn() {
    let missing = hasOtherPages ? session?.pages.filter { !searched.contains($0) } ?? [] : []
    (task, isSearching) = (nil, false)
    if missing.isEmpty { progress = 1 } else { search(missing, showsFirst: false) }
  }

  /// - Parameter showsFirst: Whether the first match that is found is shown.
  private func search(_ pages: [PageID], showsFirst: Bool) {
    guard text.contains(where: { !$0.isWhitespace }), let document = session?.document,
      let search = try? document.search(text, options: options, in: pages)
    else { return }
    (isSearching, hasOtherPages) = (true, false)
    // Between pages it does not keep the search alive, which ends it when it goes.
    task = Task { [weak self] in
      do {
        for try await page in search.pages {
          guard !Task.isCancelled, let self else { return }
          self.take(page, showsFirst: showsFirst)
          if self.isCutShort { break }
        }
      } catch {
        return
      }
      guard !Task.isCancelled else { return }
      self?.end()
    }
  }

  private func end() {
    guard isCutShort else { return goOn() }
    (progress, isSearching, task) = (1, false, nil)
  }

  private func take(_ page: TextSearchPage, showsFirst: Bool) {
    searched.insert(page.page)
    // Pages come by the hundred a second: views need not hear of each.
    if searched.count % 16 == 0 {
      progress = Double(searched.count) / Double(max(found.pageCount, searched.count))
    }
    switch page.result {
    case .failure: unreadable.insert(page.page)
    case .success(let matches): if !matches.isEmpty { add(matches, on: page.page, showsFirst: showsFirst) }
    }
    if matchCount >= matchLimit { isCutShort = true }
  }

  private func add(_ matches: [TextMatch], on page: PageID, showsFirst: Bool) {
    found.add(matches, on: page)
    guard let place = found.place(of: page) else { return }
    if let index = currentIndex, let selected {
      if place < selected.place { currentIndex = index + matches.count }
    } else {
      select(found.count(before: place))
      if showsFirst, let match = current { session?.reveal(match) }
    }
  }
}
