/// Makes the structure of a document of what its pages look like, for documents without tags: headings by their size, paragraphs, lists by
/// their labels, tables, figures with captions, footnotes, code, links; what stands at the edge of page after page are artifacts.
///
/// It is a guess, in the order in which producers paint, which as a rule is that of reading.
package struct LayoutStructure {
  private var result = DocumentStructure([], source: .layout)
  private var levels: [Int: Int] = [:]
  /// The list that is open, with its parents, and how far their items are indented.
  private var openLists: [(list: StructureElement, indent: Double)] = []
  /// The last block of text, which may go on behind the end of its page or column.
  private var last: LayoutBlock?

  /// The structure of pages, in order.
  ///
  /// - Complexity: O(*n* log *n*) in what the pages show.
  package static func structure(of pages: [LayoutPage]) -> DocumentStructure { LayoutStructure(pages).result }

  private init(_ pages: [LayoutPage]) {
    let statistics = LayoutStatistics(pages)
    let blocks = pages.enumerated().map { number, page in LayoutBlocks(page, page: number, statistics) }
    levels = Self.levels(blocks.flatMap { page in page.blocks.filter { $0.kind == .heading } })
    for (page, blocks) in zip(pages, blocks) {
      result.artifacts += blocks.running.map {
        var artifact = StructureContent($0.text, on: page.id, bounds: PageRect($0.pageBox))
        artifact.artifactKind = "Pagination"
        return artifact
      }
      for block in blocks.blocks { add(block, of: page) }
    }
    closeLists()
    joinCaptions()
  }

  /// The levels of headings: the largest are of the first, and of one size bold ones are before others.
  private static func levels(_ headings: [LayoutBlock]) -> [Int: Int] {
    var classes: [(key: Int, size: Double, isBold: Bool)] = []
    for key in Set(headings.map(key)) { classes.append((key, Double(key / 2) / 4, key % 2 == 1)) }
    classes.sort { ($0.size, $0.isBold ? 1 : 0) > ($1.size, $1.isBold ? 1 : 0) }
    var (levels, level): ([Int: Int], Int) = ([:], 0)
    var start: (size: Double, isBold: Bool)?
    for one in classes {
      if start.map({ one.size < 0.95 * $0.size || one.isBold != $0.isBold }) ?? true {
        level += 1
        start = (one.size, one.isBold)
      }
      levels[one.key] = min(level, 6)
    }
    return levels
  }

  private static func key(_ block: LayoutBlock) -> Int {
    (block.lines.first?.sizeClass ?? 0) * 2 + (block.isBold ? 1 : 0)
  }

  // MARK: - Elements

  private mutating func add(_ block: LayoutBlock, of page: LayoutPage) {
    if block.kind == .listItem { return addItem(block, page) }
    if !openLists.isEmpty {
      // What hangs below an item belongs to it.
      if block.kind == .paragraph, last?.page == block.page, let list = openLists.last,
        block.lead > list.indent + 0.7 * block.size, block.box.y0 >= (last?.box.y0 ?? 0)
      {
        addToItem(element("P", block, page))
        last = block
        return
      }
      closeLists()
    }
    switch block.kind {
    case .paragraph:
      if let last, goesOn(last, block), let place = result.elements.indices.last,
        result.elements[place].role == "P"
      {
        result.elements[place].goOn(in: element("P", block, page))
      } else {
        result.elements.append(element("P", block, page))
      }
      last = block
      return
    case .heading:
      let level = levels[Self.key(block)] ?? 6
      result.elements.append(element("H\(level)", block, page, marksEmphasis: false))
    case .code: result.elements.append(code(block, page))
    case .contentsItem:
      let item = element("TOCI", block, page, marksEmphasis: false)
      if let place = result.elements.indices.last, result.elements[place].role == "TOC" {
        result.elements[place].kids.append(.element(item))
      } else {
        result.elements.append(StructureElement("TOC", kids: [.element(item)]))
      }
    case .footnote:
      result.elements.append(element("Note", block, page))
      // A paragraph goes on behind footnotes.
      return
    case .caption: result.elements.append(element("Caption", block, page))
    case .table(let index):
      let table = page.tables[index].table(on: page.id)
      if let place = result.elements.indices.last, result.elements[place].role == "Table",
        last?.page != block.page,
        let joined = result.elements[place].continued(by: table)
      {
        result.elements[place] = joined
      } else {
        result.elements.append(StructureElement(table))
      }
    case .figure(let rect): result.elements.append(figure(block, rect, page))
    case .listItem: break
    }
    last = block
  }

  /// Whether a paragraph is the rest of another one, which ended with its page or its column.
  private func goesOn(_ last: LayoutBlock, _ block: LayoutBlock) -> Bool {
    guard last.kind == .paragraph, block.page > last.page || block.box.y0 < last.box.y0,
      last.page + 1 >= block.page, let end = last.lines.last, let start = block.lines.first,
      abs(end.sizeClass - start.sizeClass) <= 1, end.isUpright, start.isUpright
    else { return false }
    if let hyphen = end.text.last, "-\u{2010}\u{AD}".contains(hyphen) { return true }
    return !LayoutBlocks.endsSentence(end.text)
      && start.text.unicodeScalars.first?.properties.isLowercase == true
  }

  private func element(
    _ role: String, _ block: LayoutBlock, _ page: LayoutPage, marksEmphasis: Bool = true
  ) -> StructureElement {
    StructureElement(role, kids: LayoutPieces(block, page, marksEmphasis: marksEmphasis).kids)
  }

  /// Code that is indented farther begins here.
  private static let mostSpaces = 200.0

  private func code(_ block: LayoutBlock, _ page: LayoutPage) -> StructureElement {
    // Indents are spaces of the letters' width.
    let widths = block.lines.map { $0.box.width / Double(max($0.count, 1)) }.sorted()
    let width = max(widths[widths.count / 2], 0.1)
    var text = ""
    for (index, line) in block.lines.enumerated() {
      let indent = ((line.box.x0 - block.box.x0) / width).rounded()
      if index > 0 {
        // An empty line shows nothing.
        let gap = line.box.y0 - block.lines[index - 1].box.y1
        text += gap > 0.8 * line.box.height ? "\n\n" : "\n"
      }
      text +=
        String(repeating: " ", count: Int(exactly: min(max(indent, 0), Self.mostSpaces)) ?? 0) + line.text
    }
    return StructureElement(
      "Code", kids: [.content(StructureContent(text, on: page.id, bounds: bounds(block)))])
  }

  private func bounds(_ block: LayoutBlock) -> PageRect {
    PageRect.union(of: block.lines.map { PageRect($0.pageBox) })
  }

  private func figure(_ block: LayoutBlock, _ rect: PageRect, _ page: LayoutPage) -> StructureElement {
    var content = StructureContent(block.lines.map(\.text).joined(separator: "\n"), on: page.id, bounds: rect)
    content.hasGraphics = true
    content.imageCount = page.pictures.count { rect.contains($0.center) }
    return StructureElement("Figure", kids: [.content(content)])
  }

  // MARK: - Lists

  /// Lists that lie deeper are one with those around them.
  private static let deepestList = 10

  private mutating func addItem(_ block: LayoutBlock, _ page: LayoutPage) {
    let indent = block.lead
    let kind = block.lines[0].label
    // Of a list on a page before, places say nothing.
    let tolerance = 0.7 * block.size
    if last?.page != block.page, openLists.count > 1 { closeLists(downTo: 1) }
    while let open = openLists.last, openLists.count > 1, indent < open.indent - tolerance {
      closeLists(downTo: openLists.count - 1)
    }
    if let open = openLists.last, last?.page == block.page, indent > open.indent + tolerance,
      openLists.count < Self.deepestList
    {
      openLists.append((StructureElement("L"), indent))
    } else if openLists.isEmpty {
      openLists.append((StructureElement("L"), indent))
    } else {
      openLists[openLists.count - 1].indent = indent
    }
    let top = openLists.count - 1
    if openLists[top].list.kids.isEmpty {
      openLists[top].list.attributes["List"] = [
        "ListNumbering": .name(kind?.isOrdered == true ? "Ordered" : "Unordered")
      ]
    }
    let pieces = LayoutPieces(block, page, hasLabel: true)
    let body = StructureElement.Kid.element(StructureElement("LBody", kids: pieces.kids))
    // A bullet that is drawn says nothing.
    let label = StructureElement.Kid.element(StructureElement("Lbl", kids: pieces.label))
    openLists[top].list.kids.append(
      .element(StructureElement("LI", kids: pieces.label.isEmpty ? [body] : [label, body])))
    last = block
  }

  private mutating func addToItem(_ element: StructureElement) {
    let top = openLists.count - 1
    openLists[top].list.changeLastBody { $0.kids.append(.element(element)) }
  }

  private mutating func closeLists(downTo count: Int = 0) {
    while openLists.count > count, let closed = openLists.popLast() {
      if openLists.isEmpty {
        result.elements.append(closed.list)
      } else {
        openLists[openLists.count - 1].list.changeLastBody { $0.kids.append(.element(closed.list)) }
      }
    }
  }

  /// Puts captions into the figures and tables that they stand beside.
  private mutating func joinCaptions() {
    var joined: [StructureElement] = []
    var waiting: StructureElement?
    for element in result.elements {
      switch element.role {
      case "Caption":
        if let place = joined.indices.last, ["Figure", "Table"].contains(joined[place].role),
          !joined[place].elements.contains(where: { $0.role == "Caption" }), waiting == nil
        {
          joined[place].kids.append(.element(element))
        } else {
          if let waiting { joined.append(waiting) }
          waiting = element
        }
      case "Figure", "Table":
        var element = element
        if let caption = waiting { element.kids.insert(.element(caption), at: 0) }
        waiting = nil
        joined.append(element)
      default:
        if let waiting { joined.append(waiting) }
        waiting = nil
        joined.append(element)
      }
    }
    if let waiting { joined.append(waiting) }
    // Alone it is a paragraph.
    for index in joined.indices where joined[index].role == "Caption" {
      (joined[index].type, joined[index].role) = ("P", "P")
    }
    result.elements = joined
  }
}

extension StructureElement {
  /// Adds the rest of a paragraph, from the next column or page.
  fileprivate mutating func goOn(in rest: StructureElement) {
    var rest = rest.kids
    if case .content(var end)? = kids.last, case .content(var start)? = rest.first,
      let hyphen = end.text.unicodeScalars.last, let first = start.text.unicodeScalars.first,
      let isKept = hyphen.isHyphenKept(after: end.text.unicodeScalars.dropLast().last, before: first)
    {
      if !isKept { end.text.unicodeScalars.removeLast() }
      start.isJoined = true
      kids[kids.count - 1] = .content(end)
      rest[0] = .content(start)
    }
    kids += rest
  }

  /// Changes the body of the last item of a list.
  fileprivate mutating func changeLastBody(_ change: (inout StructureElement) -> Void) {
    guard case .element(var item)? = kids.last, case .element(var body)? = item.kids.last else { return }
    change(&body)
    item.kids[item.kids.count - 1] = .element(body)
    kids[kids.count - 1] = .element(item)
  }
}
