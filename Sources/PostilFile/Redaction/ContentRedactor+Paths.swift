import PostilModel

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
    if !touched.isEmpty, try cut(painting, operation, touched) { return }
    usePatterns(fill: painting.fill, stroke: painting.stroke)
    keepPath(operation)
  }

  /// Writes what a path paints outside of polygons, without what of it lies in them; returns `false` if nothing does.
  private func cut(
    _ painting: ContentPath.Painting, _ operation: ContentOperation, _ polygons: [ConvexPolygon]
  ) throws -> Bool {
    let path = painting.closes ? path.closed : path
    let runs = path.runs
    guard let inverse = state.matrix.inverse else {
      // What is painted has no extent, and lies in an area.
      touchMarks()
      run.report.paths += 1
      keepClip(path.elements)
      return true
    }
    let cutters = polygons.compactMap { polygon in
      PathCutter(polygon.map(inverse), scale: state.matrix.scale).map { (cutter: $0, polygon: polygon) }
    }
    try run.context.count(path.elements.count * cutters.count)
    do {
      let filled =
        painting.fill ? try PathCutter.fill(runs, cutters.map(\.cutter), isEvenOdd: painting.isEvenOdd) : nil
      let clipped =
        path.clip == nil
        ? nil : try PathCutter.fill(runs, cutters.map(\.cutter), isEvenOdd: path.clip == "W*")
      let near = painting.stroke ? cutters.filter { isStroke(of: runs, near: $0.cutter) } : []
      let stroked = PathCutter.stroke(runs, near.map(\.cutter), keepsStart: !state.dashes.isEmpty)
      guard filled != nil || clipped != nil || !near.isEmpty else { return false }
      if filled != nil || !near.isEmpty {
        touchMarks()
        run.report.paths += 1
        if painting.fill { try writeFilled(filled ?? runs, isEvenOdd: painting.isEvenOdd) }
        if painting.stroke { try writeStroked(stroked ?? runs, clippingOut: near.map(\.polygon)) }
      } else if painting.isSeen {
        usePatterns(fill: painting.fill, stroke: painting.stroke)
        for element in path.elements { write(element) }
        output.write("\(operation.name)\n")
      }
      isChanged = true
      if let clipped, clipped.isEmpty {
        // What is in an area paints nothing any more: a clip that leaves an area leaves nothing, and tells no shape.
        keepClip(rectangle(polygons[0].bounds))
      } else if let clipped {
        keepClip(Self.elements(of: clipped))
      } else {
        keepClip(path.elements)
      }
    } catch is PathCutter.TooIntricate {
      throw run.refusal("a path on it runs through an area too often", place)
    }
    return true
  }

  /// Whether what a stroke paints may reach into an area.
  private func isStroke(of runs: [PathRun], near cutter: PathCutter) -> Bool {
    let reach = state.strokeReach / state.matrix.scale
    return runs.contains { cutter.isNear($0, by: reach) }
  }

  private func writeFilled(_ runs: [PathRun], isEvenOdd: Bool) throws {
    guard !runs.isEmpty else { return }
    let elements = Self.elements(of: runs)
    if let color = state.fill.pattern {
      output.write("q\n")
      let points = elements.flatMap { $0.points.map(state.matrix.apply) }
      try setRedactedPattern(color, isFill: true, on: PageRect.bounding(points) ?? .zero)
    }
    for element in elements { write(element) }
    output.write(isEvenOdd ? "f*\n" : "f\n")
    if state.fill.pattern != nil { output.write("Q\n") }
  }

  /// What a stroke paints is cut off by a clip: its width reaches into areas from lines outside of them.
  private func writeStroked(_ runs: [PathRun], clippingOut polygons: [ConvexPolygon]) throws {
    guard !runs.isEmpty else { return }
    let runs = isKnockout ? runs : runs.map { $0.extended(lineWidth: state.lineWidth) }
    let points = runs.flatMap { Self.elements(of: [$0]).flatMap { $0.points.map(state.matrix.apply) } }
    let bounds = (PageRect.bounding(points) ?? .zero).insetBy(-state.strokeReach)
    output.write("q\n")
    if let color = state.stroke.pattern { try setRedactedPattern(color, isFill: false, on: bounds) }
    if !isKnockout { clip(out: polygons, around: bounds) }
    let isDashed = !state.dashes.isEmpty
    for run in runs {
      if isDashed, run.offset != 0 {
        output.write(.array(state.dashes.map { .real(ContentOutput.text($0)) }))
        output.write(" ")
        output.write([state.dashPhase + run.offset], "d")
      }
      for element in Self.elements(of: [run]) { write(element) }
      if isDashed { output.write("S\n") }
    }
    if !isDashed { output.write("S\n") }
    output.write("Q\n")
  }

  private static func elements(of runs: [PathRun]) -> [ContentPath.Element] {
    runs.flatMap { run in
      [.move(run.start)]
        + run.segments.map { segment -> ContentPath.Element in
          switch segment {
          case .line(let line): .line(line.end)
          case .curve(let curve): .curve(curve.control1, curve.control2, curve.end)
          }
        } + (run.isClosed ? [.close] : [])
    }
  }

  /// The path as a clip and nothing else, if it is to be one.
  private func keepClip(_ elements: [ContentPath.Element]) {
    guard let clip = path.clip else { return }
    for element in elements { write(element) }
    output.write("\(clip) n\n")
  }

  private func write(_ element: ContentPath.Element) {
    let numbers = element.points.flatMap { [$0.x, $0.y] }
    switch element {
    case .move: output.write(numbers, "m")
    case .line: output.write(numbers, "l")
    case .curve: output.write(numbers, "c")
    case .close: output.write("h\n")
    }
  }

  /// A rectangle of the space of the areas, as a path of the content's.
  private func rectangle(_ rect: PageRect) -> [ContentPath.Element] {
    guard let inverse = state.matrix.inverse else { return [] }
    let corners = inverse.corners(of: rect)
    return [.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close]
  }
}
