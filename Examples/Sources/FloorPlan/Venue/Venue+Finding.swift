import Foundation

extension Venue {
  /// The room at a point of a floor: the smallest of those that hold it. O(corners of the floor).
  public func room(at point: VenuePoint, on level: Level.ID) -> Room? {
    rooms.filter { $0.level == level && $0.shape.contains(point) }.min { $0.shape.area < $1.shape.area }
  }

  /// Rooms by name: those that are called so, else those that begin so, else those that have it anywhere in their name.
  /// Case and accents play no part, and the name of an amenity stands for its room. O(rooms).
  public func rooms(matching text: String) -> [Room] {
    let wanted = Self.folded(text)
    guard !wanted.isEmpty else { return [] }
    let named = rooms.compactMap { room in room.name.map { (Self.folded($0), room.id) } }
    let all = named + amenities.map { (Self.folded($0.name), $0.room) }
    let tests: [(String) -> Bool] = [
      { $0 == wanted }, { $0.hasPrefix(wanted) }, { $0.contains(wanted) },
    ]
    for test in tests {
      let ids = Set(all.filter { test($0.0) }.map(\.1))
      if !ids.isEmpty { return rooms.filter { ids.contains($0.id) } }
    }
    return []
  }

  /// The one room of a name, or of an id.
  ///
  /// - Throws: ``VenueError`` if there is none, or several.
  public func room(named text: String) throws -> Room {
    if let room = room(text) { return room }
    let found = rooms(matching: text)
    guard let room = found.first else { throw VenueError("There is no room called '\(text)'.") }
    guard found.count == 1 else {
      let some = found.prefix(5).map { "\($0.name ?? $0.id) (\(level($0.level)?.name ?? $0.level))" }
      throw VenueError("'\(text)' may be \(some.joined(separator: ", "))\(found.count > 5 ? ", …" : "").")
    }
    return room
  }

  private static func folded(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespaces)
      .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "en"))
  }
}
