import Foundation
import PostilModel

/// The lines of a content: glyphs that stand on one baseline, with what stands above and below it.
///
/// Lines come in the order in which they are painted, which producers keep the order of reading in; what is painted later and stands
/// beside or within an earlier line joins that.
struct TextLines {
  struct Line {
    /// The glyphs in the order in which they are painted, by their places in ``PageGlyphs/glyphs``.
    fileprivate(set) var glyphs: [Int]
    /// The unit vector along the baseline, and that across it, to where the tops of letters are.
    fileprivate(set) var way: PagePoint
    fileprivate(set) var up: PagePoint
    /// Where the baseline is, across it.
    fileprivate(set) var across: Double
    /// How tall the letters on the baseline are.
    fileprivate(set) var size: Double
    /// From where to where it reaches along the baseline.
    fileprivate(set) var extent: ClosedRange<Double>
    let isVertical: Bool
    /// Whether the letters follow a curve: then they are not sorted.
    fileprivate(set) var isCurved = false
    /// Whether upright letters stand one under the other: vertical writing that is painted letter by letter.
    fileprivate(set) var isStacked = false
    /// Whether nothing but spaces was met.
    fileprivate(set) var isBlank: Bool
    /// Whether letters that are written from the right were met.
    fileprivate(set) var hasRightToLeft = false
    /// Whether nothing but accents was met, whose letters come behind.
    fileprivate(set) var isMark = false
  }

  private(set) var lines: [Line] = []

  /// How many lines may have been begun since the one that a piece continues in the middle of a word.
  private static let joinedLines = 4
  /// Among how many pieces before it a piece may have a copy.
  private static let copiedPieces = 8
  /// How many glyphs are looked at for gaps that later pieces may fill, on a page.
  private static let mostLooks = 10_000_000

  /// - Parameter glyphs: The glyphs that belong to the text, in the order in which they are painted.
  /// - Complexity: O(*n* log *n*) in the number of glyphs.
  init(_ page: PageGlyphs, _ glyphs: some Sequence<Int>) {
    var pieces: [Line] = []
    // Of Type 3 glyphs that the font has no text of, what their drawings show is text.
    var drawingIsKnown = false
    for index in glyphs {
      let glyph = page.glyphs[index]
      switch glyph.layer {
      case .plain: break
      case .drawing:
        drawingIsKnown = !page.scalars[glyph.text].allSatisfy { $0 == "\u{FFFD}" }
        guard drawingIsKnown else { continue }
      case .drawn: guard !drawingIsKnown else { continue }
      }
      guard let placed = Placed(glyph, page) else { continue }
      if let last = pieces.indices.last, pieces[last].take(placed, index, page) { continue }
      var piece = Line(placed, index)
      piece.isMark = page.isMark(glyph)
      pieces.append(piece)
    }
    join(Self.stacked(pieces, page), page)
  }

  // MARK: - Vertical writing

  /// How many letters one under the other are a line at least, and how far they stand from each other, in sizes: lines of
  /// horizontal writing are farther apart, punctuation marks are nearer.
  private static let shortestStack = 3
  private static let stackStep = 0.4...1.1

  /// The pieces, with those that are single letters of vertical writing made one.
  private static func stacked(_ pieces: [Line], _ page: PageGlyphs) -> [Line] {
    var result: [Line] = []
    result.reserveCapacity(pieces.count)
    var start = 0
    while start < pieces.count {
      var end = start + 1
      if pieces[start].isStackable(page) {
        while end < pieces.count, pieces[end].isStackable(page),
          pieces[end - 1].isStacked(on: pieces[end], stackStep)
        {
          end += 1
        }
      }
      // Behind such a line a single letter may be the rest of it, in the next column.
      let isRest = result.last?.isStacked == true && pieces[start].isStackable(page)
      if end - start >= (isRest ? 1 : shortestStack) {
        result.append(Line(stack: pieces[start..<end]))
      } else {
        result += pieces[start..<end]
      }
      start = end
    }
    return result
  }

  // MARK: - Pieces

  /// A glyph, and what its place is told by.
  fileprivate struct Placed {
    let way: PagePoint
    let up: PagePoint
    let start: PagePoint
    let end: PagePoint
    let size: Double
    let isVertical: Bool
    let isSpace: Bool
    let isRightToLeft: Bool

    init?(_ glyph: PageGlyphs.Glyph, _ page: PageGlyphs) {
      way = PageGlyphs.direction(glyph)
      let isUp = way.x * glyph.matrix.d - way.y * glyph.matrix.c >= 0
      up = isUp ? PagePoint(x: -way.y, y: way.x) : PagePoint(x: way.y, y: -way.x)
      (start, end, size, isVertical) = (glyph.start, glyph.end, glyph.size, glyph.isVertical)
      guard start.isUsable, end.isUsable, size.isFinite else { return nil }
      let text = page.scalars[glyph.text]
      isSpace = text.allSatisfy(\.isSpace)
      isRightToLeft = text.first?.isRightToLeft == true
    }
  }

  /// Joins pieces that stand beside or within each other on one baseline.
  private mutating func join(_ pieces: [Line], _ page: PageGlyphs) {
    lines.reserveCapacity(pieces.count)
    var known: [Key: [Int]] = [:]
    var looks = 0
    for (number, piece) in pieces.enumerated() where !piece.isBlank {
      // Letters are painted twice to be bold, or to have a shadow.
      let former = pieces[max(0, number - Self.copiedPieces)..<number]
      if former.contains(where: { $0.isCopied(by: piece, page) }) { continue }
      let (x, y) = (Int((piece.way.x * 60).rounded()), Int((piece.way.y * 60).rounded()))
      let row = Int(exactly: (piece.across / 2).rounded(.down)) ?? 0
      var joined = false
      // The latest first: what belongs together is painted soon after each other.
      search: for across in [row, row - 1, row + 1] {
        for index in known[Key(x: x, y: y, across: across), default: []].reversed().prefix(64)
        where lines[index].isLevel(with: piece) {
          var joins =
            index + Self.joinedLines >= lines.count && lines[index].touches(piece)
            && lines[(index + 1)...].allSatisfy { $0.isNear(piece) }
          if !joins, looks < Self.mostLooks, lines[index].surrounds(piece) {
            looks += lines[index].glyphs.count
            joins = lines[index].hasGap(for: piece, page)
          }
          guard joins else { continue }
          lines[index].append(piece)
          joined = true
          break search
        }
      }
      if !joined, let index = lineOfLabel(piece, known, page, { Key(x: x, y: y, across: $0) }, row) {
        lines[index].append(piece)
        joined = true
      }
      guard !joined else { continue }
      known[Key(x: x, y: y, across: row), default: []].append(lines.count)
      lines.append(piece)
    }
    joinInitials(page)
  }

  /// A direction, and a row across it.
  private struct Key: Hashable {
    let x: Int
    let y: Int
    let across: Int
  }

  // MARK: - Labels and initials

  /// How far before its item a label stands that is painted after it, in sizes.
  private static let labelDistance = -0.1...2.5
  private static let mostLabelGlyphs = 6
  /// Pages have no more large letters that begin paragraphs.
  private static let mostInitials = 50

  /// The line that a label of a list stands before, which was painted earlier: some producers paint the labels last.
  private func lineOfLabel(
    _ piece: Line, _ known: [Key: [Int]], _ page: PageGlyphs, _ key: (Int) -> Key, _ row: Int
  ) -> Int? {
    guard !lines.isEmpty, piece.glyphs.count <= Self.mostLabelGlyphs else { return nil }
    var text = ""
    for glyph in piece.glyphs { text.unicodeScalars += page.scalars[page.glyphs[glyph].text] }
    // A label is one only before something.
    let label = text.trimmingCharacters(in: .whitespaces)
    // From right to left, the dot of "1." stands before the number.
    let isLabel = ListLabel(label + " .") != nil
    let isMirrored = !isLabel && ListLabel(String(label.reversed()) + " .") != nil
    guard isLabel || isMirrored else { return nil }
    var nearest: (index: Int, distance: Double)?
    for across in [row - 1, row, row + 1] {
      for index in known[key(across), default: []].suffix(64) where lines[index].isLevel(with: piece) {
        let line = lines[index]
        guard line.hasRightToLeft || !isMirrored else { continue }
        let gap =
          line.hasRightToLeft
          ? piece.extent.lowerBound - line.extent.upperBound
          : line.extent.lowerBound - piece.extent.upperBound
        let distance = gap / line.size
        if Self.labelDistance.contains(distance), nearest.map({ distance < $0.distance }) ?? true {
          nearest = (index, distance)
        }
      }
    }
    return nearest?.index
  }

  /// Joins large letters that reach over several lines with the first of these.
  private mutating func joinInitials(_ page: PageGlyphs) {
    let initials = lines.indices.filter { lines[$0].isInitial(page) }
    guard lines.count > 2, initials.count <= Self.mostInitials else { return }
    var joined: Set<Int> = []
    for initial in initials {
      var beside = lines.indices.filter { lines[$0].stands(beside: lines[initial]) }
      // Some producers let the first line run over the letter.
      if !beside.isEmpty,
        let over = lines.indices.first(where: { lines[$0].runs(over: lines[initial], page) })
      {
        beside.append(over)
      }
      guard beside.count > 1, let first = beside.max(by: { lines[$0].across < lines[$1].across }),
        lines[first].hasTop(of: lines[initial])
      else { continue }
      lines[first].prepend(lines[initial])
      joined.insert(initial)
    }
    if !joined.isEmpty { lines = lines.indices.filter { !joined.contains($0) }.map { lines[$0] } }
  }
}

extension TextLines.Line {
  fileprivate init(_ glyph: TextLines.Placed, _ index: Int) {
    glyphs = [index]
    (way, up, size, isVertical, isBlank) = (glyph.way, glyph.up, glyph.size, glyph.isVertical, glyph.isSpace)
    across = glyph.start.dot(glyph.up)
    let (a, b) = (glyph.start.dot(glyph.way), glyph.end.dot(glyph.way))
    extent = min(a, b)...max(a, b)
    hasRightToLeft = glyph.isRightToLeft
  }

  /// A line of vertical writing, from the top down.
  fileprivate init(stack: ArraySlice<TextLines.Line>) {
    self = stack[stack.startIndex]
    glyphs = stack.flatMap(\.glyphs)
    let (along, top, em) = (way, across, em)
    way = PagePoint(x: -up.x, y: -up.y)
    up = along
    // Letters stand on their baselines.
    let bottom = stack.last?.across ?? top
    across = (extent.lowerBound + extent.upperBound) / 2
    extent = (-top - em)...max(-bottom, -top - em)
    isStacked = true
  }

  /// Whether it is one letter of a script that is written from the top down too.
  fileprivate func isStackable(_ page: PageGlyphs) -> Bool {
    guard glyphs.count == 1, !isVertical, !isBlank,
      let first = page.scalars[page.glyphs[glyphs[0]].text].first
    else { return false }
    // Radicals: some producers name glyphs of letters that look the same by those.
    return first.isEastAsian || (0x2E80...0x2FDF).contains(first.value)
      || (0xFE10...0xFE4F).contains(first.value)
      || (0xFF01...0xFF60).contains(first.value)
      || (0x2010...0x2026).contains(first.value)
  }

  /// Whether the next letter stands right under this one.
  fileprivate func isStacked(on next: Self, _ step: ClosedRange<Double>) -> Bool {
    guard way.dot(next.way) > 0.999, up.dot(next.up) > 0, abs(em - next.em) < 0.25 * em else { return false }
    let middle = (extent.lowerBound + extent.upperBound - next.extent.lowerBound - next.extent.upperBound) / 2
    return abs(middle) < 0.3 * em && step.contains((across - next.across) / em)
  }

  /// How tall and wide one letter of vertical writing is. The size of a drawn font is that of a box around some of its letters, which
  /// are wide enough.
  private var em: Double { max(size, extent.upperBound - extent.lowerBound) }

  /// How far a letter may be painted before the end of the line, and how far a small letter beside a large one, in sizes.
  private static let back = -0.6
  private static let beside = -0.45...0.6
  /// How small the parts of one sign are, of the size of the largest.
  private static let stackedPart = 0.6
  /// How far apart dots stand that lead on, in sizes.
  private static let widestLeaderGap = 1.5
  /// How wide a space between words is at most, in sizes.
  private static let widestSpace = 0.6

  /// Takes in the glyph that is painted next; `false` if it is of another line.
  fileprivate mutating func take(_ glyph: TextLines.Placed, _ index: Int, _ page: PageGlyphs) -> Bool {
    guard glyph.isVertical == isVertical, let last = glyphs.last.map({ page.glyphs[$0] }) else {
      return false
    }
    let turn = glyph.way.dot(way)
    guard turn > 0.999 else { return takeAlongCurve(glyph, index, last, turn) }
    guard !isCurved else { return false }
    let (large, small) = (max(size, glyph.size), max(min(size, glyph.size), 1e-9))
    let (start, end) = (glyph.start.dot(way), glyph.end.dot(way))
    let (from, to) = (min(start, end), max(start, end))
    let height = glyph.start.dot(up) - across
    let lastEnd = last.end.dot(way)
    if glyph.isSpace {
      // A space belongs to what it follows.
      guard abs(height) < 0.7 * large, from > extent.lowerBound - large else { return false }
      glyphs.append(index)
      return true
    }
    if isBlank {
      // Where a space stands says nothing of where the line is.
      guard abs(height) < 0.1 * small, from >= lastEnd - 0.1 * large else { return false }
      self = TextLines.Line(glyph, index)
      return true
    }
    if isMark {
      guard abs(height) < 0.9 * large, (extent.lowerBound + extent.upperBound) / 2 > from - 0.3 * large,
        (extent.lowerBound + extent.upperBound) / 2 < to + 0.3 * large
      else { return false }
      let marks = glyphs
      self = TextLines.Line(glyph, index)
      glyphs = marks + [index]
      isMark = page.isMark(page.glyphs[index])
      return true
    }
    let isOnBaseline = abs(height) < 0.12 * large
    if !isOnBaseline {
      let gap = (start - lastEnd) / large
      let isSmaller = glyph.size < 0.9 * size
      let isLarger = size < 0.9 * glyph.size
      // Indices stand beside a letter, and reach over its baseline or its top.
      let reach =
        isSmaller
        ? -0.6 * size...0.75 * size
        : isLarger ? -0.75 * glyph.size...0.6 * glyph.size : -0.5 * large...0.5 * large
      // One over the other, they follow the letter before both.
      let isSecond =
        isSmaller && last.size < 0.9 * size && start > lastBase(page) - 0.3 * size
        && lastEnd - start < 1.5 * size
      // As the parts of "≅"; what is much smaller runs over a large letter.
      let isStacked =
        small > Self.stackedPart * large && from > last.start.dot(way) - 0.15 * size
        && to < lastEnd + 0.15 * size
      guard reach.contains(height), Self.beside.contains(gap) || isSecond && gap < 0.6 || isStacked else {
        return takeMark(glyph, index, height, from, to, page)
      }
      if isLarger {
        // An index came first.
        (across, size) = (glyph.start.dot(up), glyph.size)
      }
    } else if start < lastEnd + Self.back * small, page.isLeader(page.glyphs[index]), page.isLeader(last) {
      // Dots that lead on are painted from the right to the left too.
      guard (last.start.dot(way) - end) / large < Self.widestLeaderGap else { return false }
    } else if start < lastEnd + Self.back * small, !isUnder(last, from, page) {
      // From right to left each letter stands before the last one.
      let before = (last.start.dot(way) - end) / large
      let isLeftward = glyph.isRightToLeft || page.isRightToLeft(last)
      // So do signs among them.
      let isSign = hasRightToLeft && page.isSign(page.glyphs[index]) && page.isSign(last)
      guard isLeftward || isSign, (-0.6...2).contains(before) || isLeftward && from >= extent.lowerBound
      else { return takeMark(glyph, index, height, from, to, page) }
    }
    if isOnBaseline, glyph.size > size, height.magnitude < 0.05 * large { size = glyph.size }
    extent = min(extent.lowerBound, from)...max(extent.upperBound, to)
    if glyph.isRightToLeft { hasRightToLeft = true }
    glyphs.append(index)
    return true
  }

  /// Takes in an accent or another sign over or under a letter that was painted shortly before.
  private mutating func takeMark(
    _ glyph: TextLines.Placed, _ index: Int, _ height: Double, _ from: Double, _ to: Double,
    _ page: PageGlyphs
  ) -> Bool {
    if page.isPartOfBracket(page.glyphs[index]), let last = glyphs.last,
      page.isPartOfBracket(page.glyphs[last]),
      abs(from - page.glyphs[last].start.dot(way)) < 0.3 * size, abs(height) < 40 * size
    {
      glyphs.append(index)
      return true
    }
    guard abs(height) < 0.9 * size, to - from < size, page.isMark(page.glyphs[index]) else { return false }
    let middle = (from + to) / 2
    // Its letter comes next, or was painted before it.
    let isNext = from > extent.upperBound - 0.3 * size && from < extent.upperBound + 1.2 * size
    let isOver =
      isNext
      || glyphs.suffix(3).contains { other in
        let other = page.glyphs[other]
        let (a, b) = (other.start.dot(way), other.end.dot(way))
        return middle > min(a, b) - 0.3 * size && middle < max(a, b) + 0.3 * size
      }
    guard isOver else { return false }
    glyphs.append(index)
    return true
  }

  /// Takes in a letter that is turned against the last one, right behind it.
  private mutating func takeAlongCurve(
    _ glyph: TextLines.Placed, _ index: Int, _ last: PageGlyphs.Glyph, _ turn: Double
  ) -> Bool {
    guard turn > 0.7, !isBlank, !glyph.isSpace, abs(glyph.size - size) < 0.2 * size,
      last.end.distance(to: glyph.start) < 0.4 * size
    else { return false }
    isCurved = true
    way = glyph.way
    glyphs.append(index)
    return true
  }

  /// Whether a letter that begins at a place stands under the accent or the stroke that was painted last.
  private func isUnder(_ last: PageGlyphs.Glyph, _ from: Double, _ page: PageGlyphs) -> Bool {
    let start = last.start.dot(way)
    return from > start - (page.isMark(last) ? 0.7 : 0.2) * size
  }

  /// Where the last letter on the baseline ends.
  private func lastBase(_ page: PageGlyphs) -> Double {
    for index in glyphs.reversed().prefix(16) {
      let glyph = page.glyphs[index]
      if glyph.size > 0.9 * size { return glyph.end.dot(way) }
    }
    return extent.lowerBound
  }

  // MARK: - Joining

  /// Whether another piece shows the same letters at the same places.
  fileprivate func isCopied(by other: Self, _ page: PageGlyphs) -> Bool {
    glyphs.count == other.glyphs.count && zip(glyphs, other.glyphs).allSatisfy { page.areTwins($0, $1) }
  }

  /// Whether another piece stands on the same baseline.
  fileprivate func isLevel(with other: Self) -> Bool {
    guard !isCurved, !other.isCurved, isVertical == other.isVertical, isStacked == other.isStacked,
      way.dot(other.way) > 0.999,
      up.dot(other.up) > 0
    else { return false }
    let (large, small) = (max(size, other.size), min(size, other.size))
    return small > 0.5 * large && abs(across - other.across) < 0.12 * small
  }

  /// Whether another piece stands on about the same height.
  fileprivate func isNear(_ other: Self) -> Bool {
    way.dot(other.way) > 0.999 && abs(across - other.across) < 0.8 * max(size, other.size)
  }

  /// Whether a piece on the same baseline stands so close that both make a word.
  fileprivate func touches(_ other: Self) -> Bool {
    let gap = max(other.extent.lowerBound - extent.upperBound, extent.lowerBound - other.extent.upperBound)
    // What runs from right to left is painted in parts, and its direction is told by all of them.
    let widest = hasRightToLeft || other.hasRightToLeft ? Self.widestSpace : 0.15
    return (-0.3...widest).contains(gap / min(size, other.size))
  }

  /// Whether a piece stands between the ends of this one.
  fileprivate func surrounds(_ other: Self) -> Bool {
    extent.lowerBound < other.extent.lowerBound && other.extent.upperBound < extent.upperBound
  }

  /// Whether there is a gap that a piece fills.
  ///
  /// - Complexity: O(glyphs).
  fileprivate func hasGap(for other: Self, _ page: PageGlyphs) -> Bool {
    let middle = (other.extent.lowerBound + other.extent.upperBound) / 2
    var (left, right) = (extent.lowerBound, extent.upperBound)
    for index in glyphs {
      let glyph = page.glyphs[index]
      let (a, b) = (glyph.start.dot(way), glyph.end.dot(way))
      if page.scalars[glyph.text].allSatisfy(\.isSpace) { continue }
      if max(a, b) <= middle { left = max(left, max(a, b)) } else { right = min(right, min(a, b)) }
    }
    let reach = 0.2 * size
    return left < other.extent.lowerBound + reach && right > other.extent.upperBound - reach
      && other.extent.lowerBound - left < size && right - other.extent.upperBound < size
  }

  /// Whether it is one letter.
  fileprivate func isInitial(_ page: PageGlyphs) -> Bool {
    let shown = glyphs.filter { !page.scalars[page.glyphs[$0].text].allSatisfy(\.isSpace) }
    guard shown.count == 1, !isVertical, let letter = page.scalars[page.glyphs[shown[0]].text].first else {
      return false
    }
    return letter.properties.isAlphabetic && !letter.isEastAsian && !letter.properties.isLowercase
  }

  /// A letter that reaches over lines is so many times as large as theirs at least.
  private static let initialFactor = 1.6
  /// How far from it they begin, in their sizes, and how far its top may be from that of the first.
  private static let initialDistance = -0.4...1.5
  private static let topTolerance = 0.6
  /// How tall capital letters are, in sizes.
  private static let capHeight = 0.72

  /// Whether a line begins beside a large letter, between its top and its baseline.
  fileprivate func stands(beside initial: Self) -> Bool {
    guard !isCurved, !isVertical, way.dot(initial.way) > 0.999, up.dot(initial.up) > 0,
      initial.size > Self.initialFactor * size
    else { return false }
    let gap =
      hasRightToLeft
      ? initial.extent.lowerBound - extent.upperBound : extent.lowerBound - initial.extent.upperBound
    let height = across - initial.across
    return Self.initialDistance.contains(gap / size) && height > -0.4 * size && height < initial.size
  }

  /// Whether a line begins where a large letter does, as high up, with the rest of its word.
  fileprivate func runs(over initial: Self, _ page: PageGlyphs) -> Bool {
    guard !isCurved, !isVertical, !hasRightToLeft, way.dot(initial.way) > 0.999, up.dot(initial.up) > 0,
      initial.size > Self.initialFactor * size, hasTop(of: initial),
      abs(extent.lowerBound - initial.extent.lowerBound) < 0.5 * size, let first = glyphs.first
    else { return false }
    return page.scalars[page.glyphs[first].text].first?.properties.isLowercase == true
  }

  /// Whether its letters are as high up as the top of a large one.
  fileprivate func hasTop(of initial: Self) -> Bool {
    let difference = across + Self.capHeight * size - initial.across - Self.capHeight * initial.size
    return abs(difference) < Self.topTolerance * size
  }

  /// Begins with another piece; the baseline stays.
  fileprivate mutating func prepend(_ other: Self) {
    glyphs = other.glyphs + glyphs
    extent =
      min(extent.lowerBound, other.extent.lowerBound)...max(extent.upperBound, other.extent.upperBound)
  }

  fileprivate mutating func append(_ other: Self) {
    glyphs += other.glyphs
    extent =
      min(extent.lowerBound, other.extent.lowerBound)...max(extent.upperBound, other.extent.upperBound)
    if other.size > size { size = other.size }
    hasRightToLeft = hasRightToLeft || other.hasRightToLeft
  }
}

extension PageGlyphs {
  fileprivate func isRightToLeft(_ glyph: Glyph) -> Bool { scalars[glyph.text].first?.isRightToLeft == true }

  /// Whether a glyph is a dot that may lead on.
  fileprivate func isLeader(_ glyph: Glyph) -> Bool {
    guard glyph.text.count == 1 else { return false }
    return [".", "\u{B7}", "_", "\u{2026}"].contains(scalars[glyph.text.lowerBound])
  }

  /// Whether a glyph is neither letter nor digit.
  fileprivate func isSign(_ glyph: Glyph) -> Bool {
    scalars[glyph.text].first.map { !$0.properties.isAlphabetic && $0.properties.numericType == nil } == true
  }

  /// Whether a glyph is an accent, to be put on a letter: combining, or as a character of its own.
  func isMark(_ glyph: Glyph) -> Bool {
    guard glyph.text.count == 1 else { return false }
    return TextAccent.combining(scalars[glyph.text.lowerBound]) != nil
  }
}

extension PageGlyphs {
  /// Whether a glyph is a part of a large bracket or bar, which is made of several, one over the other.
  fileprivate func isPartOfBracket(_ glyph: Glyph) -> Bool {
    guard glyph.text.count == 1 else { return false }
    switch scalars[glyph.text.lowerBound].value {
    case 0x239B...0x23B3, 0x2223, 0x2225: return true
    default: return false
    }
  }
}

extension PagePoint {
  func dot(_ other: PagePoint) -> Double { x * other.x + y * other.y }
}
