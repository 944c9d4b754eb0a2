import Foundation

/// A building: its floors, rooms, doors, and what leads from floor to floor.
///
/// As JSON it is a file that can be written by hand:
///
/// ```json
/// {"name": "Museum",
///  "levels": [{"id": "0", "name": "Ground floor", "ordinal": 0, "page": 1, "references": [
///    {"venue": [0, 0], "page": [40, 60]}, {"venue": [48, 0], "page": [760, 60]}, {"venue": [0, 30], "page": [40, 510]}]}],
///  "rooms": [{"id": "cafe", "name": "Café", "level": "0", "category": "foodservice", "isPublic": true,
///    "shape": [[[28, 0], [40, 0], [40, 13], [28, 13]]], "center": [34, 6.5]}],
///  "doors": [{"id": "d1", "level": "0", "from": [33, 13], "to": [35, 13], "rooms": ["cafe", "hall"]}],
///  "amenities": [],
///  "connectors": [{"id": "lift", "name": "Lift", "kind": "elevator", "isOneWay": false,
///    "stops": [{"room": "lift-0"}, {"room": "lift-1"}]}]}
/// ```
public struct Venue: Hashable, Sendable, Codable {
  /// What it is called.
  public var name: String
  /// The floors.
  public var levels: [Level]
  /// The rooms.
  public var rooms: [Room]
  /// The doors.
  public var doors: [Door]
  /// What people look for in the rooms.
  public var amenities: [Amenity]
  /// Stairs, lifts and the like.
  public var connectors: [Connector]

  /// Makes a venue of its parts.
  public init(
    name: String, levels: [Level], rooms: [Room], doors: [Door], amenities: [Amenity] = [],
    connectors: [Connector]
  ) {
    self.name = name
    self.levels = levels
    self.rooms = rooms
    self.doors = doors
    self.amenities = amenities
    self.connectors = connectors
  }

  /// The floor of an id. O(floors).
  public func level(_ id: Level.ID) -> Level? { levels.first { $0.id == id } }

  /// The room of an id. O(rooms).
  public func room(_ id: Room.ID) -> Room? { rooms.first { $0.id == id } }

  /// The floor that a page of the plan shows; pages count from 1. O(floors).
  public func level(onPage page: Int) -> Level? { levels.first { $0.page == page } }
}

/// A floor, and where it is in the plan.
public struct Level: Hashable, Sendable, Codable, Identifiable {
  /// What tells it from others.
  public var id: String
  /// What it is called.
  public var name: String
  /// 0 is the ground floor, 1 the one above it.
  public var ordinal: Int
  /// The page of the plan that shows it, from 1.
  public var page: Int
  /// Three points that do not lie on a line, and where they are on the page.
  public var references: [ReferencePoint]

  /// Makes a floor.
  public init(id: String, name: String, ordinal: Int, page: Int, references: [ReferencePoint]) {
    self.id = id
    self.name = name
    self.ordinal = ordinal
    self.page = page
    self.references = references
  }
}

/// A room, or another part of a floor, such as a corridor or a flight of stairs.
public struct Room: Hashable, Sendable, Codable, Identifiable {
  /// What tells it from others.
  public var id: String
  /// What it is called; `nil` for parts without a name.
  public var name: String?
  /// The floor that it is on.
  public var level: Level.ID
  /// A category of units in IMDF: `room`, `walkway`, `stairs`, `elevator`, `restroom` and so on.
  public var category: String
  /// Whether anybody may walk through it. A way may begin or end in a room that is not public.
  public var isPublic: Bool
  /// Its walls.
  public var shape: RoomShape
  /// Where its name stands, and where ways to it end: a point inside.
  public var center: VenuePoint

  /// - Parameter center: `nil`, and a point outside, stand for a point inside that the shape chooses.
  public init(
    id: String, name: String?, level: Level.ID, category: String = "room", isPublic: Bool = true,
    shape: RoomShape, center: VenuePoint? = nil
  ) {
    self.id = id
    self.name = name
    self.level = level
    self.category = category
    self.isPublic = isPublic
    self.shape = shape
    let given = center.flatMap { shape.contains($0) ? $0 : nil }
    self.center = given ?? shape.interiorPoint ?? center ?? VenuePoint(0, 0)
  }
}

/// An opening in a wall between two rooms, or between a room and the outside.
public struct Door: Hashable, Sendable, Codable, Identifiable {
  /// What tells it from others.
  public var id: String
  /// The floor that it is on.
  public var level: Level.ID
  /// The two ends of the opening.
  public var from: VenuePoint
  /// The other end.
  public var to: VenuePoint
  /// The rooms that it joins: one or two.
  public var rooms: [Room.ID]

  /// Makes a door.
  public init(id: String, level: Level.ID, from: VenuePoint, to: VenuePoint, rooms: [Room.ID]) {
    self.id = id
    self.level = level
    self.from = from
    self.to = to
    self.rooms = rooms
  }

  var middle: VenuePoint { from.middle(to: to) }
}

/// Something in a room that people look for: a ticket desk, a toilet.
public struct Amenity: Hashable, Sendable, Codable, Identifiable {
  /// What tells it from others.
  public var id: String
  /// What it is called.
  public var name: String
  /// Its category in IMDF.
  public var category: String
  /// The room that it is in.
  public var room: Room.ID
  /// Where it is.
  public var point: VenuePoint

  /// Makes an amenity.
  public init(id: String, name: String, category: String, room: Room.ID, point: VenuePoint) {
    self.id = id
    self.name = name
    self.category = category
    self.room = room
    self.point = point
  }
}

/// What leads from floor to floor.
public struct Connector: Hashable, Sendable, Codable, Identifiable {
  /// The kinds, as IMDF calls them.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case stairs, escalator, elevator, ramp

    /// Whether it can be used without a step.
    public var isStepFree: Bool { self == .elevator || self == .ramp }

    /// How long it takes, in seconds, waiting included.
    public func seconds(floors: Int) -> Double {
      switch self {
      case .stairs: 18 * Double(floors)
      case .escalator: 14 * Double(floors)
      case .elevator: 30 + 4 * Double(floors)
      case .ramp: 45 * Double(floors)
      }
    }
  }

  /// Where it can be entered and left.
  public struct Stop: Hashable, Sendable, Codable {
    /// The room that it is in.
    public var room: Room.ID

    /// Makes a stop.
    public init(room: Room.ID) { self.room = room }
  }

  /// What tells it from others.
  public var id: String
  /// What it is called.
  public var name: String
  /// Whether it is stairs, a lift or another.
  public var kind: Kind
  /// Whether it leads only from the first of its stops to the last.
  public var isOneWay: Bool
  /// One a floor, from one end to the other.
  public var stops: [Stop]

  /// Makes a stop.
  public init(id: String, name: String, kind: Kind, isOneWay: Bool = false, stops: [Room.ID]) {
    self.id = id
    self.name = name
    self.kind = kind
    self.isOneWay = isOneWay
    self.stops = stops.map(Stop.init(room:))
  }
}
