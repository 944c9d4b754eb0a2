import PostilModel

/// Takes out of paths what lies in a convex polygon.
///
/// A segment is divided where it crosses the edges. What is outside stays as it is, but for curves that come in or go out: of these
/// the outside becomes short lines, since a piece of a curve tells all of the curve.
struct PathCutter {
  /// A path that would become too long.
  struct TooIntricate: Error {}

  private struct Edge {
    let start: PagePoint
    let end: PagePoint
    /// A unit vector into the polygon.
    let inward: PagePoint
  }

  private let polygon: ConvexPolygon
  private let edges: [Edge]
  private let bounds: PageRect
  private let center: PagePoint
  /// What lies less deep in the polygon is on its edge.
  private let slack: Double
  /// How far lines may be from curves.
  private let tolerance: Double

  /// How often outlines may run along the polygon's edges.
  private static let mostArcs = 1_000_000

  /// - Parameters:
  ///   - polygon: In the space of the paths.
  ///   - scale: How much larger that space is painted, in points.
  /// - Returns: `nil` if the polygon has no extent.
  init?(_ polygon: ConvexPolygon, scale: Double) {
    guard polygon.points.count > 2, scale > 0, scale.isFinite,
      polygon.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    self.polygon = polygon
    edges = polygon.points.indices.compactMap { index in
      let (start, end) = (polygon.points[index], polygon.points[(index + 1) % polygon.points.count])
      let length = start.distance(to: end)
      guard length > 0 else { return nil }
      return Edge(
        start: start, end: end,
        inward: PagePoint(x: -(end.y - start.y) / length, y: (end.x - start.x) / length))
    }
    guard edges.count > 2 else { return nil }
    bounds = polygon.bounds
    let count = Double(polygon.points.count)
    center = PagePoint(
      x: polygon.points.reduce(0) { $0 + $1.x / count }, y: polygon.points.reduce(0) { $0 + $1.y / count })
    slack = min(1e-5 / scale, min(bounds.width, bounds.height) / 1000)
    tolerance = 0.002 / scale
  }

  // MARK: - Pieces

  private struct Piece {
    let segment: PathSegment
    let isInside: Bool
  }

  private func distance(of point: PagePoint, from edge: Edge) -> Double {
    (point.x - edge.start.x) * edge.inward.x + (point.y - edge.start.y) * edge.inward.y
  }

  private func isInside(_ point: PagePoint) -> Bool {
    edges.allSatisfy { distance(of: point, from: $0) > slack }
  }

  /// Where a segment crosses the line that an edge is on.
  private func crossings(of segment: PathSegment, with edge: Edge) -> [Double] {
    switch segment {
    case .line(let line):
      let (a, b) = (distance(of: line.start, from: edge), distance(of: line.end, from: edge))
      return (a < 0) != (b < 0) ? [a / (a - b)] : []
    case .curve(let curve):
      return CubicCurve.signChanges(
        distance(of: curve.start, from: edge), distance(of: curve.control1, from: edge),
        distance(of: curve.control2, from: edge), distance(of: curve.end, from: edge))
    }
  }

  /// A segment divided into what is in the polygon and what is not, alternately.
  private func pieces(of segment: PathSegment) -> [Piece] {
    guard segment.controlBounds.intersects(bounds) else { return [Piece(segment: segment, isInside: false)] }
    var places = [0.0, 1.0]
    for edge in edges { places += crossings(of: segment, with: edge) }
    places.sort()
    var parts: [(low: Double, high: Double, isInside: Bool)] = []
    for (low, high) in zip(places, places.dropFirst()) where high > low {
      let inside = isInside(segment.point(at: (low + high) / 2))
      if let last = parts.last, last.isInside == inside {
        parts[parts.count - 1].high = high
      } else {
        parts.append((low, high, inside))
      }
    }
    guard parts.count > 1 else { return [Piece(segment: segment, isInside: parts.first?.isInside ?? false)] }
    return parts.flatMap { part -> [Piece] in
      let piece = segment.piece(from: part.low, to: part.high)
      guard !part.isInside else { return [Piece(segment: piece, isInside: true)] }
      return piece.lines(tolerance: tolerance).map { Piece(segment: .line($0), isInside: false) }
    }
  }

  // MARK: - Several polygons

  /// What is left of an area outside of several polygons; `nil` if that is all of it. See ``fill(_:isEvenOdd:)``.
  static func fill(_ runs: [PathRun], _ cutters: [PathCutter], isEvenOdd: Bool) throws -> [PathRun]? {
    var result: [PathRun]?
    for cutter in cutters { result = try cutter.fill(result ?? runs, isEvenOdd: isEvenOdd) ?? result }
    return result
  }

  /// What is left of runs that are stroked outside of several polygons; `nil` if that is all of them.
  static func stroke(_ runs: [PathRun], _ cutters: [PathCutter], keepsStart: Bool) -> [PathRun]? {
    var result: [PathRun]?
    for cutter in cutters { result = cutter.stroke(result ?? runs, keepsStart: keepsStart) ?? result }
    return result
  }

  /// Whether something that reaches `distance` around a run may overlap the polygon.
  func isNear(_ run: PathRun, by distance: Double) -> Bool {
    let segments =
      run.segments.isEmpty
      ? [.line(LineSegment(run.start, run.start))] : run.isClosed ? run.closedSegments : run.segments
    return segments.contains { segment in
      guard segment.controlBounds.insetBy(-distance).intersects(bounds) else { return false }
      let cubic = segment.cubic
      let corners = [cubic.start, cubic.control1, cubic.control2, cubic.end].flatMap { point in
        [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)].map {
          point.offset(dx: $0.0 * distance, dy: $0.1 * distance)
        }
      }
      return polygon.overlaps(ConvexPolygon(hullOf: corners))
    }
  }

  // MARK: - Lines

  /// What is left of runs that are stroked; `nil` if that is all of them.
  ///
  /// - Parameter keepsStart: Whether where a closed run begins matters, for dashes: its parts before and behind it stay apart.
  func stroke(_ runs: [PathRun], keepsStart: Bool) -> [PathRun]? {
    var result: [PathRun] = []
    var isCut = false
    for run in runs {
      guard !run.segments.isEmpty else {
        if isInside(run.start) { isCut = true } else { result.append(run) }
        continue
      }
      let all = run.isClosed ? run.closedSegments : run.segments
      let pieces = all.flatMap(pieces)
      guard pieces.contains(where: \.isInside) else {
        result.append(run)
        continue
      }
      isCut = true
      var parts: [PathRun] = []
      var length = run.offset
      var isOpen = false
      for piece in pieces {
        defer { if keepsStart { length += piece.segment.controlLength } }
        guard !piece.isInside else {
          if isOpen, let last = parts.last {
            parts[parts.count - 1].endCut = cut(at: last.end, last.segments.last, 1)
          }
          isOpen = false
          continue
        }
        if isOpen {
          parts[parts.count - 1].segments.append(piece.segment)
        } else {
          var part = PathRun(start: piece.segment.start, segments: [piece.segment], offset: length)
          if !parts.isEmpty || pieces[0].isInside { part.startCut = cut(at: part.start, piece.segment, -1) }
          parts.append(part)
          isOpen = true
        }
      }
      if run.isClosed {
        if !keepsStart, isOpen, !pieces[0].isInside, parts.count > 1, let last = parts.popLast() {
          parts[0].segments = last.segments + parts[0].segments
          parts[0].start = last.start
          parts[0].startCut = last.startCut
        }
      } else {
        if !pieces[0].isInside { parts[0].startCut = run.startCut }
        if isOpen { parts[parts.count - 1].endCut = run.endCut }
      }
      result += parts
    }
    return isCut ? result : nil
  }

  /// - Parameter sign: 1 for the end of a segment, -1 for its start.
  private func cut(at point: PagePoint, _ segment: PathSegment?, _ sign: Double) -> PathRun.Cut? {
    guard let cubic = segment?.cubic else { return nil }
    let (from, to) =
      sign > 0
      ? ([cubic.control2, cubic.control1, cubic.start], cubic.end)
      : ([cubic.control1, cubic.control2, cubic.end], cubic.start)
    guard let other = from.first(where: { $0 != to }),
      let edge = edges.min(by: { abs(distance(of: point, from: $0)) < abs(distance(of: point, from: $1)) })
    else { return nil }
    let length = other.distance(to: to)
    let direction = PagePoint(x: (to.x - other.x) / length, y: (to.y - other.y) / length)
    let depth = edges.compactMap { edge -> Double? in
      let across = direction.x * edge.inward.x + direction.y * edge.inward.y
      return across < -1e-9 ? max(distance(of: point, from: edge), 0) / -across : nil
    }.min()
    return PathRun.Cut(
      direction: direction, steepness: direction.x * edge.inward.x + direction.y * edge.inward.y,
      depth: depth ?? 0)
  }

  // MARK: - Areas

  /// What is left of an area that runs enclose, by the rule of its winding; `nil` if nothing of it lies in the polygon.
  ///
  /// Where an outline goes into the polygon it is led along the polygon's edge to where one comes out. How often, and in which
  /// direction, each part of the edge is run along follows from the ends that meet there, up to full turns: of these there are as
  /// many as it takes for nothing to be inside.
  ///
  /// - Throws: ``TooIntricate``.
  func fill(_ runs: [PathRun], isEvenOdd: Bool) throws -> [PathRun]? {
    var kept: [PathRun] = []
    var chains: [[PathSegment]] = []
    var isCut = false
    for run in runs where !run.segments.isEmpty {
      let pieces = run.closedSegments.flatMap(pieces)
      guard let first = pieces.firstIndex(where: \.isInside) else {
        kept.append(run)
        continue
      }
      isCut = true
      var isOpen = false
      for piece in pieces[first...] + pieces[..<first] {
        if !piece.isInside {
          if isOpen { chains[chains.count - 1].append(piece.segment) } else { chains.append([piece.segment]) }
        }
        isOpen = !piece.isInside
      }
    }
    let nodes = chains.enumerated().flatMap { index, chain in
      [
        Node(chain: index, isEntry: false, place: place(of: chain[0].start), point: chain[0].start),
        Node(
          chain: index, isEntry: true, place: place(of: chain[chain.count - 1].end),
          point: chain[chain.count - 1].end),
      ]
    }.sorted { $0.place < $1.place }
    var turns = [Int](repeating: 0, count: nodes.count)
    var count = 0
    for (index, node) in nodes.enumerated() {
      count += node.isEntry ? 1 : -1
      turns[index] = count
    }
    let arcs = nodes.indices.map { index in
      arc(from: nodes[index], to: nodes[(index + 1) % nodes.count], isLast: index == nodes.count - 1)
    }
    var winding = kept.reduce(0) { $0 + self.winding(of: $1.closedSegments) }
    winding += chains.reduce(0) { $0 + self.winding(of: $1) }
    for (arc, count) in zip(arcs, turns) where count != 0 { winding += count * self.winding(of: arc) }
    let more = isEvenOdd ? abs(winding % 2) : -winding
    guard isCut || more != 0 else { return nil }
    for index in turns.indices { turns[index] += more }
    guard turns.reduce(abs(more), { $0 + abs($1) }) <= Self.mostArcs else { throw TooIntricate() }
    guard nodes.isEmpty else { return kept + Self.linked(nodes, chains, arcs, turns) }
    let loop = edges.map { PathSegment.line(LineSegment($0.start, $0.end)) }
    return kept + (0..<abs(more)).map { _ in Self.closed(more > 0 ? loop : Self.reversed(loop)) }
  }

  /// How often segments wind around the middle of the polygon, counter-clockwise, as the part of a closed outline: where they cross
  /// the ray to the right of it.
  private func winding(of segments: [PathSegment]) -> Int {
    segments.reduce(0) { count, segment in
      let box = segment.controlBounds
      guard box.minY <= center.y, box.maxY >= center.y, box.maxX >= center.x else { return count }
      guard case .curve(let curve) = segment else { return count + crossing(segment.start, segment.end) }
      // Divided at the ray, pieces lie above or below it.
      let places =
        [0]
        + CubicCurve.signChanges(
          curve.start.y - center.y, curve.control1.y - center.y, curve.control2.y - center.y,
          curve.end.y - center.y) + [1]
      let points = places.map(curve.point)
      // Of a piece only its ends and a point between tell where it is.
      return zip(places, places.dropFirst()).enumerated().reduce(count) { count, item in
        let middle = curve.point(at: (item.element.0 + item.element.1) / 2)
        return count + crossing(points[item.offset], middle) + crossing(middle, points[item.offset + 1])
      }
    }
  }

  private func crossing(_ a: PagePoint, _ b: PagePoint) -> Int {
    guard (a.y <= center.y) != (b.y <= center.y) else { return 0 }
    let x = a.x + (center.y - a.y) / (b.y - a.y) * (b.x - a.x)
    return x <= center.x ? 0 : a.y <= center.y ? 1 : -1
  }

  /// A place on the polygon's edge where an outline comes out, or goes in.
  private struct Node {
    let chain: Int
    /// Whether the outline ends there.
    let isEntry: Bool
    /// The number of the edge, and how far along it.
    let place: Double
    let point: PagePoint
  }

  /// Where a point is on the edge.
  private func place(of point: PagePoint) -> Double {
    var best = (distance: Double.infinity, place: 0.0)
    for (index, edge) in edges.enumerated() {
      let (x, y) = (edge.end.x - edge.start.x, edge.end.y - edge.start.y)
      let t = ((point.x - edge.start.x) * x + (point.y - edge.start.y) * y) / (x * x + y * y)
      let fraction = min(max(t, 0), 1)
      let distance = point.distance(to: edge.start.interpolated(to: edge.end, at: fraction))
      if distance < best.distance { best = (distance, Double(index) + fraction) }
    }
    return best.place
  }

  /// The way along the edge from one node to the next, counter-clockwise.
  private func arc(from: Node, to: Node, isLast: Bool) -> [PathSegment] {
    let end = isLast ? to.place + Double(edges.count) : to.place
    var points = [from.point]
    var corner = Int(from.place.rounded(.down)) + 1
    while Double(corner) < end {
      points.append(edges[corner % edges.count].start)
      corner += 1
    }
    points.append(to.point)
    return zip(points, points.dropFirst()).filter { $0 != $1 }.map { .line(LineSegment($0, $1)) }
  }

  /// Closed runs of all outlines and of the arcs, each of these as often as it is wanted: below zero backwards. At every node as many
  /// come in as go out.
  private static func linked(
    _ nodes: [Node], _ chains: [[PathSegment]], _ arcs: [[PathSegment]], _ turns: [Int]
  ) -> [PathRun] {
    var turns = turns
    var isUsed = [Bool](repeating: false, count: chains.count)
    let ends = nodes.indices.reduce(into: [Int](repeating: 0, count: chains.count)) { ends, index in
      if nodes[index].isEntry { ends[nodes[index].chain] = index }
    }
    func step(from node: Int) -> (segments: [PathSegment], node: Int)? {
      let chain = nodes[node].chain
      if !nodes[node].isEntry, !isUsed[chain] {
        isUsed[chain] = true
        return (chains[chain], ends[chain])
      }
      if turns[node] > 0 {
        turns[node] -= 1
        return (arcs[node], (node + 1) % nodes.count)
      }
      let before = (node + nodes.count - 1) % nodes.count
      guard turns[before] < 0 else { return nil }
      turns[before] += 1
      return (reversed(arcs[before]), before)
    }
    var result: [PathRun] = []
    for start in nodes.indices {
      while let first = step(from: start) {
        var (segments, node) = first
        while node != start, let next = step(from: node) {
          segments += next.segments
          node = next.node
        }
        if !segments.isEmpty { result.append(closed(segments)) }
      }
    }
    return result
  }

  private static func closed(_ segments: [PathSegment]) -> PathRun {
    PathRun(start: segments[0].start, segments: segments, isClosed: true)
  }

  private static func reversed(_ segments: [PathSegment]) -> [PathSegment] {
    segments.reversed().map(\.reversed)
  }
}
