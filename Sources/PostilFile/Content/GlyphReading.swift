import PostilModel

/// A text made of glyphs: what stands together is one word, what stands apart is divided by spaces and line feeds.
struct GlyphReading {
  private(set) var scalars: [Unicode.Scalar] = []
  /// The glyph that each scalar is of, by its place in ``PageGlyphs/glyphs``; -1 for what stands between glyphs. Glyphs of a
  /// replacement text are ``replacement(_:)``.
  private(set) var sources: [Int32] = []

  private mutating func append(_ text: some Sequence<Unicode.Scalar>, _ source: Int32) {
    for scalar in text {
      scalars.append(scalar)
      sources.append(source)
    }
  }

  private mutating func separate(_ scalar: Unicode.Scalar) {
    guard let last = scalars.last, last != "\n" else { return }
    append(CollectionOfOne(scalar), -1)
  }

  /// The source of what a replacement text says.
  static func replacement(_ index: Int) -> Int32 { -2 - Int32(index) }

  // MARK: - In the order of the content

  /// What the content says in the order in which it is painted.
  ///
  /// - Parameters:
  ///   - drawn: Whether drawings of Type 3 fonts count for what they show, instead of what their codes mean.
  ///   - replaced: Whether replacement texts count instead of what is under them.
  ///   - squeezed: Whether spaces and ends of lines are left out.
  init(_ page: PageGlyphs, drawn: Bool = false, replaced: Bool = false, squeezed: Bool = false) {
    scalars.reserveCapacity(page.scalars.count * 5 / 4)
    sources.reserveCapacity(page.scalars.count * 5 / 4)
    var last: PageGlyphs.Glyph?
    var nextReplacement = 0
    func addReplacements(before index: Int) {
      while nextReplacement < page.replacements.count, page.replacements[nextReplacement].firstGlyph <= index
      {
        append(page.replacements[nextReplacement].text, Self.replacement(nextReplacement))
        nextReplacement += 1
      }
    }
    for (index, glyph) in page.glyphs.enumerated() {
      guard glyph.layer == .plain || glyph.layer == (drawn ? .drawn : .drawing) else { continue }
      if squeezed {
        append(page.scalars[glyph.text].lazy.filter { !$0.isSpace }, Int32(index))
        continue
      }
      let isReplaced = replaced && glyph.replacement != nil
      if let last, !isReplaced || glyph.replacement != last.replacement { separate(last, glyph) }
      last = glyph
      if replaced { addReplacements(before: index) }
      if !isReplaced { append(page.scalars[glyph.text], Int32(index)) }
    }
    if replaced { addReplacements(before: .max) }
  }

  /// Writes what stands between two glyphs that follow each other.
  private mutating func separate(_ a: PageGlyphs.Glyph, _ b: PageGlyphs.Glyph) {
    switch Gap(a, b) {
    case .none: break
    case .space: separate(" ")
    case .line: separate("\n")
    }
  }

  private enum Gap {
    case none, space, line

    /// How far a letter may stand from the one before it, and how far it may reach into it, in sizes of letters.
    private static let widest = 0.2
    private static let overlap = 0.45

    init(_ a: PageGlyphs.Glyph, _ b: PageGlyphs.Glyph) {
      let size = max(min(a.size, b.size), 1e-9)
      let way = PageGlyphs.direction(a)
      func offset(from point: PagePoint) -> (along: Double, across: Double) {
        let (x, y) = (b.start.x - point.x, b.start.y - point.y)
        return ((x * way.x + y * way.y) / size, abs(way.x * y - way.y * x) / size)
      }
      let (end, next) = (offset(from: a.end), offset(from: a.next))
      func isClose(_ offset: (along: Double, across: Double)) -> Bool {
        (-Self.overlap...Self.widest).contains(offset.along)
      }
      if end.across > 0.5 {
        // Letters along a curve turn one after the other.
        let distance = a.end.distance(to: b.start) / size
        self = distance < 0.6 && isClose(end) ? .none : .line
      } else if isClose(end) || isClose(next) {
        self = .none
      } else {
        self = end.along < 0 ? .line : .space
      }
    }
  }

  // MARK: - As it is seen

  /// What is seen line by line, each in the direction of its letters, wherever the parts of it stand in the content.
  ///
  /// - Parameters:
  ///   - lines: ``PageGlyphs/lines(drawn:)``.
  ///   - joinsSpaced: Whether letters that all stand apart, as in the cells of a form, are read as one word. `nil` is the result if
  ///     there are none.
  ///   - backwards: Whether lines are read from their end, as the letters of Arabic and Hebrew stand.
  init?(_ page: PageGlyphs, _ lines: [[Int]], joinsSpaced: Bool = false, backwards: Bool = false) {
    var hasSpaced = false
    for line in lines {
      separate("\n")
      let spaced = joinsSpaced ? Self.spacedRuns(page, line) : [:]
      hasSpaced = hasSpaced || !spaced.isEmpty
      var last: Int?
      for index in backwards ? line.reversed() : line {
        let glyph = page.glyphs[index]
        let text = page.scalars[glyph.text]
        if joinsSpaced, text.allSatisfy({ $0.isSpace }) { continue }
        if let last {
          let (a, b) = backwards ? (index, last) : (last, index)
          if let isWord = spaced[Self.pair(a, b)] {
            if isWord { separate(" ") }
          } else {
            separate(page.glyphs[a], page.glyphs[b])
          }
        }
        append(text, Int32(index))
        last = index
      }
    }
    if joinsSpaced, !hasSpaced { return nil }
  }

  private struct Pair: Hashable {
    let a: Int
    let b: Int
  }

  private static func pair(_ a: Int, _ b: Int) -> Pair { Pair(a: a, b: b) }

  /// Letters that all stand about equally far apart, three gaps and more: whether there is a space between two of them.
  private static func spacedRuns(_ page: PageGlyphs, _ line: [Int]) -> [Pair: Bool] {
    let letters = line.filter { index in
      !page.scalars[page.glyphs[index].text].allSatisfy { $0.isSpace }
    }
    var result: [Pair: Bool] = [:]
    var run: [(pair: Pair, distance: Double)] = []
    func finish() {
      defer { run = [] }
      guard run.count >= 3 else { return }
      let usual = run.map(\.distance).sorted()[run.count / 2]
      for (pair, distance) in run { result[pair] = distance > 1.6 * usual }
    }
    for (a, b) in zip(letters, letters.dropFirst()) {
      let (first, second) = (page.glyphs[a], page.glyphs[b])
      let gap = first.end.distance(to: second.start) / max(first.size, 1e-9)
      if (0.2...3).contains(gap) {
        let middles = (
          first.start.interpolated(to: first.end, at: 0.5), second.start.interpolated(to: second.end, at: 0.5)
        )
        run.append((pair(a, b), middles.0.distance(to: middles.1)))
      } else {
        finish()
      }
    }
    finish()
    return result
  }
}

extension PageGlyphs {
  /// The unit vector along a glyph's baseline.
  static func direction(_ glyph: Glyph) -> PagePoint {
    let (x, y) = (glyph.end.x - glyph.start.x, glyph.end.y - glyph.start.y)
    let length = (x * x + y * y).squareRoot()
    if length > 1e-9 { return PagePoint(x: x / length, y: y / length) }
    let other = max((glyph.matrix.a * glyph.matrix.a + glyph.matrix.b * glyph.matrix.b).squareRoot(), 1e-12)
    return PagePoint(x: glyph.matrix.a / other, y: glyph.matrix.b / other)
  }

  /// What is seen, line by line.
  struct Lines {
    /// The glyphs of each line in the direction of their baseline, from the upper line to the lower one. Of a letter that is painted
    /// twice at one place, as bold letters are made, there is the first.
    fileprivate(set) var lines: [[Int]] = []
    /// The others, by the first.
    fileprivate(set) var twins: [Int: [Int]] = [:]
  }

  /// - Parameter drawn: As in ``GlyphReading/init(_:drawn:replaced:squeezed:)``.
  /// - Complexity: O(*n* log *n*) in the number of glyphs.
  func lines(drawn: Bool = false) -> Lines {
    var placed: [PlacedGlyph] = []
    placed.reserveCapacity(glyphs.count)
    for (index, glyph) in glyphs.enumerated()
    where glyph.layer == .plain || glyph.layer == (drawn ? .drawn : .drawing) {
      let way = Self.direction(glyph)
      // Across the baseline, on the side where the tops of letters are.
      let isUp = way.x * glyph.matrix.d - way.y * glyph.matrix.c >= 0
      let up = isUp ? PagePoint(x: -way.y, y: way.x) : PagePoint(x: way.y, y: -way.x)
      let across = glyph.start.x * up.x + glyph.start.y * up.y
      let along = glyph.start.x * way.x + glyph.start.y * way.y
      guard across.isFinite, along.isFinite else { continue }
      // About a degree.
      let (x, y) = (Int((way.x * 60).rounded()), Int((way.y * 60).rounded()))
      placed.append(
        PlacedGlyph(index: index, way: (x * 128 + y) * 2 + (isUp ? 1 : 0), across: across, along: along))
    }
    placed.sort { a, b in
      a.way != b.way ? a.way < b.way : a.across != b.across ? a.across > b.across : a.index < b.index
    }
    var result = Lines()
    var line: [PlacedGlyph] = []
    func finish() {
      guard !line.isEmpty else { return }
      line.sort { a, b in a.along != b.along ? a.along < b.along : a.index < b.index }
      result.lines.append(withoutTwins(line, &result.twins))
      line = []
    }
    for glyph in placed {
      if let last = line.last,
        last.way != glyph.way
          || last.across - glyph.across > 0.3 * min(glyphs[last.index].size, glyphs[glyph.index].size)
      {
        finish()
      }
      line.append(glyph)
    }
    finish()
    return result
  }

  private struct PlacedGlyph {
    let index: Int
    let way: Int
    let across: Double
    let along: Double
  }

  private func withoutTwins(_ line: [PlacedGlyph], _ twins: inout [Int: [Int]]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(line.count)
    for glyph in line {
      if let last = result.last, areTwins(last, glyph.index) {
        twins[last, default: []].append(glyph.index)
      } else {
        result.append(glyph.index)
      }
    }
    return result
  }

  /// Whether a letter is painted twice at one place.
  func areTwins(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (glyphs[a], glyphs[b])
    return first.start.distance(to: second.start) < 0.12 * first.size
      && scalars[first.text].elementsEqual(scalars[second.text])
  }
}

extension PageGlyphs.Glyph {
  /// Its box, no higher and no lower than letters are: those of some fonts are as high as two lines.
  var letterBox: PageRect {
    guard !isVertical else { return box }
    let height = max(size / max((matrix.c * matrix.c + matrix.d * matrix.d).squareRoot(), 1e-9), 1e-9)
    let box = box
    return PageRect(
      corner: PagePoint(x: box.minX, y: max(box.minY, -0.3 * height)),
      corner: PagePoint(x: box.maxX, y: min(box.maxY, 0.95 * height)))
  }
}
