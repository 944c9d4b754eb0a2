import Postil

extension Scrubber {
  /// A page in the strip.
  public struct Slot: Sendable, Hashable {
    /// The index of the page.
    public let index: Int
    /// The frame in the strip, in units of the view.
    public let frame: ViewRect
    /// Whether it is the current page.
    public let isCurrent: Bool
  }

  /// The pages in the strip, from left to right. They do not overlap. The first and the last page are among them
  /// unless only the current page fits. O(slots).
  public var slots: [Slot] {
    let indices = shownIndices
    guard let own = indices.firstIndex(of: currentIndex) else { return [] }
    let start = indices.count == 1 ? startOfOne : span.start
    return indices.enumerated().map { place, index in
      let (isCurrent, size) = (place == own, place == own ? currentSize : smallSize)
      let wider = place > own ? currentSize.width - smallSize.width : 0
      let x = start + Double(place) * (smallSize.width + space(among: indices.count)) + wider
      let frame = ViewRect(
        x: min(x, width - size.width), y: (height - size.height) / 2, width: size.width,
        height: size.height)
      return Slot(index: index, frame: frame, isCurrent: isCurrent)
    }
  }

  /// Hit test for a tap: the page in the strip at a distance from its left edge; `nil` if there is none. For a drag use
  /// ``index(atX:)``.
  public func slot(atX x: Double) -> Slot? {
    slots.first { x >= $0.frame.x && x < $0.frame.x + $0.frame.width }
  }

  /// The page at a position along the strip, clamped to the first and the last.
  ///
  /// - Parameter x: The distance from the left edge, in units of the view.
  public func index(atX x: Double) -> Int {
    let (start, length) = span
    guard !x.isNaN, length > 0, pageCount > 0 else { return currentIndex }
    let fraction = min(max((x - start) / length, 0), 1)
    return min(Int(fraction * Double(pageCount)), pageCount - 1)
  }

  /// The position of a page along the strip, as a distance from the left edge, in units of the view; the index is
  /// clamped.
  public func x(of index: Int) -> Double {
    let (start, length) = span
    let index = min(max(index, 0), max(pageCount - 1, 0))
    return start + (Double(index) + 0.5) / Double(max(pageCount, 1)) * length
  }
}

extension Scrubber {
  private var isEmpty: Bool { pageCount == 0 || width < 1 || height < 1 }

  private var currentSize: ViewSize {
    ViewSize(width: min(height * aspectRatio, width), height: height)
  }

  private var smallSize: ViewSize {
    let height = height * Self.smallHeight
    return ViewSize(width: min(height * aspectRatio, width), height: height)
  }

  /// The number of pages that fit.
  private var capacity: Int {
    isEmpty ? 0 : 1 + Int((width - currentSize.width) / (smallSize.width + Self.spacing))
  }

  /// The part of the strip that pages fill; few pages are centered.
  private var span: (start: Double, length: Double) {
    guard !isEmpty else { return (0, 0) }
    guard pageCount <= capacity else { return (0, width) }
    let length =
      currentSize.width + Double(pageCount - 1) * (smallSize.width + Self.spacing)
    return ((width - length) / 2, length)
  }

  /// The position of the current page if no other fits.
  private var startOfOne: Double {
    let part = pageCount > 1 ? Double(currentIndex) / Double(pageCount - 1) : 0.5
    return (width - currentSize.width) * part
  }

  private func space(among count: Int) -> Double {
    guard count > 1 else { return 0 }
    return (span.length - currentSize.width) / Double(count - 1) - smallSize.width
  }

  /// The pages in the strip. The selection is stable: the current page replaces one of them.
  private var shownIndices: [Int] {
    let capacity = capacity
    guard capacity < pageCount else { return Array(0..<pageCount) }
    let last = pageCount - 1
    let isAtEnd = currentIndex == 0 || currentIndex == last
    guard capacity > (isAtEnd ? 1 : 2) else { return capacity > 0 ? [currentIndex] : [] }
    var indices = (0..<capacity).map { place in
      Int((Double(place) * Double(last) / Double(capacity - 1)).rounded())
    }
    guard let next = indices.firstIndex(where: { $0 >= currentIndex }) else { return [currentIndex] }
    if indices[next] != currentIndex { indices[replaced(next, of: indices)] = currentIndex }
    return indices
  }

  /// The index of the slot that the current page replaces, given that of the page after it: the nearer one, but
  /// neither the first nor the last.
  private func replaced(_ next: Int, of indices: [Int]) -> Int {
    if next <= 1 { return 1 }
    if next >= indices.count - 1 { return indices.count - 2 }
    return indices[next] - currentIndex < currentIndex - indices[next - 1] ? next : next - 1
  }
}
