import Postil

/// The sizes of a document's pages, and how high each stands if they are put below one another.
///
/// Gaps are as wide at every zoom, so that heights are kept in points and gaps are counted: zooming costs nothing.
struct PageLayout: Sendable, Equatable {
  /// The sizes that pages can have, in points; what is outside is taken for the nearest.
  private static let sides = 0.1...1_000_000.0

  private(set) var pages: [PageID] = []
  /// The pages' sizes at scale 1, as many as there are pages.
  private(set) var sizes: [ViewSize] = []
  /// The largest width and the largest height of a page.
  private(set) var largest = ViewSize.a4
  /// The smallest width and the smallest height of a page.
  private(set) var smallest = ViewSize.a4

  private var known: [PageID: ViewSize] = [:]
  private var places: [PageID: Int] = [:]
  /// The heights of all pages before a page, and last of all of them.
  private var heights: [Double] = [0]

  init(pages: [PageID], sizes: [PageID: ViewSize]) {
    learn(sizes)
    setPages(pages)
  }

  var count: Int { pages.count }

  /// Where a page is; `nil` if it is not among them.
  func index(of page: PageID) -> Int? { places[page] }

  /// The size of a page at scale 1, also for places that there are not.
  func size(at index: Int) -> ViewSize { sizes.indices.contains(index) ? sizes[index] : .a4 }

  /// The nearest place that there is; 0 if there are no pages.
  func limited(_ index: Int) -> Int { min(max(index, 0), max(count - 1, 0)) }

  /// Takes over an order of pages; of a page that is named twice the first place counts.
  mutating func setPages(_ pages: [PageID]) {
    places = Dictionary(minimumCapacity: pages.count)
    self.pages = pages.filter { page in
      guard places[page] == nil else { return false }
      places[page] = places.count
      return true
    }
    measure()
  }

  /// Takes over sizes; what cannot be a size is left out.
  mutating func setSizes(_ sizes: [PageID: ViewSize]) {
    learn(sizes)
    measure()
  }

  private mutating func learn(_ sizes: [PageID: ViewSize]) {
    for (page, size) in sizes where size.width > 0 && size.height > 0 {
      guard size.width.isFinite, size.height.isFinite else { continue }
      known[page] = ViewSize(width: Self.side(size.width), height: Self.side(size.height))
    }
  }

  private static func side(_ length: Double) -> Double {
    min(max(length, sides.lowerBound), sides.upperBound)
  }

  /// O(*n*).
  private mutating func measure() {
    let guess = pages.lazy.compactMap { [known] in known[$0] }.first ?? .a4
    sizes = pages.map { known[$0] ?? guess }
    (largest, smallest) = (guess, guess)
    heights = [0]
    heights.reserveCapacity(sizes.count + 1)
    var height = 0.0
    for size in sizes {
      height += size.height
      heights.append(height)
      largest = ViewSize(width: max(largest.width, size.width), height: max(largest.height, size.height))
      smallest = ViewSize(width: min(smallest.width, size.width), height: min(smallest.height, size.height))
    }
  }
}

extension PageLayout {
  /// The height of all pages with the gaps between and around them.
  func height(zoom: Double, gap: Double) -> Double { top(of: count, zoom: zoom, gap: gap) }

  /// The upper edge of a page, below the gap before it; of the place after the last, where all ends.
  func top(of index: Int, zoom: Double, gap: Double) -> Double {
    let index = min(max(index, 0), count)
    return heights[index] * zoom + gap * Double(index + 1)
  }

  /// The page at a height, or the nearest; O(log *n*).
  func index(at y: Double, zoom: Double, gap: Double) -> Int {
    limited(firstIndex { top(of: $0, zoom: zoom, gap: gap) - gap / 2 > y } - 1)
  }

  /// The pages of which something lies between two heights; O(log *n*).
  func indices(from start: Double, to end: Double, zoom: Double, gap: Double) -> Range<Int> {
    let first = firstIndex { top(of: $0 + 1, zoom: zoom, gap: gap) - gap > start }
    let last = firstIndex { top(of: $0, zoom: zoom, gap: gap) >= end }
    return first..<max(first, last)
  }

  /// The first page of which something holds that holds for all that follow; the number of pages if it never does.
  private func firstIndex(where isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension ViewSize {
  /// An upright sheet of A4, in points.
  static let a4 = ViewSize(width: 595.276, height: 841.89)
}
