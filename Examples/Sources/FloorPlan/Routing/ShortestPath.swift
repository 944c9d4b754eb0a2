/// The quickest path by Dijkstra's algorithm.
struct ShortestPath {
  /// The nodes from start to end.
  let nodes: [Int]
  /// The edges between them.
  let edges: [RouteGraph.Edge]

  /// `nil` if no path leads there.
  ///
  /// - Complexity: O(e log e) for e edges.
  init?(
    in graph: RouteGraph, from start: Int, to end: Int, isAllowed: (RouteGraph.Edge) -> Bool
  ) {
    var best = [Double](repeating: .infinity, count: graph.nodes.count)
    var came: [(node: Int, edge: RouteGraph.Edge)?] = Array(repeating: nil, count: graph.nodes.count)
    var queue = PathQueue()
    best[start] = 0
    queue.insert(start, 0)
    while let (node, seconds) = queue.popMin() {
      if node == end { break }
      guard seconds <= best[node] else { continue }
      for edge in graph.edges[node] where isAllowed(edge) {
        let total = seconds + edge.seconds
        guard total < best[edge.end] else { continue }
        best[edge.end] = total
        came[edge.end] = (node, edge)
        queue.insert(edge.end, total)
      }
    }
    guard best[end].isFinite else { return nil }
    var (nodes, edges) = ([end], [RouteGraph.Edge]())
    var node = end
    while let step = came[node] {
      edges.append(step.edge)
      node = step.node
      nodes.append(node)
    }
    self.nodes = nodes.reversed()
    self.edges = edges.reversed()
  }
}

/// A binary heap of nodes by how long it takes to reach them.
private struct PathQueue {
  private var heap: [(node: Int, seconds: Double)] = []

  mutating func insert(_ node: Int, _ seconds: Double) {
    heap.append((node, seconds))
    var child = heap.count - 1
    while child > 0, heap[child].seconds < heap[(child - 1) / 2].seconds {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popMin() -> (node: Int, seconds: Double)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].seconds < heap[least].seconds { least = child }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
