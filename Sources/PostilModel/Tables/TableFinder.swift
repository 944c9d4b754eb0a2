/// Finds the tables of a page by what is drawn: those that rulings part into cells, and those that only white parts.
///
/// It asks no more of its input than that it is one: what lies nowhere on a page is passed over, and a page with too much on it has no
/// tables.
package struct TableFinder {
  private let words: [TableWord]
  private let rulings: (horizontal: TableRulings, vertical: TableRulings)
  private let strokes: [TableBox]
  private let fills: [TableBox]
  private let pageArea: Double
  private let mirror: TableMirror
  /// The size of the page's type; what is wide and narrow is told by it.
  private let em: Double

  /// A page with more words, or more rulings, joined ones counted as one, has no tables: it is a map or a plan.
  private static let mostWords = 20_000
  private static let mostRulings = 10_000
  /// Rulings as they are drawn, strokes of drawings, and fills: those beyond are left out.
  private static let mostPieces = 200_000
  /// Sizes of type that are read, in points.
  private static let sizes = 0.1...10_000.0
  /// Rulings that are shorter, in em, are signs and ticks.
  private static let shortestRuling = 0.5

  package init(_ input: TableInput) {
    var kept: [TableWord] = []
    if input.words.count <= Self.mostInputWords {
      for (place, word) in input.words.enumerated() {
        guard let box = word.box.ordered, Self.sizes.contains(word.size),
          word.text.unicodeScalars.contains(where: { !$0.isSpace })
        else { continue }
        kept.append(TableWord(id: place, box: box, text: word.text, size: word.size))
      }
    }
    let glued = kept.count <= Self.mostWords ? kept.glued() : []
    let mirror = TableMirror(glued, width: input.width)
    self.mirror = mirror
    words = glued.map(mirror.word)
    em = words.map(\.size).median
    var (horizontal, vertical): ([TableRuling], [TableRuling]) = ([], [])
    var strokes: [TableBox] = []
    for ruling in input.rulings.prefix(Self.mostPieces) {
      switch ruling {
      case .horizontal(let y, let x0, let x1):
        guard [y, x0, x1].allSatisfy(\.isPlausible) else { continue }
        let (x0, x1) = (mirror.x(x0), mirror.x(x1))
        horizontal.append(TableRuling(position: y, start: min(x0, x1), end: max(x0, x1)))
      case .vertical(let x, let y0, let y1):
        guard [x, y0, y1].allSatisfy(\.isPlausible) else { continue }
        vertical.append(TableRuling(position: mirror.x(x), start: min(y0, y1), end: max(y0, y1)))
      case .oblique(let box):
        if let box = box.ordered { strokes.append(mirror.box(box)) }
      }
    }
    self.strokes = strokes
    rulings = (
      TableRulings(merging: horizontal, shortest: Self.shortestRuling * em),
      TableRulings(merging: vertical, shortest: Self.shortestRuling * em)
    )
    fills = input.fills.prefix(Self.mostPieces).compactMap(\.ordered).map(mirror.box)
    pageArea = input.width * input.height
  }

  /// Words of the input, those included that are nowhere on the page.
  private static let mostInputWords = 1_000_000

  /// How far from each other rulings are that meet, in em, and at least in points.
  private static let tolerance = 0.25
  private static let leastTolerance = 2.0
  /// Of the cells of a table, at least this part is in one column; boxes of forms span several of the many that their edges make.
  private static let singleColumnPart = 0.35
  /// So are in one row and one column: the rooms of a plan are not.
  private static let singlePart = 0.35

  /// The tables, from the top, and where drawings are.
  package func find() -> (tables: [FoundTable], drawings: [TableBox]) {
    guard !words.isEmpty,
      rulings.horizontal.rulings.count + rulings.vertical.rulings.count <= Self.mostRulings
    else { return ([], []) }
    let gaps = TableGaps(words.lines, em: em)
    let drawings = TableDrawings(
      strokes, rulings.horizontal, rulings.vertical, fills: fills, scales: TableScales(words, em: em),
      page: pageArea, em: em)
    var tables: [(cells: [TableCell], isRuled: Bool)] = []
    let tolerance = max(Self.leastTolerance, Self.tolerance * em)
    let lattices = LatticeTables(em: em, tolerance: tolerance)
    let groups = RulingGroup.groups(rulings.horizontal, rulings.vertical, within: tolerance)
      .filter { $0.horizontal.count >= 2 && !$0.vertical.isEmpty }
    var rest = words
    for (group, inner) in lattices.nested(groups, words) {
      guard let (cells, used) = lattices.table(group, rest, with: inner), !drawings.isDrawing(cells) else {
        continue
      }
      // The words of a form are used up: they are no table of mere text either.
      let single = cells.count { $0.columns.count == 1 }
      let whole = cells.count { $0.columns.count == 1 && $0.rows.count == 1 }
      if Double(single) >= Self.singleColumnPart * Double(cells.count),
        Double(whole) >= Self.singlePart * Double(cells.count)
      {
        tables.append((cells, true))
      }
      let ids = Set(used.map(\.id))
      rest.removeAll { ids.contains($0.id) }
    }
    rest.removeAll { drawings.contains(x: $0.box.middleX, y: $0.box.middleY) }
    let rules = TextTable.Rules(
      horizontal: rulings.horizontal, vertical: rulings.vertical,
      edges: TableRulings(rulings.horizontal.rulings + edgesOfBands), em: em)
    let paragraphs = SideTexts(em: em, rules: rules.edges)
    for zone in TextZones(em: em, stacks: rules.stacks.stacks).zones(rest).flatMap(paragraphs.parted) {
      tables += TextRegions(zone, rules: rules, gaps: gaps, em: em).tables.filter {
        !drawings.isDrawing($0.cells)
      }
    }
    let sorted = tables.compactMap { numbered($0.cells, isRuled: $0.isRuled) }.sorted {
      ($0.box.y0, $0.box.x0) < ($1.box.y0, $1.box.x0)
    }
    return (sorted.map(\.table), drawings.boxes.map(mirror.box))
  }

  /// Shaded bands that part rows are so high and so wide, in em; more than these are a pattern.
  private static let bandHeights = (over: 0.8, under: 12.0)
  private static let narrowestBand = 3.0
  private static let mostBands = 10_000

  /// The edges of shaded bands: these part rows as rulings do.
  private var edgesOfBands: [TableRuling] {
    let bands = fills.filter {
      $0.width > Self.narrowestBand * em && $0.height > Self.bandHeights.over * em
        && $0.height < Self.bandHeights.under * em
    }
    guard bands.count <= Self.mostBands else { return [] }
    return bands.flatMap { band in
      [band.y0, band.y1].map { TableRuling(position: $0, start: band.x0, end: band.x1) }
    }
  }

  /// Numbers rows and columns without gaps.
  private func numbered(_ cells: [TableCell], isRuled: Bool) -> (table: FoundTable, box: TableBox)? {
    let rows = Set(cells.map(\.rows.lowerBound)).sorted()
    let columns = Set(cells.map(\.columns.lowerBound)).sorted()
    func range(_ range: ClosedRange<Int>, among starts: [Int]) -> ClosedRange<Int> {
      let first = starts.firstPlace { $0 >= range.lowerBound }
      return first...max(first, starts.firstPlace { $0 > range.upperBound } - 1)
    }
    var found: [FoundTable.Cell] = []
    for cell in cells {
      guard let box = cell.words.bounds else { continue }
      found.append(
        FoundTable.Cell(
          rows: range(cell.rows, among: rows), columns: range(cell.columns, among: columns),
          box: mirror.box(box), text: cell.words.spaced(isMirrored: mirror.isNeeded)))
    }
    guard let first = found.first else { return nil }
    found.sort { ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound) }
    return (FoundTable(cells: found, isRuled: isRuled), found.reduce(first.box) { $0.united(with: $1.box) })
  }
}
