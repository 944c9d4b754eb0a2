import Foundation

/// The way between longitude and latitude (WGS 84) and metres east and north of a point: exact enough for a building.
struct GeoProjection {
  /// Longitude and latitude in degrees.
  let origin: (longitude: Double, latitude: Double)

  /// Metres in a degree of latitude, on a sphere of the earth's mean radius.
  private static let degree = 6_371_008.8 * Double.pi / 180
  private var shrinking: Double { cos(origin.latitude * .pi / 180) }

  func point(_ position: GeoJSON.Position) -> VenuePoint {
    VenuePoint(
      (position.longitude - origin.longitude) * Self.degree * shrinking,
      (position.latitude - origin.latitude) * Self.degree)
  }

  func position(_ point: VenuePoint) -> GeoJSON.Position {
    GeoJSON.Position(
      longitude: origin.longitude + point.x / (Self.degree * shrinking),
      latitude: origin.latitude + point.y / Self.degree)
  }
}
