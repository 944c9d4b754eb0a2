import PostilModel

extension ContentPath {
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
  private func keepPath(_ operation: ContentOperation) {
    for range in path.ranges {
      output.write(bytes(of: range))
      output.write(" ")
    }
    keep(operation)
  }

  /// Paints the path that was made as far as it lies in no area.
  func paint(_ painting: ContentPath.Painting, _ operation: ContentOperation) throws {
    guard let bounds = PageRect.bounding(path.elements.flatMap { $0.points.map(state.matrix.apply) }),
      bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite, bounds.maxY.isFinite
    else { return keepPath(operation) }
    if isHidden {
      if painting.isSeen { drop() }
      return keepClip(path.elements)
    }
    let reach = painting.stroke ? state.strokeReach : 0
    let shown = ConvexPolygon(bounds.insetBy(-reach))
    let touched = areas.map(\.polygon).filter { $0.overlaps(shown, by: tolerance) }
    guard !touched.isEmpty else {
      usePatterns(fill: painting.fill, stroke: painting.stroke)
      return keepPath(operation)
    }
    let isPainted = painting.isSeen
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
