import Testing

@testable import FloorPlan

@Suite struct RouteTests {
  private let museum = Venue.museum
  private let graph: RouteGraph

  init() { graph = RouteGraph(museum) }

  private func route(_ from: String, _ to: String, isStepFree: Bool = false) throws -> Route {
    try graph.route(from: museum.room(named: from), to: museum.room(named: to), isStepFree: isStepFree)
  }

  @Test func aWayStaysInsideRoomsAndDoors() throws {
    for target in museum.rooms {
      for leg in try graph.route(from: museum.room(named: "Shop"), to: target).legs {
        for (a, b) in zip(leg.points, leg.points.dropFirst()) {
          for step in 0...40 {
            let point = a.middle(to: b, at: Double(step) / 40)
            let isInside = museum.room(at: point, on: leg.level) != nil
            let isInDoor = museum.doors.contains {
              $0.level == leg.level && point.distance(to: $0.from.middle(to: $0.to)) < 0.7
            }
            #expect(isInside || isInDoor, "\(target.id): \(point)")
          }
        }
      }
    }
  }

  @Test func neighboursAreReachedThroughTheirDoor() throws {
    let route = try route("Gallery 3", "Gallery 4")
    #expect(route.legs.count == 1 && route.metres < 25)
  }

  @Test func stairsAreTakenIfTheyAreQuickerAndLiftsWhereThereMayBeNoStep() throws {
    let quick = try route("Cloakroom", "Room 11")
    #expect(quick.legs.map(\.level) == ["0", "1"] && quick.legs[0].departure?.kind == .stairs)
    let stepFree = try route("Cloakroom", "Room 11", isStepFree: true)
    #expect(stepFree.legs[0].departure?.kind == .elevator && stepFree.seconds > quick.seconds)
    #expect(stepFree.legs[1].arrival == stepFree.legs[0].departure)
  }

  @Test func stairsOverTwoFloorsAreOneStep() throws {
    let route = try route("Cloakroom", "Room 21")
    #expect(route.legs.map(\.level) == ["0", "2"])
    #expect(route.description.contains("by Stairs A"))
  }

  @Test func roomsThatAreNotPublicAreNoShortCut() throws {
    let kitchen = try museum.room(named: "Kitchen")
    let around = try route("Café", "Gallery 1")
    #expect(!around.legs.flatMap(\.points).contains { kitchen.shape.contains($0) })
    #expect(try route("Café", "Kitchen").metres < route("Entrance", "Kitchen").metres)
    // The same way, if anybody may walk through the kitchen: the door at its other end is nearer to Stairs B.
    var open = museum
    for index in open.rooms.indices { open.rooms[index].isPublic = true }
    let (cafe, stairs) = ("0/cafe", "0/stairs-b")
    func seconds(_ venue: Venue) throws -> Double {
      let (from, to) = (try #require(venue.room(cafe)), try #require(venue.room(stairs)))
      return try RouteGraph(venue).route(from: from, to: to).seconds
    }
    #expect(try seconds(open) <= seconds(museum))
  }

  @Test func whereNoWayLeadsIsToldAndSoIsAStep() throws {
    var venue = museum
    venue.connectors.removeAll { $0.kind == .elevator }
    let stairsOnly = RouteGraph(venue)
    let (from, to) = (try venue.room(named: "Shop"), try venue.room(named: "Library"))
    #expect(try stairsOnly.route(from: from, to: to).legs.count == 2)
    let error = #expect(throws: VenueError.self) {
      try stairsOnly.route(from: from, to: to, isStepFree: true)
    }
    #expect(error?.message.contains("step-free") == true)
  }

  @Test func anEscalatorLeadsOneWay() throws {
    var venue = museum
    venue.connectors = [
      Connector(
        id: "up", name: "Escalator", kind: .escalator, isOneWay: true, stops: ["0/stairs-a", "1/stairs-a"])
    ]
    let graph = RouteGraph(venue)
    let (low, high) = (try venue.room(named: "Shop"), try venue.room(named: "Room 11"))
    #expect(try graph.route(from: low, to: high).legs.count == 2)
    #expect(throws: VenueError.self) { try graph.route(from: high, to: low) }
  }

  /// Against the algorithm of Floyd and Warshall, which looks for all ways at once.
  @Test func waysAreAsShortAsThoseOfAnotherAlgorithm() throws {
    let count = graph.nodes.count
    var best = Array(repeating: Array(repeating: Double.infinity, count: count), count: count)
    let open = museum.rooms.allSatisfy(\.isPublic)
    #expect(!open)
    for start in 0..<count {
      best[start][start] = 0
      for edge in graph.edges[start] where edge.restrictedRoom == nil {
        best[start][edge.end] = min(best[start][edge.end], edge.seconds)
      }
    }
    for middle in 0..<count {
      for start in 0..<count where best[start][middle].isFinite {
        for end in 0..<count {
          best[start][end] = min(best[start][end], best[start][middle] + best[middle][end])
        }
      }
    }
    let rooms = museum.rooms.filter(\.isPublic)
    for from in rooms {
      for to in rooms {
        let (a, b) = (try #require(graph.center(of: from.id)), try #require(graph.center(of: to.id)))
        #expect(try abs(graph.route(from: from, to: to).seconds - best[a][b]) < 1e-6)
      }
    }
  }
}
