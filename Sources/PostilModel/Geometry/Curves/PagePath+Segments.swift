extension PagePath {
  /// The segments, with the line that closes a subpath where one is asked for, or everywhere if
  /// `closingAll` (as filling does). A path that lacks its first move starts at its first point.
  package func segments(closingAll: Bool = false) -> [PathSegment] {
    var result: [PathSegment] = []
    var ends: (start: PagePoint, current: PagePoint)?
    func add(_ segment: (PagePoint) -> PathSegment, to point: PagePoint) {
      let known = ends ?? (point, point)
      result.append(segment(known.current))
      ends = (known.start, point)
    }
    func close() {
      guard let known = ends, known.start != known.current else { return }
      add({ .line(LineSegment($0, known.start)) }, to: known.start)
    }
    for element in elements {
      switch element {
      case .move(let point):
        if closingAll { close() }
        ends = (point, point)
      case .line(let point): add({ .line(LineSegment($0, point)) }, to: point)
      case .curve(let a, let b, let point): add({ .curve(CubicCurve($0, a, b, point)) }, to: point)
      case .close: close()
      }
    }
    if closingAll { close() }
    return result
  }

  /// The smallest rectangle that holds the path, curves measured exactly; `nil` if the path draws
  /// nothing. O(steps).
  package var extent: PageRect? {
    var box: PageRect?
    for segment in segments() { box = box?.union(segment.extent) ?? segment.extent }
    return box
  }
}
