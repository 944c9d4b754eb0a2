import PostilModel

/// The straight lines and the filled rectangles that a content draws, in the space that its interpreter leads to: what parts the cells of
/// tables. Curved and oblique strokes are known by their boxes.
struct PageRulings {
  /// From one end to the other.
  struct Line {
    let start: PagePoint
    let end: PagePoint
  }

  private(set) var lines: [Line] = []
  private(set) var fills: [PageRect] = []
  private(set) var oblique: [PageRect] = []
  /// Small shapes that are as high as wide: the bullets of lists, as browsers draw them.
  private(set) var marks: [PageRect] = []

  /// A page with more is a drawing, of which the rest says nothing.
  private static let most = 100_000
  /// How large a mark is, in points, and how many times as high as wide it may be. A page with more marks than these is a drawing.
  private static let markSizes = 0.8...16.0
  private static let markShape = 0.7...1.45
  private static let mostMarks = 2_000
  /// What is closer to an axis is drawn along it, in points.
  private static let slope = 1.0

  /// The marks, if there are no more than lists have.
  var shownMarks: [PageRect] { marks.count > Self.mostMarks ? [] : marks }

  /// Takes in a path that is painted.
  mutating func add(_ path: ContentPath, _ painting: ContentPath.Painting, _ matrix: Affine) {
    addMark(path, painting, matrix)
    guard painting.isSeen, lines.count + fills.count + oblique.count < Self.most else { return }
    if addFrame(path, painting, matrix) { return }
    var points: [PagePoint] = []
    var isStraight = true
    func finish(_ rulings: inout PageRulings) {
      if points.count > 1 { rulings.add(points, isStraight, painting) }
      (points, isStraight) = ([], true)
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        finish(&self)
        points = [matrix.apply(point)]
      case .line(let point): points.append(matrix.apply(point))
      case .curve(_, _, let end):
        isStraight = false
        points.append(matrix.apply(end))
      case .close: if let first = points.first { points.append(first) }
      }
    }
    finish(&self)
  }

  /// Takes in the border of a box that is filled between two rectangles, as WeasyPrint paints it.
  ///
  /// - Returns: Whether it is one.
  private mutating func addFrame(
    _ path: ContentPath, _ painting: ContentPath.Painting, _ matrix: Affine
  ) -> Bool {
    guard painting.fill, painting.isEvenOdd, !painting.stroke, path.elements.count <= Self.mostFrameElements
    else { return false }
    var parts: [[PagePoint]] = []
    for element in path.elements {
      switch element {
      case .move(let point): parts.append([matrix.apply(point)])
      case .line(let point):
        guard !parts.isEmpty else { return false }
        parts[parts.count - 1].append(matrix.apply(point))
      case .curve: return false
      case .close: break
      }
    }
    let boxes = parts.compactMap(Self.rectangle)
    guard parts.count == 2, boxes.count == 2 else { return false }
    let (outer, inner) = boxes[0].width > boxes[1].width ? (boxes[0], boxes[1]) : (boxes[1], boxes[0])
    let widths = [
      inner.minX - outer.minX, outer.maxX - inner.maxX, inner.minY - outer.minY, outer.maxY - inner.maxY,
    ]
    guard widths.allSatisfy({ $0 >= 0 && $0 < PageRect.thickestRuling }) else { return false }
    for y in [(inner.minY + outer.minY) / 2, (inner.maxY + outer.maxY) / 2] {
      lines.append(Line(start: PagePoint(x: outer.minX, y: y), end: PagePoint(x: outer.maxX, y: y)))
    }
    for x in [(inner.minX + outer.minX) / 2, (inner.maxX + outer.maxX) / 2] {
      lines.append(Line(start: PagePoint(x: x, y: outer.minY), end: PagePoint(x: x, y: outer.maxY)))
    }
    return true
  }

  private static let mostFrameElements = 12

  /// The rectangle that a subpath is; `nil` if it is another one, or nearly a line.
  private static func rectangle(_ points: [PagePoint]) -> PageRect? {
    guard (4...5).contains(points.count), points.allSatisfy(\.isUsable),
      let box = PageRect.bounding(points), min(box.width, box.height) >= PageRect.thickestRuling
    else { return nil }
    let isUpright = zip(points, points.dropFirst() + points.prefix(1)).allSatisfy {
      abs($0.x - $1.x) < slope || abs($0.y - $1.y) < slope
    }
    return isUpright ? box : nil
  }

  /// Takes in a path that is a mark as a whole.
  private mutating func addMark(_ path: ContentPath, _ painting: ContentPath.Painting, _ matrix: Affine) {
    guard painting.isSeen, marks.count <= Self.mostMarks, path.elements.count <= Self.mostMarkElements else {
      return
    }
    let points = path.elements.compactMap { element -> PagePoint? in
      switch element {
      case .move(let point), .line(let point), .curve(_, _, let point): matrix.apply(point)
      case .close: nil
      }
    }
    guard points.count > 2, points.allSatisfy(\.isUsable), let box = PageRect.bounding(points),
      Self.markSizes.contains(box.width), Self.markSizes.contains(box.height),
      Self.markShape.contains(box.height / box.width)
    else { return }
    marks.append(box)
  }

  private static let mostMarkElements = 64

  /// Takes in a subpath.
  private mutating func add(_ points: [PagePoint], _ isStraight: Bool, _ painting: ContentPath.Painting) {
    guard points.allSatisfy(\.isUsable), let bounds = PageRect.bounding(points) else { return }
    guard isStraight else {
      // Round corners of boxes are small; other curves are drawings.
      oblique.append(bounds)
      return
    }
    let sides = zip(points, points.dropFirst()).filter { $0.distance(to: $1) > 0 }
    let isUpright = sides.allSatisfy { abs($0.x - $1.x) < Self.slope || abs($0.y - $1.y) < Self.slope }
    if isUpright, points.count >= 4 {
      if min(bounds.width, bounds.height) < PageRect.thickestRuling {
        if let ruling = bounds.ruling { lines.append(Line(start: ruling.start, end: ruling.end)) }
        return
      }
      if painting.fill { fills.append(bounds) }
      guard painting.stroke else { return }
    } else if !painting.stroke {
      oblique.append(bounds)
      return
    }
    for (a, b) in sides {
      if abs(a.x - b.x) < Self.slope || abs(a.y - b.y) < Self.slope {
        lines.append(Line(start: a, end: b))
      } else if let box = PageRect.bounding([a, b]) {
        oblique.append(box)
      }
    }
  }
}
