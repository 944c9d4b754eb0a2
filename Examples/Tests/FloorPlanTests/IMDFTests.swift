import Foundation
import Testing

@testable import FloorPlan

@Suite struct IMDFTests {
  private let museum = Venue.museum
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try IMDFWriter(longitude: 13.4, latitude: 52.5, bearing: 17).write(museum, to: folder.url)
  }

  /// Changes a file of the archive.
  private func change(_ name: String, _ body: (inout [String: Any]) -> Void) throws {
    let file = folder.url.appendingPathComponent(name)
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    body(&object)
    try JSONSerialization.data(withJSONObject: object).write(to: file)
  }

  @Test func anArchiveHasTheSameRoomsDoorsAndWays() throws {
    let venue = try Venue(contentsOf: folder.url)
    #expect(venue.name == museum.name && venue.rooms.map(\.name) == museum.rooms.map(\.name))
    #expect(venue.amenities.map(\.name) == ["Tickets"])
    #expect(venue.rooms.map(\.isPublic) == museum.rooms.map(\.isPublic))
    // Which rooms an opening joins is found by where it is.
    for (door, original) in zip(venue.doors, museum.doors) {
      #expect(Set(door.rooms) == Set(original.rooms.map(IMDFWriter.uuid)), "\(original.id)")
    }
    let (graph, expected) = (RouteGraph(venue), RouteGraph(museum))
    for name in ["Café", "Lecture Hall", "Gallery 4", "Terrace", "Kitchen"] {
      for isStepFree in [false, true] {
        let route = try graph.route(
          from: venue.room(named: "Entrance"), to: venue.room(named: name), isStepFree: isStepFree)
        let other = try expected.route(
          from: museum.room(named: "Entrance"), to: museum.room(named: name), isStepFree: isStepFree)
        #expect(abs(route.seconds - other.seconds) < 0.05 && route.legs.count == other.legs.count, "\(name)")
      }
    }
  }

  @Test func roomsLieOnThePageWhereTheyDidAlthoughTheBuildingIsTurned() throws {
    let venue = try Venue(contentsOf: folder.url)
    for (room, original) in zip(venue.rooms, museum.rooms) {
      let (level, before) = (
        try #require(venue.level(room.level)), try #require(museum.level(original.level))
      )
      let (a, b) = (
        try PlanMapping(level).pagePoint(room.center), try PlanMapping(before).pagePoint(original.center)
      )
      #expect(a.distance(to: b) < 0.1)
    }
  }

  @Test func stairsThatNoRelationshipNamesLeadToThoseAboveThem() throws {
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("relationship.geojson"))
    let venue = try Venue(contentsOf: folder.url)
    #expect(
      Set(venue.connectors.map { "\($0.name) \($0.stops.count)" }) == ["Stairs A 3", "Stairs B 3", "Lift 3"])
  }

  @Test func aPolygonOfSeveralPartsIsOneRoom() throws {
    try change("unit.geojson") { object in
      guard var features = object["features"] as? [[String: Any]],
        let geometry = features[1]["geometry"] as? [String: Any], let rings = geometry["coordinates"]
      else { return }
      features[1]["geometry"] = ["type": "MultiPolygon", "coordinates": [rings]]
      object["features"] = features
    }
    #expect(try Venue(contentsOf: folder.url).rooms.count == museum.rooms.count)
  }

  @Test func whatIsWrongIsToldWithTheFile() throws {
    try change("level.geojson") { $0["features"] = [["id": "x"]] }
    let error = #expect(throws: VenueError.self) { try Venue(contentsOf: folder.url) }
    #expect(error?.message.contains("level.geojson") == true, "\(error?.message ?? "")")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("unit.geojson"))
    #expect(throws: VenueError.self) { try Venue(contentsOf: folder.url) }
  }

  @Test func namesBecomeUUIDs() {
    let pattern = /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    #expect(museum.rooms.allSatisfy { IMDFWriter.uuid($0.id).wholeMatch(of: pattern) != nil })
    #expect(Set(museum.rooms.map { IMDFWriter.uuid($0.id) }).count == museum.rooms.count)
  }
}
