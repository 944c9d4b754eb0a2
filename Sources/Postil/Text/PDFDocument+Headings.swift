public import PostilModel

extension PDFDocument {
  /// An outline of the headings on the pages, as they are at this moment. It is not the document's until it is set.
  ///
  /// ```swift
  /// let outline = try await document.outlineOfHeadings()
  /// if !outline.isEmpty { try document.setOutline(outline) }
  /// ```
  ///
  /// - Parameter source: What headings are known by. By the layout they are a guess: large text that is no heading is taken for one.
  /// - Returns: The outline, no more than ``Outline/maximumCount`` items; empty if no heading was found.
  /// - Throws: ``PDFError`` as ``structure(of:from:progress:)``; `CancellationError`.
  /// - Complexity: O(bytes of what the pages show), and by tags O(tags).
  public func outlineOfHeadings(from source: StructureSource = .any) async throws -> Outline {
    let state = state
    let structure = try await structure(of: state.pages, from: source)
    var headings = StructureHeadings(structure, in: state).all
    if headings.isEmpty, source == .any, structure.source != .layout {
      headings = StructureHeadings(try await self.structure(of: state.pages, from: .layout), in: state).all
    }
    return Outline(
      headings: headings.map { heading in
        (heading.text, heading.level, destination(heading.page, heading.start, in: state))
      })
  }

  /// A place a little above a heading; of pages on their side the whole page, since their upper edge is another.
  private func destination(_ page: PageID, _ start: PagePoint?, in state: DocumentState) -> PageDestination {
    let rotation = (try? self.page(page).rotation) ?? PageRotation.none
    guard let start, rotation == .none else { return PageDestination(page, view: .page) }
    return PageDestination(page, view: .position(top: (start.y + 2).rounded()))
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

/// The headings of a structure (ISO 32000-2, 14.8.4), in the order of the pages.
private struct StructureHeadings {
  struct Heading {
    /// On one line.
    let text: String
    /// From 1.
    let level: Int
    let page: PageID
    /// Its upper left corner, in page space; `nil` if it is not known.
    let start: PagePoint?
  }

  private(set) var all: [Heading] = []

  /// Elements that an `/H` counts as levels.
  private static let sections: Set<String> = ["Part", "Art", "Sect"]

  init(_ structure: DocumentStructure, in state: DocumentState) {
    for element in structure.elements { add(element, depth: 0) }
    let places = all.map { state.index(of: $0.page) ?? 0 }
    all = all.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { all[$0] }
  }

  private mutating func add(_ element: StructureElement, depth: Int) {
    guard let level = element.headingLevel else {
      let depth = depth + (Self.sections.contains(element.role) ? 1 : 0)
      for kid in element.elements { add(kid, depth: depth) }
      return
    }
    var contents: [StructureContent] = []
    element.forEach { element, _ in contents += element.contents }
    guard let page = contents.first?.page else { return }
    var text = Self.onOneLine(element.text)
    if text.isEmpty { text = Self.onOneLine(element.title ?? element.alternateText ?? "") }
    guard !text.isEmpty else { return }
    let bounds = contents.lazy.filter { $0.page == page }.compactMap(\.bounds).first
    all.append(
      Heading(
        text: text, level: element.role == "H" ? max(depth, 1) : level, page: page,
        start: bounds.map { PagePoint(x: $0.minX, y: $0.maxY) }))
  }

  private static func onOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
