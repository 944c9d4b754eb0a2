/// The matches of a search, in the present order of the pages.
///
/// Matches of removed pages are stored too: undo may bring a page back.
struct MatchIndex {
  /// How many matches there are on pages of the document.
  private(set) var count = 0
  /// The pages with matches, in order.
  private var pages: [PageID] = []
  private var places: [PageID: Int] = [:]
  private var byPage: [PageID: [TextMatch]] = [:]

  /// How many pages the document has.
  var pageCount: Int { places.count }

  /// Makes an index without matches.
  init(_ pages: [PageID] = []) { setPages(pages) }

  /// All matches. O(matches).
  var all: [TextMatch] { pages.flatMap { self[$0] } }

  /// The matches on a page; none if it was removed. O(matches on the page).
  subscript(page: PageID) -> [TextMatch] {
    guard let place = places[page] else { return [] }
    return byPage[page, default: []].map { $0.moved(to: place) }
  }

  /// The match at an index among all; `nil` if it is out of range. O(pages with matches).
  func match(at index: Int) -> TextMatch? {
    guard index >= 0 else { return nil }
    var rest = index
    for page in pages {
      let matches = byPage[page, default: []]
      if rest < matches.count, let place = places[page] { return matches[rest].moved(to: place) }
      rest -= matches.count
    }
    return nil
  }

  /// The number of matches on the pages before an index.
  /// O(log(pages) + pages with matches).
  func count(before place: Int) -> Int {
    pages.prefix(index(of: place)).reduce(0) { $0 + byPage[$1, default: []].count }
  }

  /// The index of a page; `nil` if it was removed.
  func place(of page: PageID) -> Int? { places[page] }

  /// Adds the matches, at least one, of a page that was not searched before.
  mutating func add(_ matches: [TextMatch], on page: PageID) {
    guard byPage[page] == nil, !matches.isEmpty else { return }
    byPage[page] = matches
    guard let place = places[page] else { return }
    pages.insert(page, at: index(of: place))
    count += matches.count
  }

  /// Sets the pages of the document and their order. O(pages).
  mutating func setPages(_ all: [PageID]) {
    places = Dictionary(all.enumerated().map { ($1, $0) }) { first, _ in first }
    pages = all.filter { byPage[$0] != nil }
    count = pages.reduce(0) { $0 + byPage[$1, default: []].count }
  }

  /// Binary search among the pages with matches.
  private func index(of place: Int) -> Int {
    var (low, high) = (0, pages.count)
    while low < high {
      let middle = (low + high) / 2
      if places[pages[middle], default: 0] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
