/// An area bounded by closed polygons, inside by the even-odd rule, from which convex pieces can
/// be taken away.
///
/// It is kept as a bag of edges on a fine grid, which meet in their ends alone; every point has an
/// even number of them. The order and direction of edges say nothing: the even-odd rule does not
/// need them.
struct EvenOddRegion: Sendable, Hashable {
  private(set) var edges: [GridEdge]

  /// The area inside the polygons. O(n log n) for n edges, more where many share a range of x.
  init(_ polygons: [[PagePoint]]) {
    let pieces = polygons.flatMap(GridEdge.edges).map { GridNoding.Piece(edge: $0, isCutter: false) }
    edges = Self.merged(GridNoding.noded(pieces)).filter(\.isRegion).map(\.edge)
  }

  /// Takes away what is inside a convex polygon. Returns whether anything was taken away.
  ///
  /// Edges near the polygon are split where they meet it. Then an edge of the region stays if it
  /// is outside the polygon, and an edge of the polygon becomes one of the region if it is inside
  /// the region. O(edges + near edges × the polygon's edges).
  mutating func subtract(_ polygon: [PagePoint]) -> Bool {
    let cutter = GridEdge.edges(of: polygon)
    guard let box = GridBox(cutter) else { return false }
    let near = edges.filter(box.meets)
    let mine = near.map { GridNoding.Piece(edge: $0, isCutter: false) }
    let others = cutter.map { GridNoding.Piece(edge: $0, isCutter: true) }
    let merged = Self.merged(GridNoding.noded(mine + others))
    let beside = edges.filter { !box.meets($0) && box.isBesideOrLeft(of: $0) }
    let (kept, isChanged) = Self.kept(merged, beside: beside)
    guard isChanged else { return false }
    edges = edges.filter { !box.meets($0) } + kept
    return true
  }

  /// An edge, and whether it bounds the region, the polygon that is taken away, or both.
  private struct Border {
    let edge: GridEdge
    var isRegion: Bool
    var isCutter: Bool
  }

  /// Each edge once. An edge that is there twice has the same on both sides: it is no border.
  private static func merged(_ pieces: [GridNoding.Piece]) -> [Border] {
    var result: [Border] = []
    for piece in pieces.sorted(by: { $0.edge < $1.edge }) {
      if result.last?.edge != piece.edge {
        result.append(Border(edge: piece.edge, isRegion: false, isCutter: false))
      }
      let last = result.count - 1
      if piece.isCutter { result[last].isCutter.toggle() } else { result[last].isRegion.toggle() }
    }
    return result
  }

  /// The borders of what is left, and whether that is not the same as before.
  private static func kept(_ borders: [Border], beside: [GridEdge]) -> ([GridEdge], isChanged: Bool) {
    let region = borders.filter(\.isRegion).map(\.edge) + beside
    let cutter = borders.filter(\.isCutter).map(\.edge)
    var kept: [GridEdge] = []
    var isChanged = false
    for border in borders where border.isRegion || border.isCutter {
      let inRegion = border.isCutter && isInside(border.edge, of: region)
      let inCutter = border.isRegion && isInside(border.edge, of: cutter)
      let stays: Bool
      switch (border.isRegion, border.isCutter) {
      case (true, true): stays = inRegion != inCutter
      case (true, false): stays = !inCutter
      default: stays = inRegion
      }
      if stays { kept.append(border.edge) }
      if stays != border.isRegion { isChanged = true }
    }
    return (kept, isChanged)
  }

  /// Whether the middle of an edge is inside; just to the right of it (above it, if it is level)
  /// where the edge is one of the borders itself.
  private static func isInside(_ edge: GridEdge, of borders: [GridEdge]) -> Bool {
    var inside = false
    for border in borders where border.isRight(ofMiddleOf: edge) && border != edge { inside.toggle() }
    return inside
  }
}

/// The range of some edges, with a little room for the bends that rounding makes.
private struct GridBox {
  var (minX, maxX, minY, maxY) = (Int.max, Int.min, Int.max, Int.min)

  /// `nil` if there are no edges.
  init?(_ edges: [GridEdge]) {
    guard !edges.isEmpty else { return nil }
    let room = 16
    for edge in edges {
      minX = min(minX, edge.minX - room)
      maxX = max(maxX, edge.maxX + room)
      minY = min(minY, edge.low.y - room)
      maxY = max(maxY, edge.high.y + room)
    }
  }

  func meets(_ edge: GridEdge) -> Bool {
    edge.minX <= maxX && minX <= edge.maxX && edge.low.y <= maxY && minY <= edge.high.y
  }

  /// Whether a ray to the right from within the box may meet the edge.
  func isBesideOrLeft(of edge: GridEdge) -> Bool {
    edge.maxX >= minX && edge.low.y <= maxY && minY <= edge.high.y
  }
}
