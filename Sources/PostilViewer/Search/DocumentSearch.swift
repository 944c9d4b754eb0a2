import Observation

/// A search through a document: matches as they are found, and the one that is looked at.
///
/// ``find(_:)`` may be called with every key: the search before ends. It begins at the current page and goes around, and
/// shows the first match; ``next()`` and ``previous()`` go on from there, around the end.
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
  /// How many pages could not be searched.
  public private(set) var unreadablePages = 0
  /// How many matches are enough.
  @ObservationIgnored public var matchLimit = 10_000

  /// What was found from the page on where the search began, and what was found before that page.
  private var found: [TextMatch] = []
  private var wrapped: [TextMatch] = []
  @ObservationIgnored private var byPage: [PageID: [TextMatch]] = [:]
  @ObservationIgnored private var task: Task<Void, Never>?
  @ObservationIgnored weak var session: ViewerSession?

  init() {}

  /// How many matches were found so far.
  public var matchCount: Int { wrapped.count + found.count }

  /// What was found so far, in the order of the document. O(matches).
  public var matches: [TextMatch] { wrapped + found }

  /// The match that is looked at.
  public var current: TextMatch? { currentIndex.flatMap(match) }

  /// The matches on a page. O(matches on the page).
  public func matches(on page: PageID) -> [TextMatch] {
    _ = matchCount
    return byPage[page, default: []]
  }

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

  private func match(_ index: Int) -> TextMatch? {
    if index < wrapped.count { return index < 0 ? nil : wrapped[index] }
    let place = index - wrapped.count
    return place < found.count ? found[place] : nil
  }

  private func step(_ distance: Int) {
    guard matchCount > 0 else { return }
    let now = currentIndex ?? (distance > 0 ? -1 : 0)
    select((now + distance + matchCount) % matchCount)
  }

  private func select(_ index: Int) {
    currentIndex = index
    if let match = current { session?.reveal(match) }
  }

  // MARK: - Searching

  private func start(_ text: String) {
    task?.cancel()
    (task, self.text, found, wrapped, byPage) = (nil, text, [], [], [:])
    (currentIndex, progress, isSearching, isCutShort, unreadablePages) = (nil, 0, false, false, 0)
    guard text.contains(where: { !$0.isWhitespace }), let session, let document = session.document else {
      return
    }
    let start = session.viewport.currentIndex
    let order = Array(session.pages.dropFirst(start) + session.pages.prefix(start))
    guard let search = try? document.search(text, options: options, in: order) else { return }
    isSearching = true
    let before = Set(session.pages.prefix(start))
    task = Task { [weak self] in await self?.run(search) { before.contains($0) } }
  }

  private func run(_ search: TextSearch, isWrapped: (PageID) -> Bool) async {
    var done = 0
    do {
      for try await page in search.pages {
        guard !Task.isCancelled else { return }
        done += 1
        take(page, isWrapped(page.page))
        // Pages come by the hundred a second: views need not hear of each.
        if done % 16 == 0 { progress = Double(done) / Double(max(search.pages.count, 1)) }
        if matchCount >= matchLimit {
          isCutShort = true
          break
        }
      }
    } catch {
      return
    }
    guard !Task.isCancelled else { return }
    (progress, isSearching, task) = (1, false, nil)
  }

  private func take(_ page: TextSearchPage, _ isWrapped: Bool) {
    guard case .success(let matches) = page.result else {
      unreadablePages += 1
      return
    }
    guard !matches.isEmpty else { return }
    byPage[page.page, default: []] += matches
    let place = isWrapped ? wrapped.count : matchCount
    if isWrapped {
      wrapped += matches
      if let index = currentIndex, index >= place { currentIndex = index + matches.count }
    } else {
      found += matches
    }
    if currentIndex == nil { select(place) }
  }
}
