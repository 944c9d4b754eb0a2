/// The pages of a document in their order, found by id at once.
struct PageOrder: Sendable {
  private(set) var pages: [PageID]
  /// Where each page was when that was last noted, or where it was moved to since; `nil` while the pages are those of the
  /// file in its order, whose numbers say it.
  private var noted: PagePositions?
  /// How many pages the file has, whose numbers are the first.
  private let fileCount: Int
  /// The document that the pages are of.
  let document: DocumentTag?
  /// How many pages were moved since: no page is farther from its noted position.
  private var drift = 0
  /// Positions are noted anew after so many moves: often enough to find pages quickly, and so seldom that it costs
  /// little for each move.
  private var mostDrift: Int { max(pages.count / 8, 256) }

  /// The pages of a file of that many.
  init(count: Int, of document: DocumentTag? = nil) {
    self.document = document
    fileCount = max(count, 0)
    pages = (0..<fileCount).map { PageID(number: $0 + 1, of: document) }
  }

  var count: Int { pages.count }

  /// The index of a page. O(1), or O(moves) after moves of one page, of which some n/8 count.
  func index(of page: PageID) -> Int? {
    guard DocumentTag.mayBeOne(page.document, document) else { return nil }
    guard let noted else {
      return (1...max(pages.count, 1)).contains(page.number) && !pages.isEmpty ? page.number - 1 : nil
    }
    guard let position = noted[page] else { return nil }
    if pages.indices.contains(position), pages[position] == page { return position }
    guard drift > 0 else { return nil }
    for distance in 1...drift {
      for index in [position - distance, position + distance]
      where pages.indices.contains(index) && pages[index] == page {
        return index
      }
    }
    return nil
  }

  func contains(_ page: PageID) -> Bool { index(of: page) != nil }

  /// Takes a new order. O(n).
  mutating func set(_ new: [PageID]) {
    pages = new.map { $0.bound(to: document) }
    let isOriginal = new.indices.allSatisfy { new[$0].number == $0 + 1 }
    if isOriginal {
      (noted, drift) = (nil, 0)
    } else {
      notePositions()
    }
  }

  private mutating func notePositions() {
    var positions = PagePositions(fileCount: fileCount)
    for (position, page) in pages.enumerated() { positions[page] = position }
    (noted, drift) = (positions, 0)
  }

  /// Moves one page, so that it has an index in the result. Pages are moved one at a time by the thousand, so this costs
  /// no look at all of them: O(distance), 8 bytes of memory for each page in between.
  mutating func move(_ page: PageID, to target: Int) {
    guard pages.indices.contains(target), let source = index(of: page), source != target else { return }
    let page = pages[source]
    if noted == nil || drift >= mostDrift { notePositions() }
    pages.withUnsafeMutableBufferPointer { pages in
      if source < target {
        for index in source..<target { pages[index] = pages[index + 1] }
      } else {
        for index in stride(from: source, to: target, by: -1) { pages[index] = pages[index - 1] }
      }
      pages[target] = page
    }
    noted?[page] = target
    drift += 1
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

/// Positions of pages: those of the file in a list, where they are found without hashing.
private struct PagePositions: Sendable {
  /// By the number of the page from 1; -1 for pages that have none.
  private var ofFile: [Int]
  private var ofOthers: [PageID: Int] = [:]

  init(fileCount: Int) { ofFile = [Int](repeating: -1, count: fileCount) }

  subscript(page: PageID) -> Int? {
    get {
      guard isOfFile(page) else { return ofOthers[page] }
      let position = ofFile[page.number - 1]
      return position < 0 ? nil : position
    }
    set {
      if isOfFile(page) { ofFile[page.number - 1] = newValue ?? -1 } else { ofOthers[page] = newValue }
    }
  }

  private func isOfFile(_ page: PageID) -> Bool { page.number > 0 && page.number <= ofFile.count }
}

extension PageOrder: Hashable {
  /// Whether pages of the same numbers have the same order, of whatever documents.
  static func == (a: PageOrder, b: PageOrder) -> Bool {
    a.pages.elementsEqual(b.pages) { $0.number == $1.number }
  }
  func hash(into hasher: inout Hasher) { hasher.combine(pages) }
}
