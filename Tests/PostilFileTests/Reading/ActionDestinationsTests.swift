import PostilModel
import Testing

@testable import PostilFile

@Suite struct ActionDestinationsTests {
  private final class Objects: ObjectSource {
    let values: [Int: PDFObject]
    var catalog: PDFDictionary { [:] }
    init(_ values: [Int: PDFObject]) { self.values = values }
    func object(_ id: ObjectID) -> PDFObject { values[id.number] ?? .null }
    func streamData(_ id: ObjectID) throws -> [UInt8] { [] }
  }

  private static let lost: PDFObject = .string([1])
  private func reference(_ number: Int) -> PDFObject { .reference(ObjectID(number: number)) }
  private func goTo(_ place: PDFObject, next: PDFObject = .null) -> PDFObject {
    var action: PDFDictionary = ["S": .name("GoTo"), "D": place]
    action["Next"] = next
    return .dictionary(action)
  }

  private func actions(_ values: [Int: PDFObject]) -> ActionDestinations {
    ActionDestinations(objects: Objects(values)) { $0 == Self.lost ? nil : $0 }
  }

  @Test func whatFollowsTakesThePlaceOfWhatLeadsNowhere() throws {
    let uri: PDFObject = .dictionary(["S": .name("URI")])
    let actions = actions([
      1: goTo(Self.lost, next: .array([reference(2), reference(3)])),
      2: goTo(.integer(7), next: reference(1)),
      3: uri,
    ])
    let changed = try #require(actions.replacing(in: ["A": reference(1)]))
    let action = try #require(changed["A"]?.dictionary)
    #expect(action["D"] == .integer(7))
    #expect(action["Next"]?.array?.last == reference(3))
    let events = actions.replacing(in: ["AA": .dictionary(["U": reference(1), "D": reference(1)])])
    #expect(
      events?["AA"]?.dictionary?["U"] == .dictionary(action)
        && events?["AA"]?.dictionary?["D"] == .dictionary(action))
    #expect(actions.replacing(in: ["A": goTo(Self.lost)]) == [:])
    #expect(actions.replacing(in: ["A": uri, "Next": reference(3), "AA": .dictionary(["U": uri])]) == nil)
    #expect(actions.replacing(in: ["A": goTo(Self.lost)], except: "A") == nil)
    #expect(actions.destinations(below: ["A": reference(1)]) == [Self.lost, .integer(7)])
  }

  /// Arrays and events that stand in themselves, each many times: gone through in full they would never end.
  @Test func circlesOfAllKindsEnd() {
    let inArray = (0..<20).map { _ in goTo(.integer(1), next: reference(7)) }
    let inEvents = (0..<20).map {
      PDFDictionary.Entry(
        key: PDFName("E\($0)"),
        value: .dictionary(["S": .name("URI"), "AA": reference(8), "Next": reference(7)]))
    }
    var values: [Int: PDFObject] = [7: .array(inArray), 8: .dictionary(PDFDictionary(inEvents))]
    // A chain of actions that lead nowhere, each with the next twice.
    for number in 100..<5_000 {
      values[number] = goTo(Self.lost, next: .array([reference(number + 1), reference(number + 1)]))
    }
    // Each is followed by one that leads nowhere and has two behind it.
    for number in stride(from: 6_000, to: 9_000, by: 2) {
      values[number] = goTo(.integer(1), next: reference(number + 1))
      values[number + 1] = goTo(Self.lost, next: .array([reference(number + 2), reference(number + 2)]))
    }
    let actions = actions(values)
    for holder in [
      ["A": reference(100)], ["A": goTo(.integer(1), next: reference(7))], ["AA": reference(8)],
      ["A": reference(6_001)],
    ] as [PDFDictionary] {
      _ = actions.replacing(in: holder)
      #expect(actions.destinations(below: holder).count <= 2_000)
      #expect(actions.objects(below: holder).count <= 2_000)
    }
  }
}
