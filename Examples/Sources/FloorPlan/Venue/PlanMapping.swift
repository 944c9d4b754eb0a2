import Foundation
import Postil

/// A point of a floor, and where it is on the page that shows the floor.
public struct ReferencePoint: Hashable, Sendable, Codable {
  /// In metres.
  public var venue: VenuePoint
  /// In points of page space.
  public var page: PagePoint

  /// Makes a reference point.
  public init(venue: VenuePoint, page: PagePoint) {
    self.venue = venue
    self.page = page
  }
}

/// The way between a floor and its page: the affine map that three reference points define, so the plan may be scaled, turned,
/// mirrored and skewed.
public struct PlanMapping: Sendable {
  // x′ = a·x + c·y + tx, y′ = b·x + d·y + ty
  private let a, b, c, d, tx, ty: Double

  /// - Throws: ``VenueError`` unless the level has three reference points that do not lie on a line.
  public init(_ level: Level) throws {
    guard level.references.count == 3 else {
      throw VenueError(
        "Level '\(level.name)' needs three reference points and has \(level.references.count).")
    }
    let (p, q, r) = (level.references[0], level.references[1], level.references[2])
    let (ux, uy) = (q.venue.x - p.venue.x, q.venue.y - p.venue.y)
    let (vx, vy) = (r.venue.x - p.venue.x, r.venue.y - p.venue.y)
    let area = ux * vy - uy * vx
    let (sx, sy) = (q.page.x - p.page.x, q.page.y - p.page.y)
    let (wx, wy) = (r.page.x - p.page.x, r.page.y - p.page.y)
    guard abs(area) > 1e-6, abs(sx * wy - sy * wx) > 1e-6 else {
      throw VenueError("Level '\(level.name)': the three reference points lie on a line.")
    }
    a = (sx * vy - wx * uy) / area
    c = (wx * ux - sx * vx) / area
    b = (sy * vy - wy * uy) / area
    d = (wy * ux - sy * vx) / area
    tx = p.page.x - a * p.venue.x - c * p.venue.y
    ty = p.page.y - b * p.venue.x - d * p.venue.y
  }

  /// Where a point of the floor is on the page.
  public func pagePoint(_ point: VenuePoint) -> PagePoint {
    PagePoint(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The point of the floor that is shown at a point of the page.
  public func venuePoint(_ point: PagePoint) -> VenuePoint {
    let (x, y) = (point.x - tx, point.y - ty)
    let determinant = a * d - b * c
    return VenuePoint((d * x - c * y) / determinant, (a * y - b * x) / determinant)
  }

  /// Points of the page a metre, the mean of both directions.
  public var scale: Double { abs(a * d - b * c).squareRoot() }
}
