/// Joins edges into closed loops that pass no point twice.
struct LoopWalk {
  /// The loops found.
  private(set) var loops: [[GridPoint]] = []
  private var points: [GridPoint] = []
  /// For each edge the numbers of its two points.
  private var ends: [(Int, Int)] = []
  /// For each point the edges that are there and not used yet.
  private var open: [[Int]] = []
  private var used: [Bool]
  /// For each point its place in the way, −1 if it is not there.
  private var places: [Int] = []

  /// O(edges).
  init(_ edges: [GridEdge]) {
    used = [Bool](repeating: false, count: edges.count)
    number(edges)
    for edge in edges.indices where !used[edge] { walk(from: ends[edge].0) }
  }

  private mutating func number(_ edges: [GridEdge]) {
    var numbers = [GridPoint: Int](minimumCapacity: edges.count)
    func number(_ point: GridPoint) -> Int {
      let next = numbers.count
      let number = numbers[point, default: next]
      if number == next { numbers[point] = next }
      return number
    }
    ends = edges.map { (number($0.low), number($0.high)) }
    points = [GridPoint](repeating: GridPoint(x: 0, y: 0), count: numbers.count)
    places = [Int](repeating: -1, count: numbers.count)
    open = [[Int]](repeating: [], count: numbers.count)
    for (index, edge) in edges.enumerated() {
      points[ends[index].0] = edge.low
      points[ends[index].1] = edge.high
      open[ends[index].0].append(index)
      open[ends[index].1].append(index)
    }
  }

  /// Follows unused edges from a point until there are none, and takes off a loop whenever the way
  /// comes back to a point that it has passed.
  private mutating func walk(from start: Int) {
    var way = [start]
    places[start] = 0
    while let here = way.last, let next = take(at: here) {
      let place = places[next]
      if place < 0 {
        places[next] = way.count
        way.append(next)
      } else {
        loops.append(way[place...].map { points[$0] })
        for passed in way[(place + 1)...] { places[passed] = -1 }
        way.removeSubrange((place + 1)...)
      }
    }
    for passed in way { places[passed] = -1 }
  }

  /// Uses up an edge at a point and returns its other end.
  private mutating func take(at point: Int) -> Int? {
    while let edge = open[point].popLast() {
      guard !used[edge] else { continue }
      used[edge] = true
      return ends[edge].0 == point ? ends[edge].1 : ends[edge].0
    }
    return nil
  }
}
