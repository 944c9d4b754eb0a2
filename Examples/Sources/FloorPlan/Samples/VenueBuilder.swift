/// Puts sample venues together, floor by floor. Rooms and doors are named within their floor.
struct VenueBuilder {
  let width: Double
  let height: Double
  private var levels: [Level] = []
  private var rooms: [Room] = []
  private var doors: [Door] = []
  private var amenities: [Amenity] = []
  private var connectors: [Connector] = []

  /// - Parameters:
  ///   - width: The extent of each floor, in metres.
  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func add(level: String, _ name: String, _ ordinal: Int) {
    levels.append(
      Level(
        id: level, name: name, ordinal: ordinal, page: levels.count + 1,
        references: PlanLayout.references(width: width, height: height)))
  }

  mutating func room(
    _ level: String, _ id: String, _ name: String?, _ category: String, _ corners: [(Double, Double)],
    holes: [[(Double, Double)]] = [], isPublic: Bool = true, at center: (Double, Double)? = nil
  ) {
    let rings = ([corners] + holes).map { $0.map { VenuePoint($0.0, $0.1) } }
    rooms.append(
      Room(
        id: "\(level)/\(id)", name: name, level: level, category: category, isPublic: isPublic,
        shape: RoomShape(rings), center: center.map { VenuePoint($0.0, $0.1) }))
  }

  mutating func door(_ level: String, _ from: (Double, Double), _ to: (Double, Double), _ rooms: String...) {
    doors.append(
      Door(
        id: "\(level)/door-\(doors.count + 1)", level: level, from: VenuePoint(from.0, from.1),
        to: VenuePoint(to.0, to.1), rooms: rooms.map { "\(level)/\($0)" }))
  }

  mutating func amenity(
    _ level: String, _ id: String, _ name: String, _ category: String, _ room: String,
    _ point: (Double, Double)
  ) {
    amenities.append(
      Amenity(
        id: "\(level)/\(id)", name: name, category: category, room: "\(level)/\(room)",
        point: VenuePoint(point.0, point.1)))
  }

  mutating func connect(_ id: String, _ name: String, _ kind: Connector.Kind, _ levels: [String]) {
    connectors.append(Connector(id: id, name: name, kind: kind, stops: levels.map { "\($0)/\(id)" }))
  }

  func venue(named name: String) -> Venue {
    Venue(
      name: name, levels: levels, rooms: rooms, doors: doors, amenities: amenities, connectors: connectors)
  }
}
