import Foundation

extension Venue {
  /// Reads a venue: a folder in Indoor Mapping Data Format (see ``IMDFArchive``), or a JSON file of this type.
  ///
  /// - Throws: ``VenueError``, which says what is wrong with it.
  public init(contentsOf url: URL) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw VenueError("There is no venue at \(url.path).")
    }
    if isFolder.boolValue {
      self = try IMDFArchive(folder: url).venue()
    } else {
      do {
        self = try JSONDecoder().decode(Venue.self, from: Data(contentsOf: url))
      } catch let error as DecodingError {
        throw VenueError("\(url.lastPathComponent) is not a venue: \(error.explanation)")
      }
    }
    try validate()
  }

  /// - Throws: ``VenueError`` for the first thing that does not fit.
  public func validate() throws {
    try Self.requireUnique(levels.map(\.id), "level")
    try Self.requireUnique(rooms.map(\.id), "room")
    try Self.requireUnique(doors.map(\.id), "door")
    try Self.requireUnique(connectors.map(\.id), "connector")
    let levelIDs = Set(levels.map(\.id))
    var levelOfRoom: [Room.ID: Level.ID] = [:]
    for level in levels {
      guard level.page >= 1 else { throw VenueError("Level '\(level.name)': pages count from 1.") }
      _ = try PlanMapping(level)
    }
    for room in rooms {
      guard levelIDs.contains(room.level) else { throw VenueError("Room '\(room.id)' is on no level.") }
      guard room.shape.area > 0.01, room.shape.contains(room.center) else {
        throw VenueError("Room '\(room.id)' has no area, or its center lies outside.")
      }
      levelOfRoom[room.id] = room.level
    }
    for door in doors {
      guard (1...2).contains(door.rooms.count), door.rooms.allSatisfy({ levelOfRoom[$0] == door.level })
      else {
        throw VenueError("Door '\(door.id)' has to join one or two rooms of its level.")
      }
    }
    for connector in connectors {
      let stops = connector.stops.compactMap { levelOfRoom[$0.room] }
      guard stops.count == connector.stops.count, Set(stops).count == stops.count, stops.count > 1 else {
        throw VenueError("'\(connector.name)' has to stop in rooms of two levels at least, once on each.")
      }
    }
    for amenity in amenities where levelOfRoom[amenity.room] == nil {
      throw VenueError("'\(amenity.name)' is in no room.")
    }
  }

  private static func requireUnique(_ ids: [String], _ what: String) throws {
    var seen: Set<String> = []
    for id in ids where !seen.insert(id).inserted { throw VenueError("There are two \(what)s '\(id)'.") }
  }

  /// The venue as a JSON file.
  public func jsonData() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

extension DecodingError {
  /// What is wrong, and where.
  var explanation: String {
    let (context, what): (Context, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        (context, context.debugDescription)
      @unknown default: (Context(codingPath: [], debugDescription: ""), "it cannot be read")
      }
    let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
    return path.isEmpty ? "\(what)." : "\(what) (at \(path.joined(separator: ", ")))."
  }
}
