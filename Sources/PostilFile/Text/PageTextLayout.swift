import PostilModel

/// The text of lines in the order of reading, with a box for each character: words parted by spaces, lines by line feeds, letters of
/// scripts that run from right to left in the order in which they are written.
struct PageTextLayout {
  private(set) var characters: [Unicode.Scalar] = []
  /// Left, bottom, right, top.
  private(set) var boxes: [SIMD4<Float>] = []

  /// How the characters are set.
  private(set) var styles = TextStyles()
  /// The places of styles among ``styles``.
  private var knownStyles: [StyleKey: Int] = [:]
  private var openRun: OpenRun?

  /// A style of the page, and how tall letters are, in hundredths of a point.
  private struct StyleKey: Hashable {
    let style: Int
    let size: Int
  }

  /// The words, where they were asked for.
  private(set) var words: [Word] = []

  /// What stands between two spaces.
  struct Word {
    fileprivate(set) var text: String
    /// Where it begins and ends on its baseline.
    let start: PagePoint
    fileprivate(set) var end: PagePoint
    /// How tall its letters are.
    fileprivate(set) var size: Double
  }

  private let page: PageGlyphs
  /// How most of the page is written; `nil` if both ways.
  private var direction: PlacedText.Direction?
  /// Whether mirrored signs say what they look like, as the lines before told.
  private var showsMirrored: Bool?
  /// Where replacement texts are said, by their places among those of the page.
  private var places: [Int: ReplacementPlace] = [:]

  /// Where a replacement text is said: on the line that has the most of its glyphs.
  private struct ReplacementPlace {
    let line: Int
    /// The boxes of its glyphs on other lines.
    let others: [SIMD4<Float>]
  }

  /// Gaps from here on, in sizes of letters, part words; and gaps where there is the glyph of a space.
  private static let widestJoint = 0.15
  private static let narrowestSpace = 0.02
  /// The same for letters of scripts without spaces, which are set apart to fill a line, and for one beside a letter of another script.
  private static let widestIdeographicJoint = 0.5
  private static let widestScriptJoint = 0.27
  /// The same in Korean, whose words are parted by narrow spaces.
  private static let widestKoreanJoint = 0.21
  /// How many times as large as its line a letter is that reaches over several, and how many times as wide as tall one that is drawn out.
  private static let initialFactor = 1.6
  private static let widestLetter = 2.0
  /// How far from each other a letter and its copy stand that makes it bold.
  private static let copyDistance = 0.12

  /// - Parameter readsWords: Whether ``words`` are made.
  /// - Complexity: O(*n* log *n*) in the number of glyphs.
  init(_ page: PageGlyphs, _ lines: [TextLines.Line], readsWords: Bool = false) {
    self.page = page
    characters.reserveCapacity(page.scalars.count * 5 / 4)
    boxes.reserveCapacity(page.scalars.count * 5 / 4)
    places = replacementPlaces(lines)
    direction = Self.direction(page.scalars)
    for (number, line) in lines.enumerated() {
      var units = units(of: line, number)
      guard !units.isEmpty else { continue }
      if readsWords, !line.isCurved { addWords(units, line) }
      units.order(on: direction, showsMirrored: &showsMirrored)
      for unit in units { append(unit, line) }
      characters.append("\n")
      boxes.append(.zero)
    }
    closeRun()
    // The last line needs no end.
    if characters.last == "\n" { (_, _) = (characters.removeLast(), boxes.removeLast()) }
  }

  /// The part of the letters that most are, at least.
  private static let most = 0.8

  /// Where letters are written from the right at all, how most are.
  private static func direction(_ scalars: [Unicode.Scalar]) -> PlacedText.Direction? {
    let right = scalars.count(where: \.isRightToLeft)
    guard right > 0 else { return .leftToRight }
    let letters = Double(scalars.count { $0.isWordPart && $0.properties.generalCategory != .decimalNumber })
    if Double(right) >= most * letters { return .rightToLeft }
    return Double(right) <= (1 - most) * letters ? .leftToRight : nil
  }

  // MARK: - Words

  /// Dots that lead from one column to the next are a word of their own from this many on.
  private static let fewestLeaders = 4

  /// Adds the words of a line, from its left to its right.
  private mutating func addWords(_ units: [PlacedText], _ line: TextLines.Line) {
    var start = 0
    while start < units.count {
      guard !units[start].isSpace else {
        start += 1
        continue
      }
      // Up to a space, or where dots begin or end that lead on.
      var end = start
      let leaders = units[start...].prefix { $0.isDot }.count
      if leaders >= Self.fewestLeaders {
        end += leaders
      } else {
        var dots = 0
        while end < units.count, dots < Self.fewestLeaders, !units[end].isSpace {
          dots = units[end].isDot ? dots + 1 : 0
          end += 1
        }
        if dots == Self.fewestLeaders { end -= dots }
      }
      addWord(units[start..<end], line)
      start = end
    }
  }

  private mutating func addWord(_ run: ArraySlice<PlacedText>, _ line: TextLines.Line) {
    guard let first = run.first else { return }
    var text = String.UnicodeScalarView()
    if run.contains(where: { $0.text.contains(where: \.isRightToLeft) }) {
      var ordered = Array(run)
      ordered.order(on: direction, showsMirrored: &showsMirrored)
      for unit in ordered { text.append(contentsOf: unit.text) }
    } else {
      for unit in run { text.append(contentsOf: unit.text) }
    }
    func point(_ along: Double) -> PagePoint {
      PagePoint(
        x: line.way.x * along + line.up.x * line.across, y: line.way.y * along + line.up.y * line.across)
    }
    words.append(
      Word(
        text: String(text), start: point(first.from),
        end: point(run.reduce(first.to) { max($0, $1.to) }), size: run.reduce(0) { max($0, $1.size) }))
  }

  // MARK: - Replacement texts

  /// Where each replacement text is said. One that says what its glyphs say, and has several lines, is not needed: these tell where lines end.
  private func replacementPlaces(_ lines: [TextLines.Line]) -> [Int: ReplacementPlace] {
    guard !page.replacements.isEmpty else { return [:] }
    var glyphs: [Int: [(line: Int, glyph: Int)]] = [:]
    for (number, line) in lines.enumerated() {
      for glyph in line.glyphs {
        guard let replacement = page.glyphs[glyph].replacement else { continue }
        glyphs[replacement, default: []].append((number, glyph))
      }
    }
    return glyphs.reduce(into: [:]) { places, entry in
      let (replacement, members) = entry
      let text = page.replacements[replacement].text
      guard let first = members.first, !text.contains("\u{FFFD}") else { return }
      guard members.contains(where: { $0.line != first.line }) else {
        places[replacement] = ReplacementPlace(line: first.line, others: [])
        return
      }
      let shown = members.sorted { $0.glyph < $1.glyph }.flatMap { page.scalars[page.glyphs[$0.glyph].text] }
      guard Self.letters(shown[...]) != Self.letters(text[...]) else { return }
      // Of lines with as many glyphs, the first.
      let counts = Dictionary(members.map { ($0.line, 1) }, uniquingKeysWith: +)
      let line = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? first.line
      places[replacement] = ReplacementPlace(
        line: line,
        others: members.filter { $0.line != line }
          .map { PlacedText([], page.glyphs[$0.glyph], lines[$0.line]).box })
    }
  }

  /// A text without what lines are divided by.
  private static func letters(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    cleaned(text).filter { !$0.isSpace && $0 != "-" && $0 != "\u{2010}" && $0 != .softHyphen }
  }

  // MARK: - Units

  /// The characters of a line from its left to its right, with the spaces between them.
  private func units(of line: TextLines.Line, _ number: Int) -> [PlacedText] {
    var units: [PlacedText] = []
    units.reserveCapacity(line.glyphs.count + line.glyphs.count / 4)
    var open: (replacement: Int, unit: Int)?
    for index in line.glyphs {
      let glyph = page.glyphs[index]
      if let replacement = glyph.replacement, let place = places[replacement] {
        if let open, open.replacement == replacement {
          units[open.unit].unite(PlacedText([], glyph, line))
          continue
        }
        open = (replacement, units.count)
        let text = place.line == number ? page.replacements[replacement].text : []
        units.append(PlacedText(Self.cleaned(text[...]), glyph, line))
        if place.line == number { for box in place.others { units[units.count - 1].cover(box) } }
        continue
      }
      open = nil
      var text = glyph.saysNothing ? [] : Self.cleaned(page.scalars[glyph.text])
      if text.count > 1 { text.removeAll { $0 == .softHyphen } }
      var unit = PlacedText(text, glyph, line)
      // Where a word may be divided, and is not.
      if unit.text == [.softHyphen], unit.glyphWidth < 0.05 * unit.size { unit = PlacedText([], glyph, line) }
      if unit.text.count > 1 { units += unit.partsOfOneDirection } else { units.append(unit) }
    }
    if !line.isCurved {
      let isLeftward = units.isPaintedLeftward
      units = units.withShapedMarks(isLeftward: isLeftward)
      if zip(units, units.dropFirst()).contains(where: { $0.from > $1.from }) {
        var places = places(of: units, size: line.size)
        // A large letter over which its line runs begins it all the same.
        if let first = units.first, first.size > Self.initialFactor * line.size, !isLeftward {
          places[0] = min(places[0], units.reduce(first.from) { min($0, $1.from) })
        }
        // What stands at one place keeps its order.
        units = units.indices
          .sorted { (places[$0], isLeftward ? -$0 : $0) < (places[$1], isLeftward ? -$1 : $1) }
          .map { units[$0] }
      }
    }
    return spaced(withAccents(units), isCurved: line.isCurved)
  }

  /// Where each unit is in the order of the line: an index that stands under another one follows that, and so does a part of a ligature
  /// of Arabic letters, as alef in lam.
  private func places(of units: [PlacedText], size: Double) -> [Double] {
    var places = units.map(\.from)
    for index in units.indices.dropFirst() {
      let (last, unit) = (units[index - 1], units[index])
      if unit.size < 0.9 * size, last.size < 0.9 * size {
        let back = places[index - 1] - places[index]
        if back > 0, back < 1.5 * size { places[index] = places[index - 1] }
      } else if last.isLigated(with: unit) {
        places[index] = places[index - 1]
      }
    }
    return places
  }

  /// What can be shown of a text: no controls, letters instead of ligatures.
  private static func cleaned(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    if text.count == 1, let scalar = text.first, scalar.value >= 0x20, scalar.value < 0x7F { return [scalar] }
    var result: [Unicode.Scalar] = []
    for scalar in text {
      if let plain = TextAccent.plain(scalar) {
        result += plain
      } else if scalar.isSpace {
        result.append(" ")
      } else if scalar.properties.generalCategory != .control {
        result.append(scalar)
      }
    }
    return result
  }

  /// Puts accents that are painted apart on their letters.
  private func withAccents(_ units: [PlacedText]) -> [PlacedText] {
    guard units.contains(where: { $0.accent != nil }) else { return units }
    var result: [PlacedText] = []
    result.reserveCapacity(units.count)
    // An accent that waits for the letter behind it.
    var waiting: PlacedText?
    for unit in units {
      guard let accent = unit.accent else {
        var unit = unit
        if let mark = waiting, let sign = mark.accent {
          waiting = nil
          if unit.isUnder(mark) { unit.add(sign) } else { result.append(mark) }
        }
        result.append(unit)
        continue
      }
      if let mark = waiting { result.append(mark) }
      waiting = nil
      if let last = result.indices.last, result[last].isUnder(unit) {
        result[last].add(accent)
      } else {
        waiting = unit
      }
    }
    if let waiting { result.append(waiting) }
    return result
  }

  /// Sets spaces between words, and leaves out those that glyphs make, and letters that are painted twice.
  private func spaced(_ units: [PlacedText], isCurved: Bool) -> [PlacedText] {
    var result: [PlacedText] = []
    result.reserveCapacity(units.count + units.count / 4)
    var hasSpace = false
    // The letter that reaches over the last one, and where that one itself ends.
    var over: PlacedText?
    var own = (to: 0.0, next: 0.0)
    let spacing = isCurved ? 0 : Self.spacing(of: units)
    for unit in units {
      if unit.text.isEmpty {
        // What shows nothing that can be said still stands between letters.
        if let last = result.indices.last { result[last].reach(to: unit) }
        own = (max(own.to, unit.to), max(own.next, unit.next))
        continue
      }
      if unit.isSpace {
        hasSpace = true
        continue
      }
      guard let last = result.last else {
        result.append(unit)
        hasSpace = false
        continue
      }
      if !isCurved, last.isCopy(of: unit, within: Self.copyDistance) { continue }
      // Beside an initial, in the size of its line.
      let isInitial = result.count == 1 && abs(last.across - unit.across) > Self.levelDistance * last.size
      let size =
        isInitial
        ? max(last.size, unit.size)
        : min(max(last.size, unit.size), Self.initialFactor * min(last.size, unit.size))
      // Under a letter that reaches over them, letters stand beside each other as elsewhere.
      let isUnderOther = over.map { Self.reaches($0, over: last, unit) } ?? false
      let (end, next) = isUnderOther ? own : (last.to, last.next)
      let gap = (unit.from - end) / size
      let isApart: Bool
      if isCurved {
        isApart = hasSpace
      } else if hasSpace {
        isApart = gap > Self.narrowestSpace
      } else {
        let joint = Self.joint(last, unit) + spacing
        isApart = gap > joint && (unit.from - next) / size > joint
      }
      // Dots of an ellipsis.
      let isEllipsis = !hasSpace && gap < 0.3 && last.text == ["."] && unit.text == ["."]
      if isApart, !isEllipsis { result.append(PlacedText(between: last, unit)) }
      result.append(unit)
      own = (unit.to, unit.next)
      // A sign over a letter ends before that.
      if !isCurved, unit.to < last.to {
        if over.map({ $0.to < last.to }) ?? true { over = last }
        result[result.count - 1].reach(to: last)
      } else {
        over = nil
      }
      hasSpace = false
    }
    return result
  }

  /// Whether a letter that is larger than two others that stand on one baseline, or drawn out, reaches over both.
  private static func reaches(_ over: PlacedText, over last: PlacedText, _ unit: PlacedText) -> Bool {
    guard abs(last.across - unit.across) < levelDistance * unit.size else {
      return false
    }
    return over.size > initialFactor * max(last.size, unit.size)
      || over.glyphWidth > widestLetter * over.size
  }

  /// How far apart the letters of a line stand, in sizes, that is spaced letter by letter without saying so: nearly all of its gaps are alike,
  /// and wider than those within words.
  private static func spacing(of units: [PlacedText]) -> Double {
    var (count, alphabetic) = (0, 0)
    var gaps: [Double] = []
    var last: Int?
    for index in units.indices {
      guard let first = units[index].text.first else { continue }
      if first.isEastAsian { return 0 }
      count += 1
      if first.isAlphabetic { alphabetic += 1 }
      let isSpace = units[index].isSpace
      if let last, !isSpace {
        gaps.append(
          (units[index].from - max(units[last].to, units[last].next))
            / max(units[last].size, units[index].size))
      }
      last = isSpace ? nil : index
    }
    guard count > fewestSpacedGaps, 2 * alphabetic > count else { return 0 }
    guard gaps.count >= fewestSpacedGaps else { return 0 }
    let middle = gaps.sorted()[gaps.count / 2]
    let alike = gaps.count { abs($0 - middle) < spacingTolerance }
    return middle > widestJoint && middle < widestLetterSpacing
      && Double(alike) >= spacedPart * Double(gaps.count) ? middle : 0
  }

  private static let fewestSpacedGaps = 4
  private static let widestLetterSpacing = 0.6
  private static let spacingTolerance = 0.07
  private static let spacedPart = 0.75

  /// How far apart two letters of one word may stand, in sizes.
  private static func joint(_ a: PlacedText, _ b: PlacedText) -> Double {
    guard let first = a.text.last, let second = b.text.first else { return widestJoint }
    let (isFirst, isSecond) = (first.isEastAsian, second.isEastAsian)
    if isFirst, isSecond {
      return first.isIdeographic && second.isIdeographic ? widestIdeographicJoint : widestJoint
    }
    guard isFirst != isSecond, (isFirst ? second : first).isWordPart else { return widestJoint }
    // A part of a size is set between scripts, and is no space.
    return (isFirst ? first : second).isIdeographic ? widestScriptJoint : widestKoreanJoint
  }

  // MARK: - Characters

  private mutating func append(_ unit: PlacedText, _ line: TextLines.Line) {
    let count = unit.text.count
    addStyle(of: unit, line)
    guard count > 1 else {
      characters.append(unit.text[0])
      boxes.append(unit.box)
      return
    }
    for (index, scalar) in unit.text.enumerated() {
      characters.append(scalar)
      boxes.append(unit.part(unit.isRightToLeft ? count - 1 - index : index, of: count))
    }
  }
}

extension PageTextLayout {
  /// What stands farther from a baseline than this, in sizes, is on another one, as an index is.
  private static let levelDistance = 0.03

  /// Characters of a line that are set alike, while more may follow.
  private struct OpenRun {
    let start: Int
    var end: Int
    let key: StyleKey
    /// Where its baseline is, and from where to where it reaches.
    let across: Double
    var reach: ClosedRange<Double>
    let way: PagePoint
    let up: PagePoint
  }

  /// Notes how the characters of a unit are set that is appended next.
  private mutating func addStyle(of unit: PlacedText, _ line: TextLines.Line) {
    let key = StyleKey(style: unit.style, size: Int((min(unit.size, 1e6) * 100).rounded()))
    let (start, end) = (characters.count, characters.count + unit.text.count)
    let reach = unit.from...max(unit.from, unit.to)
    if let run = openRun, run.end == start, run.key == key,
      unit.isSpace || abs(run.across - unit.across) < Self.levelDistance * unit.size
    {
      openRun?.end = end
      openRun?.reach =
        min(run.reach.lowerBound, reach.lowerBound)...max(run.reach.upperBound, reach.upperBound)
      return
    }
    closeRun()
    openRun = OpenRun(
      start: start, end: end, key: key, across: unit.across, reach: reach, way: line.way, up: line.up)
  }

  private mutating func closeRun() {
    guard let run = openRun else { return }
    openRun = nil
    let style = knownStyles[run.key] ?? styles.styles.count
    if style == styles.styles.count {
      knownStyles[run.key] = style
      let known = page.styles[run.key.style]
      styles.styles.append(
        TextStyle(
          fontName: known.face.name, fontSize: Double(run.key.size) / 100, isBold: known.face.isBold,
          isItalic: known.face.isItalic, isMonospaced: known.face.isMonospaced, color: known.color,
          isInvisible: known.isInvisible))
    }
    func place(_ along: Double) -> SIMD2<Float> {
      SIMD2(
        Float(run.way.x * along + run.up.x * run.across), Float(run.way.y * along + run.up.y * run.across))
    }
    styles.runs.append(
      TextStyles.Run(
        run.start..<run.end, style: style,
        baseline: SIMD4(lowHalf: place(run.reach.lowerBound), highHalf: place(run.reach.upperBound))))
  }
}

/// What a glyph or a group of glyphs says, and where it stands along its line.
struct PlacedText {
  private(set) var text: [Unicode.Scalar]
  private(set) var from: Double
  private(set) var to: Double
  /// Where the next one would stand with the spacing of characters.
  private(set) var next: Double
  /// How wide its widest glyph is.
  private(set) var glyphWidth: Double
  let size: Double
  /// Where its baseline is, across the line, and how it is painted (``PageGlyphs/styles``).
  let across: Double
  let style: Int
  private(set) var box: SIMD4<Float>
  private let way: PagePoint
  /// A wider spacing of characters, in sizes, is none between the letters of a word.
  private static let widestSpacing = 1.0
  /// What lies farther out, in points, is on no page.
  private static let farthest: Float = 1e7

  init(_ text: [Unicode.Scalar], _ glyph: PageGlyphs.Glyph, _ line: TextLines.Line) {
    self.text = text
    if line.isStacked {
      // Letters of vertical writing are as tall as wide.
      let width = max(glyph.size, glyph.start.distance(to: glyph.end))
      from = glyph.start.dot(line.way) - width
      to = from + width
    } else {
      let (a, b) = (glyph.start.dot(line.way), glyph.end.dot(line.way))
      (from, to) = (min(a, b), max(a, b))
    }
    glyphWidth = to - from
    (size, way) = (glyph.size, line.way)
    // Ghostscript moves on to what follows by a spacing of any width.
    let spacing = glyph.next.dot(line.way) - to
    next = spacing > 0 && spacing <= Self.widestSpacing * glyph.size ? to + spacing : to
    (across, style) = (glyph.start.dot(line.up), glyph.style)
    let corners = glyph.matrix.corners(of: glyph.letterBox)
    let (xs, ys) = (corners.map { Float($0.x) }, corners.map { Float($0.y) })
    box = SIMD4(
      min(min(xs[0], xs[1]), min(xs[2], xs[3])), min(min(ys[0], ys[1]), min(ys[2], ys[3])),
      max(max(xs[0], xs[1]), max(xs[2], xs[3])), max(max(ys[0], ys[1]), max(ys[2], ys[3])))
    // A font may have glyphs of any size; neither holds for what is no number.
    let limit = SIMD4(repeating: Self.farthest)
    if !all((box .<= limit) .& (box .>= -limit)) { box = .zero }
  }

  /// The space between two.
  init(between a: PlacedText, _ b: PlacedText) {
    text = [" "]
    (from, to, next) = (a.to, b.from, b.from)
    glyphWidth = to - from
    (size, way, across, style) = (a.size, a.way, a.across, a.style)
    // From the one to the other, as high as the first.
    box = a.box
    if abs(way.x) >= abs(way.y) {
      (box.x, box.z) = (min(a.box.z, b.box.z), max(a.box.x, b.box.x))
      if box.x > box.z { (box.x, box.z) = (box.z, box.x) }
    } else {
      (box.y, box.w) = (min(a.box.w, b.box.w), max(a.box.y, b.box.y))
      if box.y > box.w { (box.y, box.w) = (box.w, box.y) }
    }
  }

  /// Its parts that are read in one direction, from the left to the right: more than one for glyphs that stand for letters of several
  /// scripts, or for a word and a space.
  var partsOfOneDirection: [PlacedText] {
    guard text.contains(where: \.isRightToLeft) else { return [self] }
    guard !isReversedLamAlef else {
      var part = self
      part.text.reverse()
      return [part]
    }
    var runs: [Range<Int>] = []
    for index in text.indices {
      let kind = (text[index].isRightToLeft, text[index].isSpace)
      let isMark = text[index].properties.generalCategory == .nonspacingMark
      if let last = runs.last,
        isMark || kind == (text[last.lowerBound].isRightToLeft, text[last.lowerBound].isSpace)
      {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    guard runs.count > 1 else { return [self] }
    // Words of one glyph that are all read from the right stand so.
    let count = text.count
    let isLeftward = text.allSatisfy {
      $0.isRightToLeft || $0.isSpace || $0.properties.generalCategory == .nonspacingMark
    }
    if isLeftward { runs.reverse() }
    return runs.map { run in
      var part = self
      part.text = Array(text[run])
      let place = isLeftward ? count - run.upperBound..<count - run.lowerBound : run
      let (a, b) = (Double(place.lowerBound) / Double(count), Double(place.upperBound) / Double(count))
      (part.from, part.to) = (from + a * (to - from), from + b * (to - from))
      if place.upperBound < count { part.next = part.to }
      let (first, last) = (self.part(place.lowerBound, of: count), self.part(place.upperBound - 1, of: count))
      part.box = SIMD4(
        lowHalf: pointwiseMin(first.lowHalf, last.lowHalf),
        highHalf: pointwiseMax(first.highHalf, last.highHalf))
      return part
    }
  }

  /// Whether it is the ligature of lam and an alef with its letters from left to right, as some producers write them for readers that turn all
  /// letters around: an alef makes no ligature with a lam behind it.
  private var isReversedLamAlef: Bool {
    text.count == 2 && text[1].value == 0x0644
      && [0x0622, 0x0623, 0x0625, 0x0627, 0x0671].contains(text[0].value)
  }

  var isSpace: Bool { text.allSatisfy(\.isSpace) }
  var isDot: Bool { text.count == 1 && text[0] == "." }
  var isRightToLeft: Bool { text.first?.isRightToLeft == true }
  /// The combining character that it is; `nil` if it is no accent.
  var accent: Unicode.Scalar? { text.count == 1 ? TextAccent.combining(text[0]) : nil }

  /// Whether an accent stands over, under or on it.
  func isUnder(_ mark: PlacedText) -> Bool {
    guard accent == nil, !isSpace else { return false }
    let middle = (mark.from + mark.to) / 2
    // Signs with a width of their own stand beside letters too.
    let isSpacing = mark.to - mark.from > 0.05 * mark.size
    let reach = isSpacing ? 0 : 0.06 * size
    return middle > from - reach && middle < to + reach
  }

  /// Whether both are letters that are written from the right, one in the other.
  func isLigated(with other: PlacedText) -> Bool {
    guard isRightToLeft, other.isRightToLeft else { return false }
    let narrow = min(to - from, other.to - other.from)
    let overlap = min(to, other.to) - max(from, other.from)
    return overlap >= max(0.6 * narrow, -0.01 * size) && (narrow > 0.05 * size || overlap > -0.01 * size)
  }

  mutating func add(_ accent: Unicode.Scalar) {
    guard let last = text.popLast() else { return }
    text += TextAccent.compose(last, accent)
  }

  /// Says the mirror image of its sign, if it has one.
  mutating func mirror() {
    if text.count == 1, let image = PairedSigns.mirrored(text[0]) { text = [image] }
  }

  /// Adds marks that follow its letter.
  mutating func add(_ marks: [Unicode.Scalar]) {
    for mark in marks { add(mark) }
  }

  /// Takes in the place of another one.
  mutating func unite(_ other: PlacedText) {
    (from, to, next) = (min(from, other.from), max(to, other.to), max(next, other.next))
    glyphWidth = max(glyphWidth, other.glyphWidth)
    cover(other.box)
  }

  /// Covers a box besides its own.
  mutating func cover(_ other: SIMD4<Float>) {
    box.lowHalf = pointwiseMin(box.lowHalf, other.lowHalf)
    box.highHalf = pointwiseMax(box.highHalf, other.highHalf)
  }

  /// Ends where another one does, for what comes next.
  mutating func reach(to other: PlacedText) { (to, next) = (max(to, other.to), max(next, other.next)) }

  func isCopy(of other: PlacedText, within distance: Double) -> Bool {
    abs(from - other.from) < distance * size && text == other.text && to > from
  }

  /// A part of its box along the line.
  func part(_ index: Int, of count: Int) -> SIMD4<Float> {
    var part = box
    let (a, b) = (Float(index) / Float(count), Float(index + 1) / Float(count))
    if abs(way.x) >= abs(way.y) {
      let width = box.z - box.x
      let (low, high) = way.x < 0 ? (1 - b, 1 - a) : (a, b)
      (part.x, part.z) = (box.x + low * width, box.x + high * width)
    } else {
      let height = box.w - box.y
      let (low, high) = way.y < 0 ? (1 - b, 1 - a) : (a, b)
      (part.y, part.w) = (box.y + low * height, box.y + high * height)
    }
    return part
  }
}
