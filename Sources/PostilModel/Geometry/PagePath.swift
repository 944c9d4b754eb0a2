/// A path of straight lines and cubic Bézier curves, in page space (ISO 32000-2, 8.5.2).
public struct PagePath: Sendable, Hashable {
  /// One step of a path: PDF's operators `m`, `l`, `c` and `h`.
  public enum Element: Sendable, Hashable {
    /// Starts a subpath.
    case move(PagePoint)
    /// A straight line to a point.
    case line(PagePoint)
    /// A cubic curve: two control points, then where it ends.
    case curve(PagePoint, PagePoint, PagePoint)
    /// A straight line back to where the subpath started.
    case close
  }

  /// The steps, in order.
  public var elements: [Element]

  /// Makes a path from its steps.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// Whether it has no steps.
  public var isEmpty: Bool { elements.isEmpty }

  /// Starts a subpath at a point.
  public mutating func move(to point: PagePoint) { elements.append(.move(point)) }
  /// Adds a straight line to a point.
  public mutating func addLine(to point: PagePoint) { elements.append(.line(point)) }
  /// Adds a cubic Bézier curve to a point, with its two control points.
  public mutating func addCurve(to end: PagePoint, control1: PagePoint, control2: PagePoint) {
    elements.append(.curve(control1, control2, end))
  }
  /// Closes the subpath with a straight line to where it started.
  public mutating func closeSubpath() { elements.append(.close) }
  /// Adds another path's steps.
  public mutating func addPath(_ other: PagePath) { elements += other.elements }

  /// The smallest rectangle that holds every point and control point: never smaller than the
  /// path itself; `nil` for an empty path. O(steps).
  public var controlBounds: PageRect? {
    var box: PageRect?
    func include(_ point: PagePoint) {
      let one = PageRect(corner: point, corner: point)
      box = box?.union(one) ?? one
    }
    for element in elements {
      switch element {
      case .move(let p), .line(let p): include(p)
      case .curve(let a, let b, let p): [a, b, p].forEach(include)
      case .close: break
      }
    }
    return box
  }

  /// The path with each of its points, control points among them, at another place. O(steps).
  package func mapPoints(_ map: (PagePoint) -> PagePoint) -> PagePath {
    PagePath(
      elements.map { element in
        switch element {
        case .move(let point): .move(map(point))
        case .line(let point): .line(map(point))
        case .curve(let first, let second, let end): .curve(map(first), map(second), map(end))
        case .close: .close
        }
      })
  }
}
