/// The pages of a document in their order, found by id at once.
struct PageOrder: Sendable {
  private(set) var pages: [PageID]
  /// Where each page is; `nil` while the pages are those of the file in its order, whose numbers say it.
  private var positions: [PageID: Int]?

  /// The pages of a file of that many.
  init(count: Int) { pages = (0..<max(count, 0)).map { PageID(number: $0 + 1) } }

  var count: Int { pages.count }

  /// The index of a page. O(1).
  func index(of page: PageID) -> Int? {
    if let positions { return positions[page] }
    return (1...max(pages.count, 1)).contains(page.number) && !pages.isEmpty ? page.number - 1 : nil
  }

  func contains(_ page: PageID) -> Bool { index(of: page) != nil }

  /// Takes a new order. O(n).
  mutating func set(_ new: [PageID]) {
    pages = new
    let isOriginal = new.indices.allSatisfy { new[$0].number == $0 + 1 }
    positions =
      isOriginal
      ? nil : Dictionary(new.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Puts pages among others, each at its index in the result. The indices must be different and fit. O(n).
  static func merging(_ placed: [(page: PageID, index: Int)], into others: some Sequence<PageID>) -> [PageID]
  {
    let placed = placed.sorted { $0.index < $1.index }
    var rest = others.makeIterator()
    var result: [PageID] = []
    for (page, index) in placed {
      while result.count < index, let other = rest.next() { result.append(other) }
      result.append(page)
    }
    while let other = rest.next() { result.append(other) }
    return result
  }
}

extension PageOrder: Hashable {
  static func == (a: PageOrder, b: PageOrder) -> Bool { a.pages == b.pages }
  func hash(into hasher: inout Hasher) { hasher.combine(pages) }
}
