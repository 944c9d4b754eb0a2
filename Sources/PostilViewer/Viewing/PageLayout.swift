import Postil

/// The sizes of a document's pages, and their vertical positions in a continuous layout.
///
/// Gaps have the same width at every zoom, so heights are stored in points and gaps are added: zooming needs no new
/// layout.
struct PageLayout: Sendable, Equatable {
  /// The sizes that pages can have, in points; others are clamped.
  private static let sides = 0.1...1_000_000.0

  private(set) var pages: [PageID] = []
  /// The pages' sizes at scale 1, as many as there are pages.
  private(set) var sizes: [ViewSize] = []
  /// The largest width and the largest height of a page.
  private(set) var largest = ViewSize.a4
  /// The smallest width and the smallest height of a page.
  private(set) var smallest = ViewSize.a4

  private var known: [PageID: ViewSize] = [:]
  private var indices: [PageID: Int] = [:]
  /// Prefix sums of the pages' heights; the last is that of all pages.
  private var heights: [Double] = [0]

  init(pages: [PageID], sizes: [PageID: ViewSize]) {
    store(sizes)
    setPages(pages)
  }

  var count: Int { pages.count }

  /// The index of a page; `nil` if it is not in the layout.
  func index(of page: PageID) -> Int? { indices[page] }

  /// The size of a page at scale 1; A4 for an index out of range.
  func size(at index: Int) -> ViewSize { sizes.indices.contains(index) ? sizes[index] : .a4 }

  /// Clamps an index to the pages; 0 if there are none.
  func limited(_ index: Int) -> Int { min(max(index, 0), max(count - 1, 0)) }

  /// Sets the order of pages; duplicates are dropped.
  mutating func setPages(_ pages: [PageID]) {
    indices = Dictionary(minimumCapacity: pages.count)
    self.pages = pages.filter { page in
      guard indices[page] == nil else { return false }
      indices[page] = indices.count
      return true
    }
    measure()
  }

  /// Sets sizes of pages; invalid ones are ignored.
  mutating func setSizes(_ sizes: [PageID: ViewSize]) {
    store(sizes)
    measure()
  }

  private mutating func store(_ sizes: [PageID: ViewSize]) {
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
    let defaultSize = pages.lazy.compactMap { [known] in known[$0] }.first ?? .a4
    sizes = pages.map { known[$0] ?? defaultSize }
    (largest, smallest) = (defaultSize, defaultSize)
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

  /// The upper edge of a page, below the gap before it; for the number of pages, the end of the document.
  func top(of index: Int, zoom: Double, gap: Double) -> Double {
    let index = min(max(index, 0), count)
    return heights[index] * zoom + gap * Double(index + 1)
  }

  /// The page at a height, or the nearest; O(log *n*).
  func index(at y: Double, zoom: Double, gap: Double) -> Int {
    limited(firstIndex { top(of: $0, zoom: zoom, gap: gap) - gap / 2 > y } - 1)
  }

  /// The pages that intersect a range of heights; O(log *n*).
  func indices(from start: Double, to end: Double, zoom: Double, gap: Double) -> Range<Int> {
    let first = firstIndex { top(of: $0 + 1, zoom: zoom, gap: gap) - gap > start }
    let last = firstIndex { top(of: $0, zoom: zoom, gap: gap) >= end }
    return first..<max(first, last)
  }

  /// Binary search: the first page for which a monotonic condition holds; the number of pages if there is none.
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
  /// A4 in portrait, in points.
  static let a4 = ViewSize(width: 595.276, height: 841.89)
}
