import Foundation
public import PostilModel

/// A straight edge that lies on a page: a stroke that begins near it runs along it.
public struct Ruler: Sendable, Hashable {
  /// A point of its edge, in page space.
  public var place: PagePoint
  /// The direction of its edge, in radians counterclockwise from the right.
  public var angle: Double
  /// How near a stroke has to begin to run along it, in points.
  public var reach: Double

  /// Makes a ruler.
  public init(at place: PagePoint, angle: Double = 0, reach: Double = 12) {
    (self.place, self.angle, self.reach) = (place, angle, reach)
  }

  /// Whether a stroke that begins at a point runs along it.
  public func holds(_ point: PagePoint) -> Bool {
    guard place.isUsable, angle.isFinite, point.isUsable else { return false }
    return onEdge(point).distance(to: point) <= reach
  }

  /// The point of the edge that is nearest to a point.
  public func onEdge(_ point: PagePoint) -> PagePoint {
    let (ux, uy) = (cos(angle), sin(angle))
    let along = (point.x - place.x) * ux + (point.y - place.y) * uy
    return place.offset(dx: along * ux, dy: along * uy)
  }

  /// The ruler turned by an angle; near a multiple of 15 degrees it keeps to that.
  public func turned(by angle: Double) -> Ruler {
    var ruler = self
    let turned = self.angle + angle
    guard turned.isFinite else { return self }
    let step = Double.pi / 12
    let near = (turned / step).rounded() * step
    ruler.angle = remainder(abs(near - turned) < .pi / 90 ? near : turned, 2 * .pi)
    return ruler
  }
}
