import Foundation

/// Writes a venue in Indoor Mapping Data Format, as far as ``Venue`` has it: no address, no building, no footprint.
public struct IMDFWriter {
  /// Where the origin of the venue is on the earth, in degrees.
  public var longitude: Double
  /// Degrees north.
  public var latitude: Double
  /// How far its x axis is turned from east, counterclockwise, in degrees.
  public var bearing: Double

  /// Makes a writer for a place on the earth.
  public init(longitude: Double, latitude: Double, bearing: Double) {
    self.longitude = longitude
    self.latitude = latitude
    self.bearing = bearing
  }

  /// Writes a file for each type of feature, and `plan.json`, into a folder, which is made.
  public func write(_ venue: Venue, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONFile(folder, "manifest.json").write(IMDF.Manifest(created: "2026-01-01T00:00:00Z"))
    try write(
      [feature(venue.name, "venue", nil, IMDF.Venue(category: "museum", name: ["en": venue.name]))],
      to: folder)
    try write(
      venue.levels.map { level in
        feature(
          level.id, "level", nil,
          IMDF.Level(category: "unspecified", ordinal: level.ordinal, name: ["en": level.name]))
      }, to: folder)
    try write(
      venue.rooms.map { room in
        feature(
          room.id, "unit", .area(room.shape.rings.map { ($0 + $0.prefix(1)).map(position) }),
          IMDF.Unit(
            category: room.category, restriction: room.isPublic ? nil : "employeesonly",
            name: room.name.map { ["en": $0] }, level_id: Self.uuid(room.level),
            display_point: .point(position(room.center))))
      }, to: folder)
    try write(
      venue.doors.map { door in
        feature(
          door.id, "opening", .line([position(door.from), position(door.to)]),
          IMDF.Opening(category: "pedestrian", level_id: Self.uuid(door.level)))
      }, to: folder)
    try write(
      venue.amenities.map { amenity in
        feature(
          amenity.id, "amenity", .point(position(amenity.point)),
          IMDF.Amenity(
            category: amenity.category, name: ["en": amenity.name], unit_ids: [Self.uuid(amenity.room)]))
      }, to: folder)
    try write(venue.connectors.map(relationship), to: folder)
    try JSONFile(folder, "plan.json").write(
      IMDF.Plan(
        levels: venue.levels.map { level in
          IMDF.Plan.Level(
            level: Self.uuid(level.id), page: level.page,
            references: level.references.map { .init(at: position($0.venue), page: $0.page) })
        }))
  }

  private func relationship(_ connector: Connector) -> GeoJSON.Feature<IMDF.Relationship> {
    let stops = connector.stops.map {
      IMDF.Relationship.Reference(id: Self.uuid($0.room), feature_type: "unit")
    }
    return feature(
      connector.id, "relationship", nil,
      IMDF.Relationship(
        category: connector.kind.rawValue, direction: connector.isOneWay ? "directed" : "undirected",
        origin: stops.first, intermediary: Array(stops.dropFirst().dropLast()), destination: stops.last))
  }

  private func write<Properties>(_ features: [GeoJSON.Feature<Properties>], to folder: URL) throws {
    guard let type = features.first?.feature_type else { return }
    try JSONFile(folder, "\(type).geojson").write(GeoJSON.Collection(features: features))
  }

  private func feature<Properties>(
    _ id: String, _ type: String, _ geometry: GeoJSON.Geometry?, _ properties: Properties
  ) -> GeoJSON.Feature<Properties> {
    GeoJSON.Feature(id: Self.uuid(id), feature_type: type, geometry: geometry, properties: properties)
  }

  private func position(_ point: VenuePoint) -> GeoJSON.Position {
    let (cosine, sine) = (cos(bearing * .pi / 180), sin(bearing * .pi / 180))
    return GeoProjection(origin: (longitude, latitude)).position(
      VenuePoint(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine))
  }

  /// IMDF wants UUIDs: always the same one for a name (version 8 of RFC 9562, made of two FNV-1a hashes).
  static func uuid(_ id: String) -> String {
    func hash(_ seed: UInt64) -> UInt64 {
      id.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let high = hash(0xCBF2_9CE4_8422_2325) & ~0xF000 | 0x8000
    let low = hash(0x8422_2325_CBF2_9CE4) & ~(3 << 62) | 1 << 63
    let digits = [high, low].map {
      String(repeating: "0", count: 16 - String($0, radix: 16).count) + String($0, radix: 16)
    }
    .joined()
    var parts: [Substring] = []
    var rest = Substring(digits)
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }
}
