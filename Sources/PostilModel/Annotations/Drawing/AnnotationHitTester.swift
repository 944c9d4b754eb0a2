/// The annotations of a page, prepared for many hit tests, such as one for each movement of a pointer. Annotations that are not shown
/// on a screen (hidden ones, those that are only printed, pop-ups, and notes that answer others) are not hit. Those that stay upright
/// on a turned page are hit where they are shown then.
public struct AnnotationHitTester: Sendable {
  private struct Item {
    let annotation: Annotation
    let bounds: PageRect
    /// The corner about which it is turned back; `nil` for one that is turned with the page.
    let pivot: PagePoint?

    /// Where it is shown.
    func area(_ rotation: PageRotation) -> PageRect {
      guard let pivot else { return bounds }
      return bounds.mapCorners { $0.turned(by: rotation.inverse, about: pivot) }
    }

    func isHit(at point: PagePoint, tolerance: Double, _ rotation: PageRotation) -> Bool {
      let point = pivot.map { point.turned(by: rotation, about: $0) } ?? point
      return annotation.isHit(at: point, tolerance: tolerance, bounds: bounds)
    }
  }

  private let items: [Item]
  private let rotation: PageRotation

  /// Prepares annotations. O(points of all).
  ///
  /// - Parameters:
  ///   - annotations: The annotations of a page, bottom first.
  ///   - rotation: How far the page is turned when it is shown.
  public init(_ annotations: [Annotation], rotation: PageRotation = .none) {
    self.rotation = rotation
    items = annotations.filter(\.isShown).map { annotation in
      let bounds = annotation.bounds
      let isUpright = rotation != .none && annotation.flags.contains(.noRotate)
      let corner = PagePoint(x: bounds.minX, y: bounds.maxY)
      return Item(annotation: annotation, bounds: bounds, pivot: isUpright ? corner : nil)
    }
  }

  /// The annotations at a point, topmost first: those that ``Annotation/isHit(at:tolerance:)``.
  ///
  /// - Parameters:
  ///   - point: The point in page space.
  ///   - tolerance: How far off is still a hit, in points.
  /// - Complexity: O(annotations, and the points of those near it).
  public func annotations(at point: PagePoint, tolerance: Double = 0) -> [Annotation] {
    items.reversed().filter { $0.isHit(at: point, tolerance: tolerance, rotation) }.map(\.annotation)
  }

  /// The topmost annotation at a point.
  public func annotation(at point: PagePoint, tolerance: Double = 0) -> Annotation? {
    items.last { $0.isHit(at: point, tolerance: tolerance, rotation) }?.annotation
  }

  /// The annotations that lie in a rectangle with all that they paint, bottom first. O(annotations).
  public func annotations(in rect: PageRect) -> [Annotation] {
    items.filter { rect.contains($0.area(rotation)) }.map(\.annotation)
  }
}
