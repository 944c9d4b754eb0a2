import PostilFile
public import PostilModel

extension PDFDocument {
  /// An outline of the headings on the pages, as they are at this moment. It is not the document's until it is set.
  ///
  /// ```swift
  /// let outline = try await document.outlineOfHeadings()
  /// if !outline.isEmpty { try document.setOutline(outline) }
  /// ```
  ///
  /// - Parameter source: What headings are known by. Sizes of letters are a guess: large text that is no heading is taken for one.
  /// - Returns: The outline, no more than ``Outline/maximumCount`` items; empty if no heading was found.
  /// - Throws: ``PDFError`` with code `.damaged`, or as ``text(of:)``; `CancellationError`.
  /// - Complexity: By tags O(elements, and contents of the pages that have headings), by sizes O(text of all pages).
  public func outlineOfHeadings(from source: HeadingSource = .any) async throws -> Outline {
    let state = state
    if source != .sizes {
      let found = try await Self.opening.result { try self.store.withLock { try $0.headings(in: state) } }
      if !found.isEmpty || source == .tags {
        return Outline(
          headings: found.map { heading in
            (heading.text, heading.level, destination(heading.page, heading.start, in: state))
          })
      }
    }
    let lines = try await sizedLines(of: state)
    let found = TextHeadings.headings(among: lines, pageCount: state.pages.count)
    return Outline(
      headings: found.map { heading in
        (
          heading.text, heading.level,
          destination(state.pages[heading.line.page], heading.line.start, in: state)
        )
      })
  }

  /// A place a little above a heading; of pages on their side the whole page, since their upper edge is another.
  private func destination(_ page: PageID, _ start: PagePoint?, in state: DocumentState) -> PageDestination {
    let rotation = (try? self.page(page).rotation) ?? PageRotation.none
    guard let start, rotation == .none else { return PageDestination(page, view: .page) }
    return PageDestination(page, view: .position(top: (start.y + 2).rounded()))
  }

  /// The lines of all pages, several pages read at once.
  private func sizedLines(of state: DocumentState) async throws -> [TextHeadings.Line] {
    let pages = state.pages
    return try await withThrowingTaskGroup(of: (Int, [TextHeadings.Line]).self) { group in
      var results = [[TextHeadings.Line]](repeating: [], count: pages.count)
      var next = 0
      func start() {
        guard next < pages.count else { return }
        let index = next
        next += 1
        group.addTask {
          let isSideways = try self.page(pages[index]).rotation.isSideways
          return (
            index,
            try await self.text(of: pages[index]).withoutAnnotations.sizedLines(
              page: index, isSideways: isSideways)
          )
        }
      }
      for _ in 0..<max(textReader.workerCount, 1) * 2 { start() }
      while let (index, lines) = try await group.next() {
        results[index] = lines
        start()
      }
      return results.flatMap(\.self)
    }
  }
}

extension Outline {
  /// An outline of headings, in order: one is below the last one before it that has a lower level.
  fileprivate init(headings: [(text: String, level: Int, place: PageDestination)]) {
    var above: [Int] = []
    self.init(
      headings.prefix(Self.maximumCount).map { heading in
        while let last = above.last, last >= heading.level { above.removeLast() }
        defer { above.append(heading.level) }
        let item = OutlineItem(heading.text, target: .place(heading.place))
        return FlatItem(item: item, level: min(above.count, Self.maximumDepth - 1))
      })
  }
}
