public import PostilModel

/// A drag from one point to another, as a ``ShapeTool`` follows it.
public struct Drag: Sendable, Hashable {
  /// Where the pen touched the page; `nil` while nothing is dragged.
  public private(set) var start: PagePoint?
  /// Where the pen is.
  public private(set) var end = PagePoint.zero

  /// Makes a drag that has not begun.
  public init() {}

  mutating func begin(at point: PagePoint) {
    start = point.isUsable ? point : nil
    end = point
  }

  /// Whether the point was taken.
  mutating func move(to point: PagePoint) -> Bool {
    guard start != nil, point.isUsable else { return false }
    end = point
    return true
  }

  mutating func cancel() { start = nil }

  /// The corner nearest the pointer that makes a square.
  static func square(_ a: PagePoint, _ b: PagePoint) -> PagePoint {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let side = max(abs(dx), abs(dy))
    return a.offset(dx: dx < 0 ? -side : side, dy: dy < 0 ? -side : side)
  }

  /// The point nearest the pointer that makes a line at a multiple of 45 degrees.
  static func eighthTurn(_ a: PagePoint, _ b: PagePoint) -> PagePoint {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let tangent = 2.0.squareRoot() - 1
    if abs(dy) <= abs(dx) * tangent { return a.offset(dx: dx, dy: 0) }
    if abs(dx) <= abs(dy) * tangent { return a.offset(dx: 0, dy: dy) }
    let side = (abs(dx) + abs(dy)) / 2
    return a.offset(dx: dx < 0 ? -side : side, dy: dy < 0 ? -side : side)
  }
}

extension AnnotationContent? {
  /// The shape's picture; an empty one for no shape.
  func appearance(_ style: AnnotationStyle) -> Appearance { self?.appearance(style) ?? Appearance() }

  /// The rectangle to redraw when one shape takes the place of another.
  func redraw(after old: AnnotationContent?, _ style: AnnotationStyle) -> PageRect {
    PageRect.union(of: [old, self].compactMap { $0?.bounds(style) })
  }

  /// The change that adds the shape; none if there is nothing to see.
  func addition(_ style: AnnotationStyle) -> [AnnotationChange] {
    guard let shape = self, !shape.appearance(style).items.isEmpty,
      let annotation = try? Annotation(shape, style: style).validated()
    else { return [] }
    return [.add(annotation)]
  }
}
