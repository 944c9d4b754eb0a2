public import PostilModel

/// Where a document is split: ``PDFDocument/parts(splitBy:saving:)``.
public enum SplitRule: Sendable, Hashable {
  /// After so many pages each, 1 or more.
  case pageCount(Int)
  /// At the pages where items of the outline begin, down to a level: 1 is that of chapters. Pages before the first one are a
  /// part without a title.
  case outline(level: Int)
  /// Where a part would get larger than so many bytes as a file. A page that is larger by itself is a part alone.
  case fileSize(Int)
}

extension PDFDocument {
  /// Pages that follow each other, for a document of their own.
  public struct Part: Sendable, Hashable {
    /// The pages; one at least.
    public let pages: [PageID]
    /// The label of the outline item that the part begins with; `nil` if there is none.
    public let title: String?
  }

  /// The parts that the document falls into by a rule, as it is at this moment: each page is in one of them.
  ///
  /// ```swift
  /// let new = try PDFDocument()
  /// for part in try await document.parts(splitBy: .outline(level: 1)) {
  ///   try await new.insertPages(of: document, part.pages, at: 0)
  ///   try await new.write(to: folder.appending(path: "\(part.title ?? "front").pdf"))
  ///   try new.undo()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - rule: Where it is split.
  ///   - options: How the parts will be saved, since their size depends on it.
  /// - Throws: ``PDFError`` with code `.invalidArgument` for a number below 1, or if no outline item of these levels leads to a page;
  ///   by size `.notPermitted` if the author does not allow copying; `.damaged`; `CancellationError`.
  /// - Complexity: O(pages, outline items); by size each part is written to memory about 2 log₂(its pages) times.
  public func parts(
    splitBy rule: SplitRule, saving options: SaveOptions = SaveOptions()
  ) async throws -> [Part] {
    let pages = pages
    return try await inBackground { try self.parts(of: pages, splitBy: rule, options, $0) }
  }

  /// The parts that the document falls into by a rule; blocks the calling thread meanwhile.
  ///
  /// - Parameters:
  ///   - rule: Where it is split.
  ///   - options: How the parts will be saved.
  /// - Throws: ``PDFError``, as ``parts(splitBy:saving:)``.
  public func partsAndWait(
    splitBy rule: SplitRule, saving options: SaveOptions = SaveOptions()
  ) throws(PDFError) -> [Part] {
    try PDFError.only { try parts(of: pages, splitBy: rule, options) {} }
  }

  private func parts(
    of pages: Pages, splitBy rule: SplitRule, _ options: SaveOptions, _ checkCancellation: () throws -> Void
  ) throws -> [Part] {
    switch rule {
    case .pageCount(let count):
      try Self.require(count, "pages in a part")
      return stride(from: 0, to: pages.count, by: count).map {
        Part(pages: Array(pages.ids[$0..<min($0 &+ count, pages.count)]), title: nil)
      }
    case .outline(let level):
      try Self.require(level, "levels of the outline")
      return try outlineParts(pages, level)
    case .fileSize(let limit):
      try Self.require(limit, "bytes in a part")
      return try sizedParts(pages, limit, options, checkCancellation)
    }
  }

  private static func require(_ count: Int, _ what: String) throws(PDFError) {
    guard count >= 1 else {
      throw PDFError(.invalidArgument, "The number of \(what) is 1 or more, not \(count).")
    }
  }

  private func outlineParts(_ pages: Pages, _ level: Int) throws(PDFError) -> [Part] {
    var titles: [Int: String] = [:]
    try PDFError.only {
      let outline = try store.withLock { try $0.outline(in: pages.state) }
      try outline.forEach { item, depth in
        guard depth < level, let page = try pages.destination(of: item.target)?.page,
          let index = pages.index(of: page), titles[index] == nil
        else { return }
        titles[index] = item.label
      }
    }
    guard !titles.isEmpty else {
      throw PDFError(
        .invalidArgument,
        "No outline item down to level \(level) leads to a page: split by pages or by size.", url: url)
    }
    let starts = Set(titles.keys).union([0]).sorted()
    return zip(starts, starts.dropFirst() + [pages.count]).map { start, end in
      Part(pages: Array(pages.ids[start..<end]), title: titles[start])
    }
  }

  private func sizedParts(
    _ all: Pages, _ limit: Int, _ options: SaveOptions, _ checkCancellation: () throws -> Void
  ) throws -> [Part] {
    let pages = all.ids
    func fits(_ range: Range<Int>) throws -> Bool {
      try checkCancellation()
      try requirePermission(.copying)
      return try extracted(Array(pages[range]), in: all.state).dataRepresentationAndWait(options).count
        <= limit
    }
    var parts: [Part] = []
    var start = 0
    // Parts of a document are often about as long as the one before.
    var guess = 1
    while start < pages.count {
      // `least` pages fit, or are one that is a part whatever its size; `most` do not fit, or are more than there are.
      var (least, most) = (1, pages.count - start + 1)
      var next = min(guess, most - 1)
      while least < most - 1 {
        if next > least {
          if try fits(start..<start + next) { least = next } else { most = next }
        }
        // Doubled while the limit was not met, then halved between the two.
        next = most > pages.count - start ? min(max(least * 2, 2), most - 1) : (least + most) / 2
      }
      parts.append(Part(pages: Array(pages[start..<start + least]), title: nil))
      (start, guess) = (start + least, least)
    }
    return parts
  }
}
