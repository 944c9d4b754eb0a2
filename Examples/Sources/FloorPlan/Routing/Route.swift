import Foundation

/// A way from one room to another.
public struct Route: Sendable, Hashable {
  /// The part of it on one floor.
  public struct Leg: Sendable, Hashable {
    /// The floor that it is on.
    public var level: Level.ID
    /// Where it turns, from its beginning to its end.
    public var points: [VenuePoint]
    /// What it came from another floor by; `nil` where the way begins.
    public var arrival: Connector?
    /// What it goes on to another floor by; `nil` where the way ends.
    public var departure: Connector?
  }

  /// Where it begins.
  public let from: Room
  /// The other end.
  public let to: Room
  /// Whether it has no steps.
  public let isStepFree: Bool
  /// In order. A floor that the way comes back to has several.
  public let legs: [Leg]
  /// What is walked, in metres; what stairs and lifts lead over is not counted.
  public let metres: Double
  /// How long it takes.
  public let seconds: Double
  /// The nodes of the graph.
  public let nodes: [Int]
}

extension RouteGraph {
  /// The quickest way from one room to another.
  ///
  /// - Parameter isStepFree: Whether it may use lifts and ramps only.
  /// - Throws: ``VenueError`` if no way leads there.
  public func route(from start: Room, to end: Room, isStepFree: Bool = false) throws -> Route {
    guard let first = center(of: start.id), let last = center(of: end.id) else {
      throw VenueError("The venue has no such room.")
    }
    let open = [roomIndex(start.id), roomIndex(end.id)]
    let path = ShortestPath(in: self, from: first, to: last) { edge in
      (edge.isStepFree || !isStepFree) && (edge.restrictedRoom.map { open.contains($0) } ?? true)
    }
    guard let path else {
      let kind = isStepFree ? "step-free way" : "way"
      throw VenueError("No \(kind) leads from \(start.name ?? start.id) to \(end.name ?? end.id).")
    }
    var legs = [Route.Leg(level: start.level, points: [nodes[first].point])]
    for (node, edge) in zip(path.nodes.dropFirst(), path.edges) {
      if let index = edge.connector {
        let connector = venue.connectors[index]
        // Stairs over several floors: there is nothing to walk on those between.
        if let last = legs.last, last.points.count == 1, last.arrival == connector, legs.count > 1 {
          legs.removeLast()
        } else {
          legs[legs.count - 1].departure = connector
        }
        legs.append(Route.Leg(level: nodes[node].level, points: [nodes[node].point], arrival: connector))
      } else {
        legs[legs.count - 1].points.append(nodes[node].point)
      }
    }
    return Route(
      from: start, to: end, isStepFree: isStepFree,
      legs: legs.map { leg in
        var leg = leg
        leg.points = Self.withoutStraightCorners(leg.points)
        return leg
      },
      metres: path.edges.reduce(0) { $0 + $1.metres }, seconds: path.edges.reduce(0) { $0 + $1.seconds },
      nodes: path.nodes)
  }

  /// Leaves points out that lie on the straight line between their neighbours.
  private static func withoutStraightCorners(_ points: [VenuePoint]) -> [VenuePoint] {
    var result: [VenuePoint] = []
    for (index, point) in points.enumerated() {
      if let last = result.last, last.distance(to: point) < 1e-6 { continue }
      if let last = result.last, index + 1 < points.count,
        abs(
          last.distance(to: point) + point.distance(to: points[index + 1])
            - last.distance(to: points[index + 1]))
          < 1e-6
      {
        continue
      }
      result.append(point)
    }
    return result
  }
}

extension Route: CustomStringConvertible {
  /// The way in a sentence: `Room 12 → Café: 84 m, 2 minutes, by Lift`.
  public var description: String {
    let minutes = max(1, Int((seconds / 60).rounded()))
    let names = legs.compactMap { $0.departure?.name }
    return "\(from.name ?? from.id) → \(to.name ?? to.id): \(Int(metres.rounded())) m, "
      + "\(minutes) minute\(minutes == 1 ? "" : "s")"
      + (names.isEmpty ? "" : ", by \(names.joined(separator: ", "))")
  }
}
