/// What the pages of a document have in common: the size of its text, and what stands at the edge of page after page.
struct LayoutStatistics {
  /// The size that most letters have, in points; 0 without text.
  private(set) var bodySize = 0.0
  /// Whether most letters are bold.
  private(set) var isBodyBold = false
  /// Other sizes that whole texts are set in: these are no headings. In quarters of points.
  private(set) var textSizes: Set<Int> = []
  /// How far apart most baselines of the text are, in sizes; `nil` if that is not known.
  private(set) var leading: Double?
  /// The lines at the edges of pages that come again, by pages.
  private(set) var runningLines: [Set<Int>] = []

  init(_ pages: [LayoutPage]) {
    findSizes(pages)
    findLeading(pages)
    findRunningLines(pages)
  }

  // MARK: - Sizes

  /// How much is set in a size.
  private struct Use {
    var characters = 0
    var bold = 0
    var lines = 0
    var pages = 0
    var lastPage = -1

    mutating func add(_ line: LayoutLine, page: Int) {
      characters += line.count
      bold += line.isBold ? line.count : 0
      lines += 1
      if page != lastPage { pages += 1 }
      lastPage = page
    }

    /// Whether there is too much of it for headings, of all characters and on the pages that have some.
    func isText(of total: Int) -> Bool { characters * 25 > total && lines >= pages * 4 }
  }

  private mutating func findSizes(_ pages: [LayoutPage]) {
    var uses: [Int: Use] = [:]
    for (number, page) in pages.enumerated() {
      for line in page.lines { uses[line.sizeClass, default: Use()].add(line, page: number) }
    }
    let total = uses.values.reduce(0) { $0 + $1.characters }
    guard let usual = uses.max(by: { ($0.value.characters, -$0.key) < ($1.value.characters, -$1.key) }) else {
      return
    }
    bodySize = Double(usual.key) / 4
    isBodyBold = usual.value.bold * 2 > usual.value.characters
    // Letters of another font may be larger at the same size, as those of programs are.
    textSizes = Set(uses.filter { $0.value.isText(of: total) }.keys)
  }

  /// Baselines of one text are so far apart, in sizes, and those that most others are as far apart as, to this, are usual.
  private static let leadings = 0.8...1.9
  private static let usualPart = 0.5
  private static let leadingTolerance = 0.05
  private static let fewestLeadings = 8

  private mutating func findLeading(_ pages: [LayoutPage]) {
    var found: [Double] = []
    let body = Int(exactly: (bodySize * 4).rounded()) ?? 0
    for page in pages {
      for (line, next) in zip(page.lines, page.lines.dropFirst())
      where line.sizeClass == body && next.sizeClass == body && line.isUpright && next.isUpright
        && line.box.shareOfWidth(with: next.box) > 0.3
      {
        let distance = (next.box.y1 - line.box.y1) / max(line.size, 0.1)
        if Self.leadings.contains(distance) { found.append(distance) }
      }
    }
    guard found.count >= Self.fewestLeadings else { return }
    let middle = found.sorted()[found.count / 2]
    let alike = found.count { abs($0 - middle) < Self.leadingTolerance }
    if Double(alike) >= Self.usualPart * Double(found.count) { leading = middle }
  }

  // MARK: - Headers and footers

  /// Which part of a page, from its top and its bottom, has headers and footers.
  private static let edge = 0.12
  /// And which part may have numbers of pages.
  private static let numberEdge = 0.2
  /// What comes again stands at one height but for this, in points, and after so many pages at most.
  private static let tolerance = 3.0
  private static let nextPages = 3

  /// Where a line stands, from its own edge of the page: pages may differ in height.
  private static func row(of line: LayoutLine, isTop: Bool, _ height: Double) -> Int? {
    Int(exactly: ((isTop ? line.box.y1 : height - line.box.y1) / tolerance).rounded())
  }

  private struct Place: Hashable {
    let isTop: Bool
    let row: Int
    let text: String
  }

  private mutating func findRunningLines(_ pages: [LayoutPage]) {
    runningLines = pages.map { _ in [] }
    guard pages.count > 1 else { return }
    var seen: [Place: [(page: Int, line: Int)]] = [:]
    for (number, page) in pages.enumerated() {
      let largest = page.lines.map(\.size).max() ?? 0
      for (index, line) in page.lines.enumerated() {
        let distanceOfMiddle = min(line.box.middleY, page.view.viewSize.height - line.box.middleY)
        guard line.isUpright, distanceOfMiddle < Self.numberEdge * page.view.viewSize.height else { continue }
        let text = Self.withoutNumbers(line.text)
        // The heads of chapters are numbered, and what is largest on their page.
        if !text.isEmpty, line.size >= LayoutBlocks.headingFactor * bodySize, line.size >= largest - 0.1,
          line.text.unicodeScalars.contains(where: { $0.properties.numericType != nil })
        {
          continue
        }
        guard text.isEmpty || distanceOfMiddle < Self.edge * page.view.viewSize.height else { continue }
        let isTop = line.box.middleY < page.view.viewSize.height / 2
        guard let row = Self.row(of: line, isTop: isTop, page.view.viewSize.height) else { continue }
        for near in row - 1...row + 1 {
          let place = Place(isTop: isTop, row: near, text: text)
          if near == row, seen[place]?.last?.page != number {
            seen[place, default: []].append((number, index))
          }
          // The same, a little higher or lower.
          guard let last = seen[place]?.last(where: { $0.page != number }),
            number - last.page <= Self.nextPages
          else { continue }
          runningLines[number].insert(index)
          runningLines[last.page].insert(last.line)
        }
      }
    }
    addFirstsOfChapters(pages)
  }

  /// Where most pages have a running line, the lines of the others are ones too: headers that name a short chapter.
  private mutating func addFirstsOfChapters(_ pages: [LayoutPage]) {
    for isTop in [true, false] {
      var rows: [Int: Int] = [:]
      func row(_ line: LayoutLine, _ height: Double) -> Int? {
        guard (line.box.middleY < Self.edge * height) == isTop else { return nil }
        return Self.row(of: line, isTop: isTop, height)
      }
      for (number, page) in pages.enumerated() {
        for found in Set(runningLines[number].compactMap { row(page.lines[$0], page.view.viewSize.height) }) {
          rows[found, default: 0] += 1
        }
      }
      let usual = Set(rows.filter { $0.value * 2 > pages.count }.keys)
      guard !usual.isEmpty else { continue }
      for (number, page) in pages.enumerated() {
        // The one that is the farthest out.
        let outermost = page.lines.indices.filter { page.lines[$0].isUpright }.min { a, b in
          isTop
            ? page.lines[a].box.y0 < page.lines[b].box.y0 : page.lines[a].box.y1 > page.lines[b].box.y1
        }
        guard let outermost, let found = row(page.lines[outermost], page.view.viewSize.height),
          usual.contains(found)
        else { continue }
        runningLines[number].insert(outermost)
      }
    }
  }

  /// A text without what counts pages.
  private static func withoutNumbers(_ text: String) -> String {
    let isRoman = text.utf8.allSatisfy { "ivxlc".utf8.contains($0) }
    if isRoman { return "" }
    var result = ""
    result.unicodeScalars.append(
      contentsOf: text.unicodeScalars.lazy.filter { !$0.isSpace && $0.properties.numericType == nil })
    return result
  }
}
