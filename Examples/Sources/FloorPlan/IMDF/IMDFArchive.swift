import Foundation

/// A folder with a venue in Indoor Mapping Data Format: a GeoJSON file for each type of feature.
///
/// Read are `venue`, `level`, `unit`, `opening`, and, if they are there, `amenity` and `relationship`. Where the floors are in a plan IMDF
/// does not say: that is in `plan.json` beside them, with three reference points for each level.
///
/// - An opening joins the two units whose walls it lies in.
/// - Stairs, lifts, escalators and ramps are what relationships of these categories lead through. Units of these categories
///   that no relationship names lead to those of their category that lie right above them.
struct IMDFArchive {
  let folder: URL

  func venue() throws -> Venue {
    let plan = try JSONFile(folder, "plan.json").read(IMDF.Plan.self)
    let venues = try features("venue", IMDF.Venue.self)
    guard let first = plan.levels.first?.references.first?.at, let venue = venues.first else {
      throw VenueError("venue.geojson has no venue, or plan.json no level with reference points.")
    }
    let projection = GeoProjection(origin: (first.longitude, first.latitude))
    let levels = try features("level", IMDF.Level.self).compactMap { level(of: $0, plan, projection) }
    let shown = Set(levels.map(\.id))
    let rooms = try features("unit", IMDF.Unit.self).filter { shown.contains($0.properties.level_id) }
      .map { try room(of: $0, projection) }
    let openings = try features("opening", IMDF.Opening.self)
    return Venue(
      name: venue.properties.name?.text ?? "Venue", levels: levels, rooms: rooms,
      doors: openings.compactMap { door(of: $0, rooms, projection) },
      amenities: try amenities(rooms, projection),
      connectors: try connectors(levels, rooms))
  }

  private func features<Properties: Codable>(
    _ type: String, _ properties: Properties.Type, isOptional: Bool = false
  ) throws -> [GeoJSON.Feature<Properties>] {
    let file = JSONFile(folder, "\(type).geojson")
    if isOptional, !file.exists { return [] }
    return try file.read(GeoJSON.Collection<Properties>.self).features
  }

  private func level(
    of feature: GeoJSON.Feature<IMDF.Level>, _ plan: IMDF.Plan, _ projection: GeoProjection
  ) -> Level? {
    guard let place = plan.levels.first(where: { $0.level == feature.id }) else { return nil }
    let labels = feature.properties.name ?? feature.properties.short_name
    return Level(
      id: feature.id, name: labels?.text ?? "Level \(feature.properties.ordinal)",
      ordinal: feature.properties.ordinal,
      page: place.page,
      references: place.references.map { ReferencePoint(venue: projection.point($0.at), page: $0.page) })
  }

  private func room(of feature: GeoJSON.Feature<IMDF.Unit>, _ projection: GeoProjection) throws -> Room {
    guard case .area(let rings)? = feature.geometry else {
      throw VenueError("Unit '\(feature.id)' has no polygon.")
    }
    let unit = feature.properties
    var center: VenuePoint?
    if case .point(let position)? = unit.display_point { center = projection.point(position) }
    return Room(
      id: feature.id, name: unit.name?.text, level: unit.level_id, category: unit.category,
      isPublic: unit.restriction == nil && !["nonpublic", "opentobelow"].contains(unit.category),
      shape: RoomShape(rings.map { $0.map(projection.point) }), center: center)
  }

  /// How far an opening may be off the wall that it is in, in metres.
  private static let wallTolerance = 0.3

  private func door(
    of feature: GeoJSON.Feature<IMDF.Opening>, _ rooms: [Room], _ projection: GeoProjection
  ) -> Door? {
    guard case .line(let line)? = feature.geometry, let first = line.first, let last = line.last else {
      return nil
    }
    let (from, to) = (projection.point(first), projection.point(last))
    let near = rooms.filter { $0.level == feature.properties.level_id }
      .map { (id: $0.id, distance: $0.shape.distanceToWall(from: from.middle(to: to))) }
      .filter { $0.distance < Self.wallTolerance }.sorted { $0.distance < $1.distance }.prefix(2)
    guard !near.isEmpty else { return nil }
    return Door(
      id: feature.id, level: feature.properties.level_id, from: from, to: to, rooms: near.map(\.id))
  }

  private func amenities(_ rooms: [Room], _ projection: GeoProjection) throws -> [Amenity] {
    let known = Set(rooms.map(\.id))
    return try features("amenity", IMDF.Amenity.self, isOptional: true).compactMap { feature in
      guard case .point(let position)? = feature.geometry,
        let room = feature.properties.unit_ids.first(where: known.contains)
      else { return nil }
      return Amenity(
        id: feature.id, name: feature.properties.name?.text ?? feature.properties.category,
        category: feature.properties.category, room: room, point: projection.point(position))
    }
  }

  private func connectors(_ levels: [Level], _ rooms: [Room]) throws -> [Connector] {
    let byID = Dictionary(rooms.map { ($0.id, $0) }) { first, _ in first }
    var result: [Connector] = []
    for feature in try features("relationship", IMDF.Relationship.self, isOptional: true) {
      let relationship = feature.properties
      guard let kind = Connector.Kind(rawValue: relationship.category) else { continue }
      let ends =
        [relationship.origin] + (relationship.intermediary ?? []).map { $0 } + [relationship.destination]
      let stops = ends.compactMap { $0 }.filter { $0.feature_type == "unit" }.map(\.id)
      guard stops.count > 1 else { continue }
      let names = stops.compactMap { byID[$0]?.name }
      result.append(
        Connector(
          id: feature.id, name: names.first ?? kind.rawValue, kind: kind,
          isOneWay: relationship.direction == "directed", stops: stops))
    }
    let named = Set(result.flatMap { $0.stops.map(\.room) })
    return result + stacked(levels, rooms.filter { !named.contains($0.id) })
  }

  /// Units of one category that lie above each other.
  private func stacked(_ levels: [Level], _ rooms: [Room]) -> [Connector] {
    let ordinals = Dictionary(levels.map { ($0.id, $0.ordinal) }) { first, _ in first }
    var left = rooms.filter { Connector.Kind(rawValue: $0.category) != nil }
      .sorted { (ordinals[$0.level] ?? 0, $0.id) < (ordinals[$1.level] ?? 0, $1.id) }
    var result: [Connector] = []
    while !left.isEmpty {
      let lowest = left.removeFirst()
      var stops = [lowest]
      while let top = stops.last,
        let index = left.firstIndex(where: {
          $0.category == top.category && ordinals[$0.level] == (ordinals[top.level] ?? 0) + 1
            && $0.shape.contains(top.center)
        })
      {
        stops.append(left.remove(at: index))
      }
      guard stops.count > 1, let kind = Connector.Kind(rawValue: lowest.category) else { continue }
      result.append(
        Connector(
          id: "stack-\(lowest.id)", name: lowest.name ?? kind.rawValue, kind: kind, stops: stops.map(\.id)))
    }
    return result
  }
}

/// A JSON file of an archive.
struct JSONFile {
  let url: URL

  init(_ folder: URL, _ name: String) { url = folder.appendingPathComponent(name) }

  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let data = FileManager.default.contents(atPath: url.path) else {
      throw VenueError("\(url.lastPathComponent) is missing in \(url.deletingLastPathComponent().path).")
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw VenueError("\(url.lastPathComponent): \(error.explanation)")
    }
  }

  func write(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(value).write(to: url)
  }
}
