/// Charts and other drawings, whose labels are no tables.
struct TableDrawings {
  private let em: Double
  /// Oblique and curved strokes, by the height of their middles.
  private let strokes: [TableBox]
  /// Where drawings are, with their labels, and which of them axes with scales tell.
  private(set) var boxes: [TableBox] = []
  private var charts: [TableBox] = []

  /// A drawing has oblique strokes of this length, in em: letters and signs have less.
  private static let shortestStrokes = 10.0
  /// How far labels stand from strokes, in em.
  private static let labelReach = 1.0
  /// Rulings of a frame that touch are within this, in points.
  private static let frameJoint = 2.0
  /// A frame of a drawing is smaller than this part of the page.
  private static let largestFrame = 0.5
  /// A page with more drawings is one large drawing; strokes apart from these are left out.
  private static let mostDrawings = 1_000

  init(
    _ strokes: [TableBox], _ horizontal: TableRulings, _ vertical: TableRulings, fills: [TableBox],
    scales: TableScales, page: Double, em: Double
  ) {
    self.em = em
    self.strokes = strokes.sorted { $0.middleY < $1.middleY }
    var drawings: [(box: TableBox, length: Double)] = []
    for stroke in strokes {
      var drawing = (box: stroke.widened(by: Self.labelReach * em), length: stroke.diagonal)
      while let place = drawings.firstIndex(where: { $0.box.touches(drawing.box) }) {
        let other = drawings[place]
        drawing = (drawing.box.united(with: other.box), drawing.length + other.length)
        drawings[place] = drawings[drawings.count - 1]
        drawings.removeLast()
      }
      if drawings.count < Self.mostDrawings { drawings.append(drawing) }
    }
    drawings.removeAll { $0.length < Self.shortestStrokes * em }
    boxes = scales.charts.map { $0.widened(by: Self.labelReach * em) }
    charts = boxes
    guard !drawings.isEmpty else { return }
    let groups = RulingGroup.groups(horizontal, vertical, within: Self.frameJoint)
      .filter { $0.horizontal.count >= 2 && $0.vertical.count >= 2 }
    let frames = (fills + groups.compactMap(\.box)).filter { $0.width * $0.height < Self.largestFrame * page }
    for (box, _) in drawings {
      let core = box.widened(by: -Self.labelReach * em)
      boxes.append(
        frames.reduce(box.widened(by: Self.labelReach * em)) { result, frame in
          frame.widened(by: Self.labelReach * em).contains(core)
            ? result.united(with: frame) : result
        })
    }
  }

  /// Whether a point is in a drawing.
  func contains(x: Double, y: Double) -> Bool { boxes.contains { $0.contains(x: x, y: y) } }

  /// So many numbers that rise from 0 by equal steps, in the last of these rows, are the scale of an axis.
  private static let fewestSteps = 5
  private static let lastRows = 3

  /// Whether cells are a drawing: there are strokes amid them, or axes, or the scale of one below.
  func isDrawing(_ cells: [TableCell]) -> Bool {
    guard let box = cells.flatMap(\.words).bounds?.widened(by: Self.labelReach * em),
      let last = cells.map(\.rows.lowerBound).max()
    else { return true }
    var length = 0.0
    var place = strokes.firstPlace { $0.middleY > box.y0 }
    while place < strokes.count, strokes[place].middleY < box.y1 {
      let stroke = strokes[place]
      if box.contains(x: stroke.middleX, y: stroke.middleY) { length += stroke.diagonal }
      place += 1
    }
    if length > Self.shortestStrokes * em { return true }
    let words = cells.flatMap(\.words)
    for chart in charts where chart.touches(box) {
      let within = words.count { chart.contains(x: $0.box.middleX, y: $0.box.middleY) }
      if 2 * within > words.count { return true }
    }
    for row in max(last - Self.lastRows + 1, 0)...max(last, 0) {
      let words = cells.filter { $0.rows.lowerBound == row }
        .sorted { $0.columns.lowerBound < $1.columns.lowerBound }.flatMap(\.words)
      guard words.count >= Self.fewestSteps else { continue }
      let numbers = words.compactMap { TableText.number($0.text) }
      if numbers.count == words.count, numbers[0] == 0, Self.riseEvenly(numbers) { return true }
    }
    return false
  }

  /// How much of a step the others may differ from the first.
  private static let unevenness = 0.02

  private static func riseEvenly(_ numbers: [Double]) -> Bool {
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    guard let first = steps.first, first > 0 else { return false }
    return steps.allSatisfy { abs($0 - first) <= unevenness * first }
  }
}

extension TableBox {
  fileprivate var diagonal: Double { (width * width + height * height).squareRoot() }
}
