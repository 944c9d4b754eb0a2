extension PageDrawing {
  /// What is nearer than this to an axis, or to where it should close, lies there, in points.
  private static let tolerance = 0.01

  /// The ends of the line that it is: of one straight stroke, or through the middle of a rectangle that is so thin that it looks like one, as
  /// many programs draw lines (less than 3 points, and at least twice as long). `nil` for all else: of several lines in one drawing,
  /// see ``parts``.
  public var line: (start: PagePoint, end: PagePoint)? {
    if let ruling = rect?.ruling { return (ruling.start, ruling.end) }
    guard stroke != nil, case .move(let start)? = path.elements.first, path.elements.count > 1,
      case .line(let end) = path.elements[1]
    else { return nil }
    return path.elements.dropFirst(2).allSatisfy { $0 == .close || $0 == .line(start) } ? (start, end) : nil
  }

  /// The rectangle that it is, if its sides run along the axes of the page; `nil` for all else: of several rectangles in one drawing,
  /// see ``parts``.
  public var rect: PageRect? {
    guard (4...7).contains(path.elements.count), case .move(let first) = path.elements[0] else { return nil }
    var corners = [first]
    var isClosed = fill != nil
    for element in path.elements.dropFirst() {
      switch element {
      case .line(let point) where corners.count < 4: corners.append(point)
      case .line(let point) where Self.agree(point.x, first.x) && Self.agree(point.y, first.y):
        isClosed = true
      case .close: isClosed = true
      // A subpath without a line paints nothing.
      case .move where element == path.elements.last: break
      default: return nil
      }
    }
    guard isClosed, corners.count == 4 else { return nil }
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let isUpright =
      Self.agree(a.x, b.x) && Self.agree(b.y, c.y) && Self.agree(c.x, d.x) && Self.agree(d.y, a.y)
      || Self.agree(a.y, b.y) && Self.agree(b.x, c.x) && Self.agree(c.y, d.y) && Self.agree(d.x, a.x)
    return isUpright ? bounds : nil
  }

  private static func agree(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= tolerance }

  /// The drawing in parts, one for each subpath, painted in the same way: many programs draw all lines of a table as one path. Of a fill with
  /// holes they are outlines and holes, each filled.
  ///
  /// - Complexity: O(steps).
  public var parts: [PageDrawing] {
    var paths: [PagePath] = []
    var start: PagePoint?
    for element in path.elements {
      if case .move(let point) = element {
        start = point
        paths.append(PagePath([element]))
        continue
      }
      // What follows a subpath that was closed begins where that began.
      if let last = paths.last?.elements.last, last != .close {
        paths[paths.count - 1].elements.append(element)
      } else if element != .close {
        paths.append(PagePath((start.map { [.move($0)] } ?? []) + [element]))
      }
    }
    paths.removeAll { $0.elements.count < 2 }
    guard paths.count > 1 else { return [self] }
    return paths.map { path in
      var part = PageDrawing(path: path, fill: fill, stroke: stroke, isInAnnotation: isInAnnotation)
      part.visibleBounds = visibleBounds.flatMap { part.reach.visiblePart(in: $0) }
      return part
    }
  }

  /// The rectangle around it, half the width of its stroke included.
  package var reach: PageRect { stroke.map { bounds.insetBy(-$0.width / 2) } ?? bounds }
}

extension PageRect {
  /// Rectangles that are thinner are lines, as word processors draw them, if they are at least twice as long.
  package static let thickestRuling = 3.0
  private static let shortestRuling = 2.0

  /// The line through the middle of a rectangle that looks like one.
  package var ruling: LineSegment? {
    guard min(width, height) < Self.thickestRuling,
      max(width, height) >= Self.shortestRuling * min(width, height), max(width, height) > 0
    else { return nil }
    let (x, y) = (center.x, center.y)
    return width > height
      ? LineSegment(PagePoint(x: minX, y: y), PagePoint(x: maxX, y: y))
      : LineSegment(PagePoint(x: x, y: minY), PagePoint(x: x, y: maxY))
  }
}
