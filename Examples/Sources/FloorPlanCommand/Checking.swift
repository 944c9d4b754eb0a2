import CommandArguments
import FloorPlan
import Foundation
import Postil

/// What a second implementation is compared with, and what is measured.
extension FloorPlanCommand {
  /// A way as JSON.
  private struct Trip: Encodable {
    var from: Int
    var to: Int
    var isStepFree: Bool
    /// `nil` if no way leads there.
    var seconds: Double?
    var metres: Double?
    var nodes: [Int]
  }

  private struct ExportedEdge: Encodable {
    var start: Int
    var end: Int
    var seconds: Double
    var metres: Double
    var isStepFree: Bool
    /// The node in the middle of the room that it leads through, if that is not public.
    var restricted: Int?
  }

  private struct ExportedGraph: Encodable {
    var nodes: [[Double]]
    var edges: [ExportedEdge]
  }

  static func graph(_ arguments: inout Arguments) throws {
    let venue = try Venue(contentsOf: url(arguments.next("The venue")))
    let output = try url(arguments.required("-o"))
    try arguments.finish()
    let graph = RouteGraph(venue)
    let edges = graph.edges.enumerated().flatMap { start, edges in
      edges.map { edge in
        ExportedEdge(
          start: start, end: edge.end, seconds: edge.seconds, metres: edge.metres,
          isStepFree: edge.isStepFree,
          restricted: edge.restrictedRoom.flatMap { graph.center(of: venue.rooms[$0].id) })
      }
    }
    let exported = ExportedGraph(nodes: graph.nodes.map { [$0.point.x, $0.point.y] }, edges: edges)
    try JSONEncoder().encode(exported).write(to: output)
    print("\(exported.nodes.count) nodes, \(edges.count) edges")
  }

  static func trips(_ arguments: inout Arguments) throws {
    let venue = try Venue(contentsOf: url(arguments.next("The venue")))
    let count: Int = try arguments.number("--count", or: 1_000)
    var random = SeededNumbers(try arguments.number("--seed", or: 1))
    let isStepFree = arguments.has("--step-free")
    try arguments.finish()
    let graph = RouteGraph(venue)
    let trips = (0..<max(0, count)).compactMap { _ -> Trip? in
      guard let from = venue.rooms.randomElement(using: &random),
        let to = venue.rooms.randomElement(using: &random), let first = graph.center(of: from.id),
        let last = graph.center(of: to.id)
      else { return nil }
      let route = try? graph.route(from: from, to: to, isStepFree: isStepFree)
      return Trip(
        from: first, to: last, isStepFree: isStepFree, seconds: route?.seconds, metres: route?.metres,
        nodes: route?.nodes ?? [])
    }
    FileHandle.standardOutput.write(try JSONEncoder().encode(trips))
  }

  static func sample(_ arguments: inout Arguments) throws {
    let rooms = try roomCount(&arguments)
    let output = try url(arguments.required("-o"))
    try arguments.finish()
    try Venue.generated(rooms: rooms).jsonData().write(to: output)
  }

  private static func roomCount(_ arguments: inout Arguments) throws -> Int {
    let rooms: Int = try arguments.number("--rooms", or: 500)
    guard (1...5_000).contains(rooms) else { throw UsageError(message: "--rooms takes 1 to 5000.") }
    return rooms
  }

  static func time(_ arguments: inout Arguments) throws {
    let rooms = try roomCount(&arguments)
    let count: Int = try arguments.number("--count", or: 50)
    try arguments.finish()
    guard count > 0 else { throw UsageError(message: "--count takes 1 or more.") }
    let clock = ContinuousClock()
    let venue = Venue.generated(rooms: rooms)
    var graph = RouteGraph(venue)
    print(
      "The graph of \(venue.rooms.count) rooms: \(milliseconds(clock.measure { graph = RouteGraph(venue) }))")
    var document: PDFDocument?
    let drawing = try clock.measure { document = try PlanDrawing(venue).makeDocument() }
    guard let document else { return }
    print("Drawing its plan: \(milliseconds(drawing))")
    let plan = try PlanDocument(document, venue)
    var random = SeededNumbers(1)
    var times: [Duration] = []
    for _ in 0..<count {
      guard let from = venue.rooms.randomElement(using: &random),
        let to = venue.rooms.randomElement(using: &random)
      else { continue }
      times.append(try clock.measure { try plan.show(graph.route(from: from, to: to)) })
    }
    times.sort()
    print(
      "A route found and drawn: \(milliseconds(times[times.count / 2])) in the middle of \(count), "
        + "\(milliseconds(times[times.count - 1])) at the most")
  }

  private static func milliseconds(_ duration: Duration) -> String {
    "\(((duration / .milliseconds(1)) * 10).rounded() / 10) ms"
  }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
