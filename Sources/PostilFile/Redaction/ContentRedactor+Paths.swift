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

  var elements: [Element] = []
  /// Where its operations stand in the stream.
  var ranges: [Range<Int>] = []
  /// `W` or `W*`, if it becomes a clip.
  var clip: String?
  var current: PagePoint?

  /// A path without what lies inside convex polygons: pieces of it that begin and end in one become a straight line there.
  /// What it encloses and outlines elsewhere stays the same.
  func simplified(in polygons: [ConvexPolygon], _ matrix: Affine) -> [Element] {
    var result: [Element] = []
    /// The polygon in which the latest elements lie, and where they end.
    var inside: ConvexPolygon?
    var skipped: PagePoint?
    var last: PagePoint?
    func flush() {
      if let skipped { result.append(.line(skipped)) }
      skipped = nil
    }
    for element in elements {
      let mapped = element.points.map(matrix.apply)
      switch element {
      case .move:
        flush()
        inside = polygons.first { $0.contains(mapped[0]) }
        result.append(element)
      case .line(let end), .curve(_, _, let end):
        let start = last.map(matrix.apply)
        let common = inside.flatMap { area in mapped.allSatisfy(area.contains) ? area : nil }
        if let common, start.map(common.contains) ?? false {
          skipped = end
        } else {
          flush()
          result.append(element)
          inside = mapped.last.flatMap { point in polygons.first { $0.contains(point) } }
        }
      case .close:
        flush()
        result.append(element)
      }
      last = element.points.last ?? last
    }
    flush()
    return result
  }
}

extension ContentRedactor {
  private static let paintings: [String: (fill: Bool, stroke: Bool)] = [
    "f": (true, false), "F": (true, false), "f*": (true, false), "S": (false, true), "s": (false, true),
    "B": (true, true), "B*": (true, true), "b": (true, true), "b*": (true, true), "n": (false, false),
  ]

  /// Takes an operation that makes or paints a path; returns whether it was one.
  func takePath(_ operation: ContentOperation) throws -> Bool {
    func points(_ count: Int) -> [PagePoint]? {
      operation.numbers(2 * count).map { n in (0..<count).map { PagePoint(x: n[2 * $0], y: n[2 * $0 + 1]) } }
    }
    switch operation.name {
    case "m": add(points(1).map { .move($0[0]) }, operation)
    case "l": add(points(1).map { path.current == nil ? .move($0[0]) : .line($0[0]) }, operation)
    case "c": add(points(3).map { .curve($0[0], $0[1], $0[2]) }, operation)
    case "v": add(points(2).map { .curve(path.current ?? $0[0], $0[0], $0[1]) }, operation)
    case "y": add(points(2).map { .curve($0[0], $0[1], $0[1]) }, operation)
    case "h": add(.close, operation)
    case "re":
      guard let n = operation.numbers(4) else { return true }
      path.elements += [
        .move(PagePoint(x: n[0], y: n[1])), .line(PagePoint(x: n[0] + n[2], y: n[1])),
        .line(PagePoint(x: n[0] + n[2], y: n[1] + n[3])), .line(PagePoint(x: n[0], y: n[1] + n[3])), .close,
      ]
      path.ranges.append(operation.range)
      path.current = PagePoint(x: n[0], y: n[1])
    case "W", "W*":
      path.clip = operation.name
      path.ranges.append(operation.range)
    default:
      guard let painting = Self.paintings[operation.name] else { return false }
      try paint(painting, operation)
      path = ContentPath()
    }
    return true
  }

  private func add(_ element: ContentPath.Element?, _ operation: ContentOperation) {
    guard let element else { return }
    path.elements.append(element)
    path.ranges.append(operation.range)
    if case .close = element {
      let start = path.elements.last { if case .move = $0 { true } else { false } }
      path.current = start?.points.first
    } else {
      path.current = element.points.last
    }
  }

  private func keepPath(_ operation: ContentOperation) {
    for range in path.ranges {
      output.write(bytes(of: range))
      output.write(" ")
    }
    keep(operation)
  }

  private func paint(_ painting: (fill: Bool, stroke: Bool), _ operation: ContentOperation) throws {
    guard let bounds = PageRect.bounding(path.elements.flatMap { $0.points.map(state.matrix.apply) }),
      bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite, bounds.maxY.isFinite
    else { return keepPath(operation) }
    if isHidden {
      if painting.fill || painting.stroke { drop() }
      return keepClip(path.elements)
    }
    let reach = painting.stroke ? state.strokeReach : 0
    let shown = ConvexPolygon(bounds.insetBy(-reach))
    let touched = areas.map(\.polygon).filter { $0.overlaps(shown, by: tolerance) }
    guard !touched.isEmpty else {
      usePatterns(fill: painting.fill, stroke: painting.stroke)
      return keepPath(operation)
    }
    let isPainted = painting.fill || painting.stroke
    if touched.contains(where: { $0.contains(shown) }) {
      // A clip there leaves nothing that is still painted; what shape it has says something.
      if path.clip != nil { keepClip(rectangle(bounds)) }
      if isPainted {
        touchMarks()
        run.report.paths += 1
      } else {
        isChanged = true
      }
      return
    }
    let elements = path.simplified(in: touched, state.matrix)
    guard isPainted else {
      isChanged = true
      return keepClip(elements, operation.name)
    }
    touchMarks()
    run.report.paths += 1
    if state.matrix.inverse != nil {
      output.write("q\n")
      if painting.fill, let color = state.fillPattern {
        try setRedactedPattern(color, isFill: true, on: bounds)
      }
      if painting.stroke, let color = state.strokePattern {
        try setRedactedPattern(color, isFill: false, on: bounds.insetBy(-reach))
      }
      clip(out: touched, around: shown.bounds)
      write(elements)
      output.write("\(operation.name)\nQ\n")
    }
    keepClip(elements)
  }

  /// The path as a clip and nothing else, if it is to be one.
  private func keepClip(_ elements: [ContentPath.Element], _ painting: String = "n") {
    guard let clip = path.clip else { return }
    write(elements)
    output.write("\(clip) \(painting)\n")
  }

  private func write(_ elements: [ContentPath.Element]) {
    for element in elements {
      let numbers = element.points.flatMap { [$0.x, $0.y] }
      switch element {
      case .move: output.write(numbers, "m")
      case .line: output.write(numbers, "l")
      case .curve: output.write(numbers, "c")
      case .close: output.write("h\n")
      }
    }
  }

  /// A rectangle of the space of the areas, as a path of the content's.
  private func rectangle(_ rect: PageRect) -> [ContentPath.Element] {
    guard let inverse = state.matrix.inverse else { return [] }
    let corners = inverse.corners(of: rect)
    return [.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close]
  }
}
