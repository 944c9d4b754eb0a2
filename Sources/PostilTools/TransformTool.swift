public import PostilModel

/// Moves or resizes annotations that are on the page already, as handles of a selection do.
///
/// ```swift
/// var tool = TransformTool([annotation], by: .edges(x: 1, y: -1))
/// tool.begin(at: corner)
/// tool.move(to: corner.offset(dx: 20, dy: -10))
/// try document.commit(tool.finish(), on: page.id, named: tool.editName)
/// ```
public struct TransformTool: ConstrainableTool {
  /// What the drag takes hold of.
  public enum Grip: Sendable, Hashable {
    /// The annotations: they are moved.
    case whole
    /// Edges of the rectangle around all of them: they are resized. `x` is -1 for the left edge, 1 for the right one, 0 for
    /// neither, `y` is -1 for the lower edge, 1 for the upper one, on the page as the file has it.
    case edges(x: Int, y: Int)
    /// One of the ``Postil/Annotation/controlPoints`` of the first annotation.
    case controlPoint(Int)
  }

  /// Plays no part: the annotations keep their styles.
  public var style = AnnotationStyle()
  /// Whether the other behavior is wanted, as while Shift is held: moves keep to one axis, sizes keep their aspect or no longer
  /// keep it (``Postil/Annotation/keepsAspect``), the ends of a line keep to multiples of 45 degrees.
  public var isConstrained = false
  /// The annotations as they were.
  public let originals: [Annotation]
  /// What the drag takes hold of.
  public let grip: Grip
  /// The rectangle around the frames of all of them.
  public let frame: PageRect
  private var drag = Drag()

  /// Nothing becomes smaller than that by resizing, in points.
  private static let leastExtent = 1.0

  /// Makes a tool for annotations of one page. Those that the grip cannot change are left out.
  public init(_ annotations: [Annotation], by grip: Grip = .whole) {
    self.grip = grip
    switch grip {
    case .whole: originals = annotations.filter { $0.capabilities.contains(.moved) }
    case .edges: originals = annotations.filter { $0.capabilities.contains(.resized) }
    case .controlPoint(let index):
      originals = annotations.prefix(1).filter {
        $0.capabilities.contains(.resized) && $0.controlPoints.indices.contains(index)
      }
    }
    frame = PageRect.union(of: originals.map(\.frame))
  }

  /// Whether annotations are being dragged.
  public var isDrawing: Bool { drag.start != nil }

  /// What a menu calls the edit.
  public var editName: String? { grip == .whole ? "Move Annotation" : "Resize Annotation" }

  /// The annotations as they are now. O(points).
  public var annotations: [Annotation] {
    guard let start = drag.start, start != drag.end else { return originals }
    switch grip {
    case .whole:
      let end = isConstrained ? Self.alongAxis(start, drag.end) : drag.end
      return originals.map { $0.offset(dx: end.x - start.x, dy: end.y - start.y) }
    case .edges(let x, let y):
      let way = PagePoint(x: drag.end.x - start.x, y: drag.end.y - start.y)
      let transform = frame.mapping(to: resized(x, y, by: way))
      return originals.map { $0.resized(to: $0.frame.mapCorners(transform)) }
    case .controlPoint(let index):
      return originals.map {
        moved($0, index, by: PagePoint(x: drag.end.x - start.x, y: drag.end.y - start.y))
      }
    }
  }

  /// The rectangle around the frames as they are now. O(points).
  public var currentFrame: PageRect { PageRect.union(of: annotations.map(\.frame)) }

  /// Takes hold at a point. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = bounds
    drag.begin(at: point)
    return old.union(bounds)
  }

  /// Drags to a point. Returns the rectangle that holds the annotations before and after.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = bounds
    return drag.move(to: point) ? old.union(bounds) : .zero
  }

  /// The annotations as they are now. Those that Postil does not draw are not seen.
  public func draw() -> Appearance {
    let pictures = annotations.map(\.appearance).filter { !$0.items.isEmpty }
    if pictures.count == 1, let only = pictures.first { return only }
    return Appearance(items: pictures.map { .group($0) })
  }

  /// Ends the drag and returns what became of the annotations; nothing for those that are where they were.
  public mutating func finish() -> [AnnotationChange] {
    defer { drag.cancel() }
    return zip(originals, annotations).compactMap { old, new in
      guard new.content != old.content, (try? new.validated()) != nil else { return nil }
      return .replace(new)
    }
  }

  /// Gives the drag up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = bounds
    drag.cancel()
    return old.union(bounds)
  }

  private var bounds: PageRect { PageRect.union(of: annotations.map(\.bounds)) }

  // MARK: - Sizes

  private func resized(_ x: Int, _ y: Int, by way: PagePoint) -> PageRect {
    var (width, height) = (
      Self.extent(frame.width, Double(x) * way.x), Self.extent(frame.height, Double(y) * way.y)
    )
    if originals.contains(where: \.keepsAspect) != isConstrained, frame.width > 0, frame.height > 0 {
      let (scaleX, scaleY) = (width / frame.width, height / frame.height)
      // An edge alone decides; at a corner the larger scale does.
      let scale = x == 0 ? scaleY : y == 0 ? scaleX : max(scaleX, scaleY)
      (width, height) = (frame.width * scale, frame.height * scale)
    }
    let left = x < 0 ? frame.maxX - width : x > 0 ? frame.minX : frame.center.x - width / 2
    let bottom = y < 0 ? frame.maxY - height : y > 0 ? frame.minY : frame.center.y - height / 2
    return PageRect(x: left, y: bottom, width: width, height: height)
  }

  /// What has no extent is not stretched.
  private static func extent(_ old: Double, _ growth: Double) -> Double {
    old > 0 ? max(old + growth, min(leastExtent, old)) : old
  }

  private func moved(_ annotation: Annotation, _ index: Int, by way: PagePoint) -> Annotation {
    let points = annotation.controlPoints
    var point = points[index].offset(dx: way.x, dy: way.y)
    if isConstrained, points.count > 1 {
      point = Drag.eighthTurn(points[index == 0 ? 1 : index - 1], point)
    }
    return annotation.movingControlPoint(index, to: point)
  }

  private static func alongAxis(_ start: PagePoint, _ end: PagePoint) -> PagePoint {
    abs(end.x - start.x) >= abs(end.y - start.y)
      ? PagePoint(x: end.x, y: start.y) : PagePoint(x: start.x, y: end.y)
  }
}
