import PostilModel

/// Requests that wait for a worker, ordered by urgency within each page and among pages.
///
/// Adding, removing and taking a request cost O(log n). What is no longer true stays in the heaps until it comes up, or
/// until most of a heap is such.
struct RequestQueue {
  /// A request and its place in the order.
  struct Entry: Comparable {
    let request: RenderRequest
    let urgency: RenderUrgency
    /// Of the job; no two have the same.
    let number: Int

    static func < (a: Entry, b: Entry) -> Bool {
      a.urgency == b.urgency ? a.number < b.number : a.urgency < b.urgency
    }

    static func == (a: Entry, b: Entry) -> Bool { a.number == b.number && a.urgency == b.urgency }
  }

  private struct Page {
    var entries = Heap<Entry>()
    var count = 0
  }

  private var jobs: [RenderRequest: RenderJob] = [:]
  private var pages: [Int: Page] = [:]
  /// Of each page its first request.
  private var firsts = Heap<Entry>()

  var isEmpty: Bool { jobs.isEmpty }
  var count: Int { jobs.count }
  /// The pages that have requests here.
  var pageCount: Int { pages.count }

  subscript(request: RenderRequest) -> RenderJob? { jobs[request] }
  func contains(page: Int) -> Bool { pages[page] != nil }

  // MARK: - Changing

  /// Adds a job, or replaces the one of the same request.
  mutating func update(_ job: RenderJob) {
    let page = job.request.pageIndex
    let former = first(of: page)
    let old = jobs.updateValue(job, forKey: job.request)
    guard old?.entry != job.entry else { return }
    if old == nil { pages[page, default: Page()].count += 1 }
    pages[page]?.entries.insert(job.entry)
    didChange(page, former)
  }

  /// Takes a waiter from a request.
  mutating func removeWaiter(_ number: Int, of request: RenderRequest) -> Schedule.Waiter? {
    jobs[request]?.waiters.removeValue(forKey: number)
  }

  @discardableResult mutating func remove(_ request: RenderRequest) -> RenderJob? {
    let page = request.pageIndex
    let former = first(of: page)
    guard let job = jobs.removeValue(forKey: request) else { return nil }
    pages[page]?.count -= 1
    if pages[page]?.count == 0 { pages[page] = nil } else { didChange(page, former) }
    return job
  }

  /// Removes all requests of a page.
  mutating func removeAll(of page: Int) -> [RenderJob] {
    (pages[page]?.entries.elements ?? []).compactMap { isCurrent($0) ? remove($0.request) : nil }
  }

  mutating func removeAll() -> [RenderJob] {
    defer { self = RequestQueue() }
    return Array(jobs.values)
  }

  // MARK: - Looking

  /// The most urgent request of a page.
  mutating func first(of page: Int) -> Entry? {
    while let entry = pages[page]?.entries.first {
      if isCurrent(entry) { return entry }
      pages[page]?.entries.removeFirst()
    }
    return nil
  }

  /// The most urgent request of the pages that fulfil a condition. Costs O(log n) for each more urgent page that does not.
  mutating func first(where isIncluded: (Int) -> Bool) -> Entry? {
    var seen: [Entry] = []
    defer { for entry in seen { firsts.insert(entry) } }
    while let entry = firsts.removeFirst() {
      guard isFirst(entry) else { continue }
      // Entered again when another of its page was first for a while.
      if seen.last == entry { continue }
      seen.append(entry)
      if isIncluded(entry.request.pageIndex) { return entry }
    }
    return nil
  }

  private func isCurrent(_ entry: Entry) -> Bool { jobs[entry.request]?.entry == entry }

  private mutating func isFirst(_ entry: Entry) -> Bool { first(of: entry.request.pageIndex) == entry }

  private mutating func didChange(_ page: Int, _ former: Entry?) {
    if let count = pages[page]?.count, let entries = pages[page]?.entries.elements,
      entries.count > 2 * count + Self.slack
    {
      let current = entries.filter(isCurrent)
      pages[page]?.entries = Heap(current)
    }
    guard let first = first(of: page), first != former else { return }
    firsts.insert(first)
    if firsts.elements.count > 2 * pages.count + Self.slack {
      firsts = Heap(pages.keys.compactMap { self.first(of: $0) })
    }
  }

  private static let slack = 16
}

extension RenderJob {
  fileprivate var entry: RequestQueue.Entry {
    RequestQueue.Entry(request: request, urgency: urgency, number: number)
  }
}

/// A binary heap: the smallest element is first.
struct Heap<Element: Comparable> {
  private(set) var elements: [Element] = []

  init() {}

  init(_ elements: [Element]) {
    // Sorted, it is a heap.
    self.elements = elements.sorted()
  }

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, elements[index] < elements[(index - 1) / 2] {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  @discardableResult mutating func removeFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return first }
    elements[0] = last
    var index = 0
    while let child = smallerChild(of: index), elements[child] < elements[index] {
      elements.swapAt(index, child)
      index = child
    }
    return first
  }

  private func smallerChild(of index: Int) -> Int? {
    let (left, right) = (2 * index + 1, 2 * index + 2)
    guard left < elements.count else { return nil }
    return right < elements.count && elements[right] < elements[left] ? right : left
  }
}
