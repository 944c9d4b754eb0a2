/// Finds headings by the size of their letters, for documents that do not say what is one.
///
/// The size that most letters have is that of the text, and so are others that many lines of a page have. Lines whose letters are larger are headings, the largest on the first level;
/// sizes that differ by less than a twentieth are one. What stands on many pages, such as the name of a chapter above each, is none.
package struct TextHeadings {
  /// A line of a page.
  package struct Line: Sendable, Hashable {
    package let text: String
    /// The height of its letters, in points.
    package let size: Double
    /// Its upper left corner, in page space.
    package let start: PagePoint
    /// Where it ends downwards, in page space.
    package let bottom: Double
    /// The index of its page.
    package let page: Int

    package init(text: String, size: Double, start: PagePoint, bottom: Double, page: Int) {
      (self.text, self.size, self.start, self.bottom, self.page) = (text, size, start, bottom, page)
    }
  }

  package struct Heading: Sendable, Hashable {
    package var line: Line
    /// The whole text, of all of its lines.
    package var text: String
    /// From 1.
    package var level: Int
  }

  /// How many levels there are: smaller headings are on the last.
  private static let mostLevels = 6
  private static let longest = 200
  /// How much larger than the text letters of a heading are.
  private static let leastFactor = 1.12

  /// The headings in the order of the lines.
  ///
  /// - Complexity: O(n log n).
  package static func headings(among lines: [Line], pageCount: Int) -> [Heading] {
    var uses: [Int: Use] = [:]
    for line in lines { uses[sizeClass(line.size), default: Use()].add(line) }
    let total = uses.values.reduce(0) { $0 + $1.characters }
    guard let usual = uses.max(by: { ($0.value.characters, -$0.key) < ($1.value.characters, -$1.key) })?.key
    else {
      return []
    }
    let least = Double(usual) / 4 * leastFactor
    // Letters of another font may be larger at the same size, as those of programs are.
    let texts = Set(uses.filter { $0.value.isText(of: total) }.keys)
    var large = lines.filter { line in
      line.size >= least && !texts.contains(sizeClass(line.size)) && isTitle(line.text)
    }
    let repeated = running(large, pageCount: pageCount)
    large.removeAll { repeated.contains(withoutNumbers($0.text)) }
    let levels = levels(of: large.map(\.size))
    var result: [Heading] = []
    for line in large {
      let level = levels(line.size)
      // A heading of several lines.
      if let last = result.last, last.level == level, last.line.page == line.page,
        line.bottom < last.line.bottom, last.line.bottom - line.start.y < line.size * 0.9,
        last.text.count + line.text.count < longest
      {
        result[result.count - 1].text += " " + line.text
        result[result.count - 1].line = Line(
          text: last.line.text, size: last.line.size, start: last.line.start, bottom: line.bottom,
          page: line.page)
        continue
      }
      result.append(Heading(line: line, text: line.text, level: level))
    }
    return result
  }

  /// How much is set in a size.
  private struct Use {
    var characters = 0
    var lines = 0
    var pages = 0
    var lastPage = -1

    mutating func add(_ line: Line) {
      characters += line.text.unicodeScalars.count
      lines += 1
      if line.page != lastPage { pages += 1 }
      lastPage = line.page
    }

    /// Whether there is too much of it for headings, of all characters and on the pages that have some.
    func isText(of total: Int) -> Bool { characters * 25 > total && lines >= pages * 4 }
  }

  /// Sizes that differ by less than a quarter of a point are one.
  private static func sizeClass(_ size: Double) -> Int { Int((min(size, 1e6) * 4).rounded()) }

  private static func isTitle(_ text: String) -> Bool {
    text.count <= longest && text.unicodeScalars.count(where: \.properties.isAlphabetic) > 1
  }

  private static func withoutNumbers(_ text: String) -> String {
    text.filter { !$0.isNumber && !$0.isWhitespace }
  }

  /// What stands on so many pages that it is no heading.
  private static func running(_ lines: [Line], pageCount: Int) -> Set<String> {
    var pages: [String: Set<Int>] = [:]
    for line in lines { pages[withoutNumbers(line.text), default: []].insert(line.page) }
    let most = max(3, pageCount / 4)
    return Set(pages.filter { $0.value.count > most }.keys)
  }

  /// What says the level of a size.
  private static func levels(of sizes: [Double]) -> (Double) -> Int {
    var starts: [Double] = []
    for size in Set(sizes).sorted(by: >) where starts.last.map({ size < $0 * 0.95 }) ?? true {
      starts.append(size)
    }
    return { size in
      let level = starts.firstIndex { size >= $0 * 0.95 } ?? starts.count
      return min(level + 1, mostLevels)
    }
  }
}

extension PageText {
  /// The lines of the page with the sizes of their letters.
  ///
  /// - Parameters:
  ///   - page: The index of the page.
  ///   - isSideways: Whether the page is turned on its side, so that lines run along its height.
  package func sizedLines(page: Int, isSideways: Bool) -> [TextHeadings.Line] {
    // Of lines in several fonts the smaller letters count: headings are in one.
    zip(lineRanges, lineBoxes).compactMap { range, box in
      let sizes = range.compactMap { index -> Double? in
        guard !characters[index].properties.isWhitespace else { return nil }
        let box = boxes[index]
        return Double(isSideways ? box.z - box.x : box.w - box.y)
      }.sorted()
      guard !sizes.isEmpty else { return nil }
      let text = Self.string(of: characters[range]).split(whereSeparator: \.isWhitespace).joined(
        separator: " ")
      return TextHeadings.Line(
        text: text, size: sizes[sizes.count / 5], start: PagePoint(x: Double(box.x), y: Double(box.w)),
        bottom: Double(box.y), page: page)
    }
  }
}
