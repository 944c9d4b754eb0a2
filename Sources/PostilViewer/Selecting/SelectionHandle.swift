/// A handle of a selection, which the pointer can drag.
public struct SelectionHandle: Sendable, Hashable {
  /// What it changes.
  public let grip: TransformTool.Grip
  /// Its middle, in units of the view.
  public let position: ViewPoint
  /// The horizontal direction in which it resizes, as the reader sees it: -1 to the left, 1 to the right, else 0.
  public let dx: Int
  /// The vertical direction in which it resizes: -1 up, 1 down, else 0. A control point, which moves freely, has 0 for both.
  public let dy: Int
}

/// Frames and handles.
extension AnnotationSelection {
  /// The space between an annotation and its frame, in units of the view, so that the frame does not cover lines.
  private static let frameMargin = 3.0
  /// The space if there are control points, which the handles at the corners would cover.
  private static let frameMarginWithPoints = 14.0
  /// The shortest side of a frame with a handle in its middle, in units of the view.
  private static let leastSide = 40.0

  /// A rectangle around each of the selected annotations, in the view.
  public var frames: [ViewRect] { annotations.compactMap { outline($0.bounds, Self.frameMargin) } }

  /// The handles of the selection, in z-order from the bottom.
  public var handles: [SelectionHandle] {
    let annotations = annotations
    guard let page, let transform = viewer.transform(of: page), !annotations.isEmpty,
      annotations.allSatisfy({ $0.capabilities.contains(.resized) })
    else { return [] }
    let only = annotations.count == 1 ? annotations.first : nil
    let points = only?.controlPoints ?? []
    let pointHandles = points.enumerated().compactMap { index, point in
      viewer.viewPoint(point, on: page).map {
        SelectionHandle(grip: .controlPoint(index), position: $0, dx: 0, dy: 0)
      }
    }
    // A line has handles at its ends only.
    if only?.content.isResizedByPointsAlone == true { return pointHandles }
    let frames = annotations.map(\.frame)
    guard !frames.isEmpty,
      let box = outline(.union(of: frames), points.isEmpty ? Self.frameMargin : Self.frameMarginWithPoints)
    else { return pointHandles }
    return edges(of: box, transform) + pointHandles
  }

  /// Hit test: the handle nearest to a point of the view; `nil` if none is within ``handleHitTolerance``.
  public func handle(at point: ViewPoint) -> SelectionHandle? {
    let near = handles.filter { $0.position.distance(to: point) <= Self.handleHitTolerance }
    return near.min { $0.position.distance(to: point) < $1.position.distance(to: point) }
  }

  private func edges(of box: ViewRect, _ transform: PageTransform) -> [SelectionHandle] {
    var result: [SelectionHandle] = []
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
      if dx == 0, box.width < Self.leastSide { continue }
      if dy == 0, box.height < Self.leastSide { continue }
      let position = ViewPoint(
        x: box.x + box.width * Double(dx + 1) / 2, y: box.y + box.height * Double(dy + 1) / 2)
      // Convert the direction: the page may be turned.
      let (x, y) = transform.rotation.pageDirection(dx, dy)
      result.append(SelectionHandle(grip: .edges(x: x, y: y), position: position, dx: dx, dy: dy))
    }
    return result
  }

  private func outline(_ rect: PageRect, _ room: Double) -> ViewRect? {
    guard let page, let box = viewer.viewRect(rect, on: page) else { return nil }
    return ViewRect(
      x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room)
  }
}

extension PageRotation {
  /// The direction on a page, with y upwards, that is seen as one to the right and down when the page is turned this way.
  func pageDirection<Number: SignedNumeric>(_ dx: Number, _ dy: Number) -> (x: Number, y: Number) {
    switch self {
    case .none: (dx, -dy)
    case .clockwise90: (dy, dx)
    case .clockwise180: (-dx, dy)
    case .clockwise270: (-dy, -dx)
    }
  }
}
