import Foundation

/// Where one can walk in a venue: points, and the straight ways between them.
///
/// Inside a room every point leads to every other one that it sees. The points are the doors, a point in front of each on both
/// sides, as far from the opposite wall as from the door, the corners that have to be gone around, and the middle of the
/// room. Stairs and lifts lead from the middle of one room to that of another.
public struct RouteGraph: Sendable {
  /// A point that ways lead through.
  public struct Node: Sendable, Hashable {
    /// The floor that it is on.
    public var level: Level.ID
    /// Where it is.
    public var point: VenuePoint
    /// The room whose middle it is.
    public var room: Room.ID?
  }

  /// A straight way, or one between floors.
  public struct Edge: Sendable, Hashable {
    /// The index of the node that it leads to.
    public var end: Int
    /// How long it is; 0 between floors.
    public var metres: Double
    /// How long it takes.
    public var seconds: Double
    /// The index of what leads to another floor in the venue's list; `nil` for a way on one floor.
    public var connector: Int?
    /// Whether it has no steps.
    public var isStepFree: Bool
    /// The index of the room that it leads through in the venue's list, if that is not public: only a way that begins or ends there
    /// may use it.
    public var restrictedRoom: Int?
  }

  /// How fast people walk, in metres a second.
  public static let walkingSpeed = 1.3

  /// The venue.
  public let venue: Venue
  /// The points.
  public private(set) var nodes: [Node] = []
  /// The edges that leave each node.
  public private(set) var edges: [[Edge]] = []
  /// The node in the middle of each room.
  private var centers: [Room.ID: Int] = [:]
  private var roomIndices: [Room.ID: Int] = [:]

  /// - Complexity: O(n² · c) for each room of n doors and c corners.
  public init(_ venue: Venue) {
    self.venue = venue
    for (index, room) in venue.rooms.enumerated() { roomIndices[room.id] = index }
    var inside: [Room.ID: [Int]] = [:]
    for room in venue.rooms {
      let center = add(Node(level: room.level, point: room.center, room: room.id))
      centers[room.id] = center
      let corners = room.shape.turningPoints.map { add(Node(level: room.level, point: $0)) }
      inside[room.id] = [center] + corners
    }
    for door in venue.doors {
      let node = add(Node(level: door.level, point: door.middle))
      for id in door.rooms {
        guard let index = roomIndices[id], let front = front(of: door, in: venue.rooms[index]) else {
          continue
        }
        let step = add(Node(level: door.level, point: front))
        join(node, step, in: index)
        inside[id, default: []].append(step)
      }
    }
    for (index, room) in venue.rooms.enumerated() {
      let points = inside[room.id] ?? []
      for (offset, a) in points.enumerated() {
        for b in points[(offset + 1)...] where room.shape.isStraight(from: nodes[a].point, to: nodes[b].point)
        {
          join(a, b, in: index)
        }
      }
    }
    for (index, connector) in venue.connectors.enumerated() { add(connector, index) }
  }

  /// The node in the middle of a room.
  public func center(of room: Room.ID) -> Int? { centers[room] }

  func roomIndex(_ id: Room.ID) -> Int? { roomIndices[id] }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    edges.append([])
    return nodes.count - 1
  }

  private mutating func join(_ a: Int, _ b: Int, in room: Int) {
    let metres = nodes[a].point.distance(to: nodes[b].point)
    let restricted = venue.rooms[room].isPublic ? nil : room
    for (start, end) in [(a, b), (b, a)] {
      edges[start].append(
        Edge(
          end: end, metres: metres, seconds: metres / Self.walkingSpeed, isStepFree: true,
          restrictedRoom: restricted))
    }
  }

  /// Stairs lead from floor to floor; a lift leads from each to each, and is waited for once.
  private mutating func add(_ connector: Connector, _ index: Int) {
    let stops = connector.stops.compactMap { stop -> (node: Int, ordinal: Int)? in
      guard let node = centers[stop.room], let level = venue.level(nodes[node].level) else { return nil }
      return (node, level.ordinal)
    }
    for (place, a) in stops.enumerated() {
      let others = connector.kind == .elevator ? stops[(place + 1)...] : stops[(place + 1)...].prefix(1)
      for b in others {
        let seconds = connector.kind.seconds(floors: max(1, abs(b.ordinal - a.ordinal)))
        for (start, end) in [(a.node, b.node), (b.node, a.node)].prefix(connector.isOneWay ? 1 : 2) {
          edges[start].append(
            Edge(
              end: end, metres: 0, seconds: seconds, connector: index, isStepFree: connector.kind.isStepFree))
        }
      }
    }
  }

  /// The point in front of a door in a room: in the middle between it and the wall opposite, three metres away at the most.
  private func front(of door: Door, in room: Room) -> VenuePoint? {
    guard let along = RoomShape.direction(from: door.from, to: door.to) else { return nil }
    for normal in [(x: -along.y, y: along.x), (x: along.y, y: -along.x)] {
      // A little away from the wall, in which the door may not stand exactly.
      let start = door.middle.offset(normal, by: 0.35)
      guard room.shape.contains(start) else { continue }
      let space = room.shape.clearance(from: start, normal)
      guard space.isFinite else { return start }
      return door.middle.offset(normal, by: min((space + 0.35) / 2, 3))
    }
    return nil
  }
}
