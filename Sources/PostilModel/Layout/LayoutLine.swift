/// A line of a page's text as the structure of the page is told by it. Places are those of the page as it is seen, `y` growing downwards,
/// in points.
struct LayoutLine: Sendable {
  /// How many characters it has.
  let count: Int
  let box: TableBox
  /// The box around its letters, in page space.
  let pageBox: SIMD4<Float>
  /// What most of its letters are.
  let size: Double
  let isBold: Bool
  let isItalic: Bool
  let isMonospaced: Bool
  /// Whether its letters stand upright, one beside the other.
  let isUpright: Bool
  /// Whether it begins with a small raised sign, as footnotes do.
  let startsRaised: Bool
  let text: String
  /// Its text in pieces.
  let pieces: [LayoutPiece]
  /// What it begins with, if that may be the label of an item.
  let label: ListLabel?
  /// How many pieces the label takes.
  let labelPieceCount: Int

  /// Whether it begins with a large letter beside which other lines stand too.
  let hasInitial: Bool

  /// Lines that are taller, in sizes, have a letter that is larger than theirs.
  private static let tallest = 2.0

  /// Whether most of its letters are written from the right to the left.
  let isRightToLeft: Bool

  /// Where it begins along its direction, and where it ends.
  var lead: Double { box.lead(isRightToLeft) }
  var trail: Double { box.trail(isRightToLeft) }

  /// How far a bullet stands before its item that is drawn and no letter, in sizes, and how large it is.
  private static let markDistance = 0.1...2.6
  private static let markSize = 0.12...0.8

  /// Whether a bullet is drawn before a line.
  private static func hasMark(
    before line: TableBox, _ isRightToLeft: Bool, _ size: Double, _ marks: LinkRows
  ) -> Bool {
    var near = line
    let reach = (markDistance.upperBound + markSize.upperBound) * size
    if isRightToLeft {
      (near.x0, near.x1) = (line.x1, line.x1 + reach)
    } else {
      (near.x0, near.x1) = (line.x0 - reach, line.x0)
    }
    let found = marks.links(touching: near).map(marks.box)
    // With others beside it, it is a part of a drawing.
    guard found.count == 1, let mark = found.first, mark.middleY > line.y0, mark.middleY < line.y1 else {
      return false
    }
    let gap = line.lead(isRightToLeft) - mark.trail(isRightToLeft)
    return markDistance.contains(gap / size) && markSize.contains(max(mark.width, mark.height) / size)
  }

  /// The class of its size: sizes that differ by less than a quarter of a point are one.
  var sizeClass: Int { Int(exactly: (min(size, 1e6) * 4).rounded()) ?? 0 }

  /// The lines of a page.
  ///
  /// - Complexity: O(*n*) in the number of characters.
  static func lines(of layout: PageLayout) -> [LayoutLine] {
    let text = layout.text
    var runs = text.styles.runs[...]
    let links = LinkRows(layout.links.lazy.map(\.rect), layout.view)
    let marks = LinkRows(layout.marks, layout.view)
    return zip(text.lineRanges, text.lineBoxes).compactMap { range, box in
      while let run = runs.first, run.range.upperBound <= range.lowerBound { runs = runs.dropFirst() }
      return LayoutLine(
        range, box, runs.prefix { $0.range.lowerBound < range.upperBound }, links, marks, layout)
    }
  }

  private init?(
    _ range: Range<Int>, _ box: SIMD4<Float>, _ runs: ArraySlice<TextStyles.Run>, _ links: LinkRows,
    _ marks: LinkRows, _ layout: PageLayout
  ) {
    guard let first = runs.first else { return nil }
    let styles = layout.text.styles.styles
    var sizes: [Int: Int] = [:]
    var (bold, italic, fixed, all) = (0, 0, 0, 0)
    for run in runs {
      let style = styles[run.style]
      let count = layout.text.characters[run.range].count { !$0.isSpace }
      sizes[Int(exactly: (min(style.fontSize, 1e6) * 20).rounded()) ?? 0, default: 0] += count
      all += count
      bold += style.isBold ? count : 0
      italic += style.isItalic ? count : 0
      fixed += style.isMonospaced ? count : 0
    }
    guard all > 0, let most = sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
    (count, pageBox) = (range.count, box)
    size = Double(most.key) / 20
    // All letters of East Asian scripts are of one width.
    let eastAsian = layout.text.characters[range].count(where: \.isEastAsian)
    (isBold, isItalic, isMonospaced) = (
      bold * 10 >= all * 9, italic * 10 >= all * 9, (fixed - eastAsian) * 10 >= all * 9
    )
    let leftward = layout.text.characters[range].count(where: \.isRightToLeft)
    isRightToLeft = leftward > 0 && 2 * leftward > layout.text.characters[range].count(where: \.isAlphabetic)
    func point(_ place: SIMD2<Float>) -> ViewPoint {
      layout.view.viewPoint(PagePoint(x: Double(place.x), y: Double(place.y)))
    }
    var seen = TableBox(layout.view.viewRect(PageRect(box)))
    let usual = runs.first { abs(styles[$0.style].fontSize - Double(most.key) / 20) < 0.1 }
    hasInitial = seen.height > Self.tallest * size && seen.width > seen.height && usual != nil
    if hasInitial, let usual {
      // A large first letter reaches over other lines.
      let baseline = point(usual.baseline.lowHalf).y
      seen.y0 = max(seen.y0, baseline - size)
      seen.y1 = max(seen.y0, min(seen.y1, baseline + 0.25 * size))
    }
    self.box = seen
    let (start, end) = (point(first.baseline.lowHalf), point(first.baseline.highHalf))
    isUpright = end.x - start.x >= abs(end.y - start.y)
    let next = runs.dropFirst().first
    startsRaised =
      next.map { next in
        let (small, large) = (styles[first.style].fontSize, styles[next.style].fontSize)
        return small < 0.85 * large && point(next.baseline.lowHalf).y - start.y > 0.15 * large
      } ?? false
    text = PageText.string(of: layout.text.characters[range])
    let label =
      ListLabel(text)
      ?? (isUpright && Self.hasMark(before: self.box, isRightToLeft, size, marks) ? ListLabel.drawn : nil)
    let labelEnd = label.map { range.lowerBound + min($0.length, range.count) }
    pieces = LayoutPiece.pieces(
      of: range, runs, cut: labelEnd, links: links.links(touching: self.box), in: layout)
    self.label = label
    var (length, labelPieces) = (0, 0)
    if let label {
      while length < label.length, labelPieces < pieces.count {
        length += pieces[labelPieces].text.unicodeScalars.count
        labelPieces += 1
      }
    }
    labelPieceCount = labelPieces
  }
}

extension TableBox {
  /// Where it begins for what is written in a direction, growing in this direction, and where it ends.
  func lead(_ isRightToLeft: Bool) -> Double { isRightToLeft ? -x1 : x0 }
  func trail(_ isRightToLeft: Bool) -> Double { isRightToLeft ? -x0 : x1 }

  /// How much of the narrower of two lies over or under the other, 0 to 1.
  func shareOfWidth(with other: TableBox) -> Double {
    let shared = min(x1, other.x1) - max(x0, other.x0)
    return max(0, shared) / max(min(width, other.width), 0.1)
  }

  /// How much of the flatter of two lies beside the other, 0 to 1.
  func shareOfHeight(with other: TableBox) -> Double {
    let shared = min(y1, other.y1) - max(y0, other.y0)
    return max(0, shared) / max(min(height, other.height), 0.1)
  }
}
