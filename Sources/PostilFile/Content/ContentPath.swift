import PostilModel

/// A path that is being made (ISO 32000-2, 8.5).
struct ContentPath {
  enum Element {
    case move(PagePoint)
    case line(PagePoint)
    case curve(PagePoint, PagePoint, PagePoint)
    case close

    var points: [PagePoint] {
      switch self {
      case .move(let point), .line(let point): [point]
      case .curve(let a, let b, let end): [a, b, end]
      case .close: []
      }
    }
  }

  /// How a path is painted (8.5.3).
  struct Painting {
    var fill = false
    var stroke = false

    /// Which rule says what is inside of a path that is filled (8.5.3.3).
    private(set) var isEvenOdd = false
    /// Whether the last subpath is closed first.
    private(set) var closes = false

    /// Whether anything is painted; a path that is not may still become a clip.
    var isSeen: Bool { fill || stroke }

    /// `nil` for operators that paint no path.
    init?(_ operation: ContentOperator) {
      switch operation {
      case .fill, .fillOld, .fillEvenOdd: fill = true
      case .stroke, .closeAndStroke: stroke = true
      case .fillAndStroke, .fillEvenOddAndStroke, .closeFillAndStroke, .closeFillEvenOddAndStroke:
        (fill, stroke) = (true, true)
      case .endPath: break
      default: return nil
      }
      isEvenOdd = [.fillEvenOdd, .fillEvenOddAndStroke, .closeFillEvenOddAndStroke].contains(operation)
      closes = [.closeAndStroke, .closeFillAndStroke, .closeFillEvenOddAndStroke].contains(operation)
    }
  }

  private(set) var elements: [Element] = []
  /// Where its operations stand in the stream.
  private(set) var ranges: [Range<Int>] = []
  /// `W` or `W*`, if it becomes a clip.
  private(set) var clip: String?
  private var current: PagePoint?
  private var start: PagePoint?

  /// The rectangle around its points and control points where a matrix takes them; `nil` if it has none.
  func bounds(_ matrix: Affine) -> PageRect? {
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    func include(_ point: PagePoint) {
      let point = matrix.apply(point)
      let place = SIMD2(point.x, point.y)
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): include(point)
      case .curve(let a, let b, let end):
        include(a)
        include(b)
        include(end)
      case .close: break
      }
    }
    guard low.x <= high.x, low.y <= high.y else { return nil }
    return PageRect(corner: PagePoint(x: low.x, y: low.y), corner: PagePoint(x: high.x, y: high.y))
  }

  /// The path with its last subpath closed.
  var closed: ContentPath {
    var path = self
    path.elements.append(.close)
    return path
  }

  /// Takes an operation that makes a path, but for one that paints it; returns whether it was one.
  mutating func take(_ operation: ContentOperation) -> Bool {
    switch operation.op {
    case .moveTo: add(operation) { .move($0[0]) }
    case .lineTo: add(operation) { [current] in current == nil ? .move($0[0]) : .line($0[0]) }
    case .curveTo: add(operation, 3) { .curve($0[0], $0[1], $0[2]) }
    case .curveFromCurrent: add(operation, 2) { [current] in .curve(current ?? $0[0], $0[0], $0[1]) }
    case .curveToEnd: add(operation, 2) { .curve($0[0], $0[1], $0[1]) }
    case .closePath:
      elements.append(.close)
      ranges.append(operation.range)
      current = start
    case .rectangle:
      guard let n = operation.numbers(4) else { return true }
      let corner = PagePoint(x: n[0], y: n[1])
      elements += [
        .move(corner), .line(PagePoint(x: n[0] + n[2], y: n[1])),
        .line(PagePoint(x: n[0] + n[2], y: n[1] + n[3])), .line(PagePoint(x: n[0], y: n[1] + n[3])), .close,
      ]
      ranges.append(operation.range)
      (start, current) = (corner, corner)
    case .clip, .clipEvenOdd:
      clip = operation.op == .clip ? "W" : "W*"
      ranges.append(operation.range)
    default: return false
    }
    return true
  }

  private mutating func add(_ operation: ContentOperation, _ count: Int = 1, _ make: ([PagePoint]) -> Element)
  {
    guard let n = operation.numbers(2 * count) else { return }
    let element = make((0..<count).map { PagePoint(x: n[2 * $0], y: n[2 * $0 + 1]) })
    elements.append(element)
    ranges.append(operation.range)
    current = element.points.last
    if case .move(let point) = element { start = point }
  }
}
