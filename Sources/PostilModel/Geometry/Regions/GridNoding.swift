/// Splits edges until they meet in their ends alone.
enum GridNoding {
  /// An edge and whose it is: the region's or what is cut out of it.
  struct Piece: Sendable, Hashable {
    let edge: GridEdge
    let isCutter: Bool
  }

  /// A place where a piece has to be split.
  private struct Cut {
    let index: Int
    let point: GridPoint
  }

  /// The pieces, split at every crossing and wherever one's end lies on another (iterated snap rounding). A
  /// crossing is rounded to the grid, which bends the edges a little and can make new crossings, so the pass is
  /// repeated until there are none; two or three passes are usual.
  ///
  /// It ends for every input: a cut is a grid point in the edge's bounding box other than its ends, so both parts
  /// are at least 1 long in the L1 norm and their lengths add up to the edge's. Splitting keeps the sum of all
  /// lengths and raises the number of pieces, which that sum bounds.
  static func noded(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces
    while true {
      pieces.sort { $0.edge.minX < $1.edge.minX }
      let cuts = cuts(in: pieces)
      if cuts.isEmpty { return pieces }
      pieces = split(pieces, at: cuts)
    }
  }

  /// All cuts, found by a sweep from left to right over pieces sorted by their left ends.
  private static func cuts(in pieces: [Piece]) -> [Cut] {
    var cuts: [Cut] = []
    for first in pieces.indices {
      let edge = pieces[first].edge
      for second in pieces.indices[(first + 1)...] {
        let other = pieces[second].edge
        if other.minX > edge.maxX { break }
        guard other.low.y <= edge.high.y, edge.low.y <= other.high.y, other != edge else { continue }
        add(edge, first, other, second, to: &cuts)
      }
    }
    return cuts
  }

  private static func add(_ a: GridEdge, _ i: Int, _ b: GridEdge, _ j: Int, to cuts: inout [Cut]) {
    let (low, high) = (a.side(of: b.low), a.side(of: b.high))
    if low * high > 0 { return }
    let (start, end) = (b.side(of: a.low), b.side(of: a.high))
    if low * high < 0 && start * end < 0 {
      let point = a.crossing(b)
      if point != a.low && point != a.high { cuts.append(Cut(index: i, point: point)) }
      if point != b.low && point != b.high { cuts.append(Cut(index: j, point: point)) }
      return
    }
    if low == 0 && a.isWithin(b.low) { cuts.append(Cut(index: i, point: b.low)) }
    if high == 0 && a.isWithin(b.high) { cuts.append(Cut(index: i, point: b.high)) }
    if start == 0 && b.isWithin(a.low) { cuts.append(Cut(index: j, point: a.low)) }
    if end == 0 && b.isWithin(a.high) { cuts.append(Cut(index: j, point: a.high)) }
  }

  private static func split(_ pieces: [Piece], at cuts: [Cut]) -> [Piece] {
    var places = [[GridPoint]](repeating: [], count: pieces.count)
    for cut in cuts { places[cut.index].append(cut.point) }
    var result: [Piece] = []
    for (piece, points) in zip(pieces, places) {
      guard !points.isEmpty else {
        result.append(piece)
        continue
      }
      let way = [piece.edge.low] + sorted(points, along: piece.edge) + [piece.edge.high]
      let edges = zip(way, way.dropFirst()).compactMap { GridEdge($0, $1) }
      result += edges.map { Piece(edge: $0, isCutter: piece.isCutter) }
    }
    return result
  }

  private static func sorted(_ points: [GridPoint], along edge: GridEdge) -> [GridPoint] {
    let (dx, dy) = (Int128(edge.high.x - edge.low.x), Int128(edge.high.y - edge.low.y))
    func place(_ point: GridPoint) -> Int128 { dx * Int128(point.x) + dy * Int128(point.y) }
    return points.sorted { (place($0), $0) < (place($1), $1) }
  }
}
