import Foundation
import Postil
import Testing

@testable import FloorPlan

@Suite struct VenueTests {
  private let museum = Venue.museum

  @Test func theSamplesAreValid() throws {
    try museum.validate()
    let large = Venue.generated(rooms: 500)
    try large.validate()
    #expect(large.rooms.count { $0.category == "room" } >= 500)
  }

  @Test func roomsAreFoundByNameWhateverTheCaseAndAccents() throws {
    #expect(try museum.room(named: "cafe").name == "Café")
    #expect(try museum.room(named: " LIBRARY ").level == "2")
    #expect(museum.rooms(matching: "room 1").count == 6)
    #expect(museum.rooms(matching: "hall").map(\.name) == ["Hall"])
    #expect(museum.rooms(matching: "lecture").map(\.name) == ["Lecture Hall"])
    // An amenity stands for its room.
    #expect(try museum.room(named: "tickets").name == "Entrance")
    #expect(museum.rooms(matching: "") == [])
  }

  @Test func aNameThatIsUnclearIsRefusedWithTheChoices() {
    let error = #expect(throws: VenueError.self) { try museum.room(named: "Toilets") }
    #expect(error?.message.contains("Ground floor") == true)
    #expect(throws: VenueError.self) { try museum.room(named: "Swimming pool") }
  }

  @Test func theRoomAtAPointIsTheSmallestThatHoldsIt() {
    #expect(museum.room(at: VenuePoint(35, 5), on: "0")?.name == "Café")
    #expect(museum.room(at: VenuePoint(24, 15), on: "0")?.name == "Hall")
    // The opening in the terrace.
    #expect(museum.room(at: VenuePoint(35, 23), on: "2") == nil)
    #expect(museum.room(at: VenuePoint(-1, 5), on: "0") == nil)
  }

  @Test func aVenueComesBackFromJSON() throws {
    let folder = try TestFolder()
    let file = folder.url.appendingPathComponent("venue.json")
    try museum.jsonData().write(to: file)
    #expect(try Venue(contentsOf: file) == museum)
  }

  @Test(arguments: [
    ("{}", "'name' is missing"), (#"{"name": 5}"#, "(at name)"), ("nonsense", "not a venue"),
  ]) func whatIsNoVenueIsToldWithItsPlace(text: String, words: String) throws {
    let folder = try TestFolder()
    let file = folder.url.appendingPathComponent("venue.json")
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: VenueError.self) { try Venue(contentsOf: file) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func whatDoesNotFitIsRefused() throws {
    func message(_ change: (inout Venue) -> Void) -> String? {
      var venue = museum
      change(&venue)
      do { try venue.validate() } catch { return (error as? VenueError)?.message }
      return nil
    }
    #expect(message { $0.rooms[3].id = $0.rooms[2].id }?.contains("two rooms") == true)
    #expect(message { $0.rooms[3].level = "7" }?.contains("no level") == true)
    #expect(message { $0.doors[3].rooms = ["0/hall", "1/hall"] }?.contains("Door") == true)
    #expect(message { $0.connectors[0].stops.removeLast(2) }?.contains("Stairs A") == true)
    #expect(
      message { $0.levels[1].references[2].venue = $0.levels[1].references[0].venue }?.contains("line")
        == true)
    #expect(message { $0.levels[1].references.removeLast() }?.contains("three") == true)
    #expect(message { _ in } == nil)
  }
}

@Suite struct PlanMappingTests {
  @Test func aTurnedMirroredAndSkewedPlanIsMappedBothWays() throws {
    let references = [
      ReferencePoint(venue: VenuePoint(3, 1), page: PagePoint(x: 400, y: 300)),
      ReferencePoint(venue: VenuePoint(13, 2), page: PagePoint(x: 380, y: 420)),
      ReferencePoint(venue: VenuePoint(4, 9), page: PagePoint(x: 520, y: 310)),
    ]
    let mapping = try PlanMapping(Level(id: "0", name: "0", ordinal: 0, page: 1, references: references))
    for reference in references {
      #expect(mapping.pagePoint(reference.venue).distance(to: reference.page) < 1e-9)
      #expect(mapping.venuePoint(reference.page).distance(to: reference.venue) < 1e-9)
    }
    let point = VenuePoint(-7, 22)
    #expect(mapping.venuePoint(mapping.pagePoint(point)).distance(to: point) < 1e-9)
  }
}

/// A folder that goes with the value.
final class TestFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("floorplan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
