/// Lines of a page that belong together, or a table, or a figure.
struct LayoutBlock {
  enum Kind: Equatable {
    case paragraph
    case heading
    case listItem
    case code
    /// A line of a table of contents.
    case contentsItem
    case footnote
    case caption
    case table(Int)
    case figure(PageRect)
  }

  var kind = Kind.paragraph
  var lines: [LayoutLine] = []
  var box: TableBox
  /// The number of its page.
  let page: Int

  /// What most of its lines are set in.
  var size: Double { lines.map(\.size).max() ?? 0 }
  var isBold: Bool { !lines.isEmpty && lines.allSatisfy(\.isBold) }
  var isMonospaced: Bool { !lines.isEmpty && lines.allSatisfy(\.isMonospaced) }
  /// Whether it has capital letters and no small ones.
  var isInCapitals: Bool {
    let scalars = lines.lazy.flatMap(\.text.unicodeScalars)
    return !scalars.contains(where: \.properties.isLowercase)
      && scalars.count(where: \.properties.isUppercase) >= Self.fewestCapitals
  }
  /// Shorter ones are abbreviations.
  private static let fewestCapitals = 4
  var characterCount: Int { lines.reduce(0) { $0 + $1.count } }
  var isText: Bool {
    switch kind {
    case .table, .figure: false
    default: true
    }
  }

  /// Where it begins along the direction of its first line, and where it ends.
  var lead: Double { box.lead(lines.first?.isRightToLeft == true) }
  var trail: Double { box.trail(lines.first?.isRightToLeft == true) }

  init(_ line: LayoutLine, page: Int) { (lines, box, self.page) = ([line], line.box, page) }

  init(_ kind: Kind, box: TableBox, lines: [LayoutLine], page: Int) {
    (self.kind, self.box, self.lines, self.page) = (kind, box, lines, page)
  }

  mutating func append(_ line: LayoutLine) {
    lines.append(line)
    box = box.united(with: line.box)
  }
}

/// The blocks of a page, in the order of reading.
struct LayoutBlocks {
  private(set) var blocks: [LayoutBlock] = []
  /// Lines that stand at the edge of page after page.
  private(set) var running: [LayoutLine] = []
  private let statistics: LayoutStatistics
  private let number: Int

  /// A picture is a figure from this part of a page on; one that is larger is a page that was scanned, if there is text on it.
  private static let smallestFigure = 0.004
  private static let largestFigure = 0.85
  private static let mostFigures = 200

  init(_ layout: LayoutPage, page: Int, _ statistics: LayoutStatistics) {
    (self.statistics, number) = (statistics, page)
    let (view, lines) = (layout.view, layout.lines)
    let (runningLines, area) = (
      statistics.runningLines[page], view.viewSize.width * view.viewSize.height
    )
    let tables = layout.tables.map { table in
      TableBox(view.viewRect(PageRect.union(of: table.cells.map(\.bounds)))).widened(by: 1)
    }
    let figures = Self.figures(layout, area, isTextPage: lines.count > 2)
    var (startedTables, startedFigures): ([Int: Bool], [Int: Int]) = ([:], [:])
    for (index, line) in lines.enumerated() {
      if let table = tables.firstIndex(where: { $0.contains(x: line.box.middleX, y: line.box.middleY) }) {
        if startedTables.updateValue(true, forKey: table) == nil {
          blocks.append(LayoutBlock(.table(table), box: tables[table], lines: [], page: page))
        }
        continue
      }
      if runningLines.contains(index) {
        running.append(line)
        continue
      }
      let figure = figures.firstIndex { $0.box.contains(x: line.box.middleX, y: line.box.middleY) }
      if let figure {
        if let place = startedFigures[figure] {
          blocks[place].lines.append(line)
        } else {
          startedFigures[figure] = blocks.count
          blocks.append(
            LayoutBlock(.figure(figures[figure].rect), box: figures[figure].box, lines: [line], page: page))
        }
        continue
      }
      if let last = blocks.indices.last, blocks[last].isText, continues(blocks[last], line) {
        blocks[last].append(line)
      } else {
        blocks.append(LayoutBlock(line, page: page))
      }
    }
    // What has no text stands before what is below it.
    for (index, figure) in figures.enumerated() where startedFigures[index] == nil {
      let place = blocks.firstIndex {
        $0.box.y0 >= figure.box.y1 - 2 && $0.box.shareOfWidth(with: figure.box) > 0
      }
      blocks.insert(
        LayoutBlock(.figure(figure.rect), box: figure.box, lines: [], page: page), at: place ?? blocks.count)
    }
    classify()
  }

  /// Pictures and drawings that are large enough, those that touch made one.
  private static func figures(
    _ layout: LayoutPage, _ area: Double, isTextPage: Bool
  ) -> [(box: TableBox, rect: PageRect)] {
    var boxes: [TableBox] = []
    let page = TableBox(
      x0: 0, y0: 0, x1: layout.view.viewSize.width, y1: layout.view.viewSize.height)
    for rect in (layout.pictures + layout.drawings).prefix(mostFigures) {
      var box = TableBox(layout.view.viewRect(rect)).clipped(to: page)
      guard box.width > 0, box.height > 0 else { continue }
      if isTextPage, box.width * box.height > largestFigure * area { continue }
      while let other = boxes.firstIndex(where: { $0.touches(box) }) {
        box = box.united(with: boxes.remove(at: other))
      }
      boxes.append(box)
    }
    return boxes.filter {
      $0.width * $0.height >= smallestFigure * area
        && (!isTextPage || $0.width * $0.height <= largestFigure * area)
    }.sorted { ($0.y0, $0.x0) < ($1.y0, $1.x0) }.map { ($0, layout.view.pageRect($0.viewRect)) }
  }

  // MARK: - Which lines belong together

  /// How far apart the baselines of a paragraph are at most, in sizes, and by how much farther than the ones before.
  private static let widestLeading = 1.9
  private static let leadingFactor = 1.25
  /// How far the first line of a paragraph is indented, in sizes.
  private static let indents = 0.7...6.0

  private func continues(_ block: LayoutBlock, _ line: LayoutLine) -> Bool {
    guard let last = block.lines.last, last.isUpright == line.isUpright else { return false }
    guard line.isUpright else { return line.box.widened(by: line.size).touches(block.box) }
    let size = max(last.size, line.size)
    // On the same baseline, as what stands behind a number.
    if line.box.shareOfHeight(with: last.box) > 0.6 {
      return line.lead - last.trail < 4 * size && line.lead > last.lead
    }
    guard abs(last.sizeClass - line.sizeClass) <= max(1, last.sizeClass / 16), last.isBold == line.isBold,
      last.isMonospaced == line.isMonospaced, line.box.shareOfWidth(with: block.box) > 0.3
    else { return false }
    let leading = line.box.y1 - last.box.y1
    guard leading > 0, leading < Self.widestLeading * size else { return false }
    if let former = block.lines.dropLast().last, former.box.shareOfHeight(with: last.box) <= 0.6,
      leading > Self.leadingFactor * (last.box.y1 - former.box.y1) + 0.5
    {
      return false
    }
    if line.isMonospaced { return true }
    // The first two lines of a block stand as far apart as those of the text do.
    if block.lines.count == 1, let usual = statistics.leading, abs(size - statistics.bodySize) < 0.13,
      leading > Self.leadingFactor * usual * size + 0.5
    {
      return false
    }
    if ListLabel.endsContentsItem(last.text) { return false }
    if let label = line.label, begins(label, line, behind: last, in: block) { return false }
    if line.startsRaised { return false }
    let indent = line.lead - block.lead
    // A first line that is indented follows the end of a sentence; an item hangs from its label.
    let isIndented = Self.indents.contains(indent / size)
    if isIndented, block.lines[0].label == nil, abs(last.lead - block.lead) < 0.5 * size,
      Self.endsSentence(last.text)
    {
      return false
    }
    // What hangs from its first line is over where another one begins as that.
    if block.lines.count > 1, !block.lines[0].hasInitial, abs(line.lead - block.lines[0].lead) < 0.3 * size,
      block.lines.dropFirst().allSatisfy({ Self.indents.contains(($0.lead - block.lines[0].lead) / size) })
    {
      return false
    }
    // Behind a short line that ends a sentence.
    if block.box.width > 12 * size, last.trail < block.trail - 0.35 * block.box.width,
      Self.endsSentence(last.text), abs(last.lead - block.lead) < 3 * size
    {
      return false
    }
    return true
  }

  /// Whether a line that may begin with a label does: lines of a text may begin with a dash or a number too.
  private func begins(
    _ label: ListLabel, _ line: LayoutLine, behind last: LayoutLine, in block: LayoutBlock
  ) -> Bool {
    let size = max(last.size, line.size)
    return label.isSure || last.label != nil || abs(line.lead - last.lead) > 0.3 * size
      || Self.endsSentence(last.text) || last.trail < block.trail - 2 * size
  }

  static func endsSentence(_ text: String) -> Bool {
    guard let last = text.last(where: { !$0.isWhitespace && !"”\"»’)]".contains($0) }) else { return false }
    return ".?!:;。؟".contains(last)
  }

  // MARK: - What they are

  /// How much larger than the text letters of a heading are, and how long it is at most.
  static let headingFactor = 1.12
  /// The same for one that stands alone above what is set in the size of the text.
  private static let smallHeadingFactor = 1.06
  private static let longestHeading = 200
  private static let mostHeadingLines = 4
  /// How small footnotes are, of the size of the text.
  private static let footnoteFactor = 0.93

  private mutating func classify() {
    for index in blocks.indices where blocks[index].isText {
      let block = blocks[index]
      guard let first = block.lines.first else { continue }
      if isHeading(block, followedBy: index + 1 < blocks.count ? blocks[index + 1] : nil) {
        blocks[index].kind = .heading
      } else if block.isMonospaced, !isAllMonospaced {
        blocks[index].kind = .code
      } else if block.lines.last.map({ ListLabel.endsContentsItem($0.text) }) == true {
        blocks[index].kind = .contentsItem
      } else if CaptionWords.matches(first.text), isBesideFigure(index) {
        blocks[index].kind = .caption
      } else if block.size <= Self.footnoteFactor * statistics.bodySize,
        first.startsRaised || ListLabel.isNoteSign(first.text), isLastOfColumn(block)
      {
        blocks[index].kind = .footnote
      } else if let label = first.label, !label.isReference {
        blocks[index].kind = .listItem
      }
    }
    keepListsOnly()
    joinCode()
  }

  /// Empty lines between lines of code are at most so high, in sizes.
  private static let codeGap = 4.0

  /// Joins code that empty lines divide.
  private mutating func joinCode() {
    var joined: [LayoutBlock] = []
    joined.reserveCapacity(blocks.count)
    for block in blocks {
      if block.kind == .code, let last = joined.indices.last, joined[last].kind == .code,
        (0...Self.codeGap * block.size).contains(block.box.y0 - joined[last].box.y1 + 0.5 * block.size),
        block.box.shareOfWidth(with: joined[last].box) > 0
      {
        joined[last].lines += block.lines
        joined[last].box = joined[last].box.united(with: block.box)
      } else {
        joined.append(block)
      }
    }
    blocks = joined
  }

  /// Whether nothing larger stands below a block.
  private func isLastOfColumn(_ block: LayoutBlock) -> Bool {
    !blocks.contains {
      $0.box.y0 > block.box.y1 && $0.box.shareOfWidth(with: block.box) > 0 && $0.size > block.size
    }
  }

  private var isAllMonospaced: Bool {
    blocks.allSatisfy { !$0.isText || $0.isMonospaced }
  }

  private func isHeading(_ block: LayoutBlock, followedBy next: LayoutBlock?) -> Bool {
    guard let first = block.lines.first, first.isUpright, first.label?.isSure != true,
      block.lines.count <= Self.mostHeadingLines,
      block.characterCount <= Self.longestHeading,
      block.lines.reduce(0, { $0 + $1.text.unicodeScalars.count(where: \.isAlphabetic) }) > 1
    else { return false }
    if block.size >= Self.headingFactor * statistics.bodySize,
      !statistics.textSizes.contains(first.sizeClass)
    {
      return true
    }
    // Bold, in capitals, or a little larger than what follows.
    guard block.lines.count <= 2, block.size >= 0.95 * statistics.bodySize,
      let last = block.lines.last?.text.last(where: { !$0.isWhitespace }), !".,;:".contains(last),
      !CaptionWords.matches(first.text), let next, next.isText, next.box.y0 > block.box.y0
    else { return false }
    if block.isBold { return !statistics.isBodyBold && !next.isBold }
    guard first.label == nil, next.characterCount > 2 * block.characterCount else { return false }
    if block.isInCapitals { return !next.isInCapitals }
    return block.lines.count == 1 && block.size >= Self.smallHeadingFactor * statistics.bodySize
      && !statistics.textSizes.contains(first.sizeClass) && next.size < block.size
  }

  /// How far a caption is from what it is of, in sizes.
  private static let captionDistance = 3.0

  private func isBesideFigure(_ index: Int) -> Bool {
    let block = blocks[index]
    return [index - 1, index + 1].contains { other in
      guard blocks.indices.contains(other), !blocks[other].isText else { return false }
      let gap = max(blocks[other].box.y0 - block.box.y1, block.box.y0 - blocks[other].box.y1)
      return gap < Self.captionDistance * block.size
    }
  }

  /// Items whose labels say nothing are a list only if another one follows: a dash may begin speech, a letter a name.
  private mutating func keepListsOnly() {
    for index in blocks.indices {
      guard case .listItem = blocks[index].kind, let label = blocks[index].lines[0].label,
        !label.isSure
      else { continue }
      let isAmong = [index - 1, index + 1].contains { other in
        guard blocks.indices.contains(other), blocks[other].isText,
          let next = blocks[other].lines.first?.label
        else { return false }
        return other > index ? next.follows(label) : label.follows(next)
      }
      if !isAmong { blocks[index].kind = .paragraph }
    }
  }
}

extension TableBox {
  fileprivate func clipped(to other: TableBox) -> TableBox {
    TableBox(x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }
}
