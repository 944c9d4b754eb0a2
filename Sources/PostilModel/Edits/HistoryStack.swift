/// A stack of which the oldest elements are forgotten: that costs O(1) as well, amortized.
struct HistoryStack<Element: Sendable>: Sendable {
  /// Elements that are forgotten leave a gap at the start.
  private var elements: [Element?] = []
  private var gap = 0

  var count: Int { elements.count - gap }
  var isEmpty: Bool { count == 0 }
  /// The newest element.
  var last: Element? { elements.last ?? nil }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the newest element off.
  @discardableResult
  mutating func removeLast() -> Element? {
    guard !isEmpty else { return nil }
    defer { if isEmpty { (elements, gap) = ([], 0) } }
    return elements.removeLast()
  }

  /// Forgets the oldest element, and returns it.
  @discardableResult
  mutating func removeFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[gap] = nil
      gap += 1
      if gap >= max(count, 16) {
        elements.removeFirst(gap)
        gap = 0
      }
    }
    return elements[gap]
  }
}
