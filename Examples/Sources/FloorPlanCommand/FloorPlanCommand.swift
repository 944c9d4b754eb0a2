import CommandArguments
import FloorPlan
import Foundation
import Postil

/// The commands of `floorplan`.
enum FloorPlanCommand {
  static let usage = """
    floorplan demo -o FOLDER                     makes a venue and its plan, and shows, changes and clears a route
    floorplan plan VENUE -o PLAN.pdf             draws the plan of a venue
    floorplan rooms VENUE [--search TEXT]        the rooms, or those of a name
    floorplan at VENUE PLAN.pdf --page N --point X,Y
                                                 the room at a point of a page, in points from the lower left
    floorplan route VENUE PLAN.pdf --from ROOM --to ROOM [--step-free] [--color C] [--width W]
                    (-o OUT.pdf | --in-place) [--pictures FOLDER]
                                                 draws the quickest way into the plan
    floorplan style PLAN.pdf [--color C] [--width W] (-o OUT.pdf | --in-place)
                                                 changes how the route looks
    floorplan clear PLAN.pdf (-o OUT.pdf | --in-place)
                                                 takes the route away
    floorplan pictures PLAN.pdf -o FOLDER [--scale S]
                                                 a picture of each page
    floorplan graph VENUE -o GRAPH.json          the graph in which ways are looked for
    floorplan trips VENUE [--count N] [--seed S] [--step-free]
                                                 ways between rooms at random, as JSON
    floorplan sample [--rooms N] -o VENUE.json   a large venue, made for measuring
    floorplan time [--rooms N] [--count N]       how long routing and drawing take in a large venue

    VENUE is a folder in Indoor Mapping Data Format, or a JSON file.
    """

  static func run(_ words: [String]) async throws {
    guard let command = words.first else { throw UsageError(message: "What is to be done?") }
    var arguments = try Arguments(
      Array(words.dropFirst()), flags: ["--step-free", "--in-place"])
    switch command {
    case "demo": try await Demo(folder: url(arguments.required("-o"))).run()
    case "plan": try plan(&arguments)
    case "rooms": try rooms(&arguments)
    case "at": try room(&arguments)
    case "route": try await route(&arguments)
    case "style": try style(&arguments)
    case "clear": try clear(&arguments)
    case "pictures": try await pictures(&arguments)
    case "graph": try graph(&arguments)
    case "trips": try trips(&arguments)
    case "sample": try sample(&arguments)
    case "time": try time(&arguments)
    case "help", "--help", "-h": print(usage)
    default: throw UsageError(message: "There is no command '\(command)'.")
    }
  }

  static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

  private static func venue(_ arguments: inout Arguments) throws -> Venue {
    try Venue(contentsOf: url(arguments.next("The venue")))
  }

  private static func plan(_ arguments: inout Arguments) throws {
    let venue = try venue(&arguments)
    let output = try url(arguments.required("-o"))
    try arguments.finish()
    try PlanDrawing(venue).makeDocument().saveAndWait(to: output)
  }

  private static func rooms(_ arguments: inout Arguments) throws {
    let venue = try venue(&arguments)
    let search = arguments.option("--search")
    try arguments.finish()
    for room in search.map(venue.rooms(matching:)) ?? venue.rooms.filter({ $0.name != nil }) {
      print("\(room.name ?? room.id)\t\(venue.level(room.level)?.name ?? "")\t\(room.category)\t\(room.id)")
    }
  }

  private static func room(_ arguments: inout Arguments) throws {
    let venue = try venue(&arguments)
    let document = try PDFDocument.openAndWait(url(arguments.next("The plan")))
    let page: Int = try arguments.number("--page", or: 1)
    let numbers = try arguments.required("--point").split(separator: ",").compactMap { Double($0) }
    try arguments.finish()
    guard numbers.count == 2 else { throw UsageError(message: "--point takes X,Y.") }
    let plan = try PlanDocument(document, venue)
    guard let room = plan.room(at: PagePoint(x: numbers[0], y: numbers[1]), onPage: page - 1) else {
      throw VenueError("There is no room.")
    }
    print(room.name ?? room.id)
  }

  private static func route(_ arguments: inout Arguments) async throws {
    let venue = try venue(&arguments)
    let document = try PDFDocument.openAndWait(url(arguments.next("The plan")))
    let from = try venue.room(named: arguments.required("--from"))
    let to = try venue.room(named: arguments.required("--to"))
    let style = try routeStyle(&arguments)
    let output = try output(&arguments)
    let pictures = arguments.option("--pictures")
    try arguments.finish()
    let plan = try PlanDocument(document, venue)
    let route = try RouteGraph(venue).route(from: from, to: to, isStepFree: arguments.has("--step-free"))
    try plan.show(route, style: style)
    try document.saveAndWait(to: output)
    print(route)
    if let pictures {
      try await PlanDocument.writePictures(of: document, named: "floor", to: url(pictures))
    }
  }

  private static func style(_ arguments: inout Arguments) throws {
    let document = try PDFDocument.openAndWait(url(arguments.next("The plan")))
    let style = try routeStyle(&arguments)
    let output = try output(&arguments)
    try arguments.finish()
    try PlanDocument.restyle(document, style)
    try document.saveAndWait(to: output)
  }

  private static func clear(_ arguments: inout Arguments) throws {
    let document = try PDFDocument.openAndWait(url(arguments.next("The plan")))
    let output = try output(&arguments)
    try arguments.finish()
    let count = try PlanDocument.clear(document)
    try document.saveAndWait(to: output)
    print(count == 0 ? "The plan shows no route." : "Removed \(count) annotations.")
  }

  private static func pictures(_ arguments: inout Arguments) async throws {
    let document = try PDFDocument.openAndWait(url(arguments.next("The plan")))
    let folder = try url(arguments.required("-o"))
    let scale: Double = try arguments.number("--scale", or: 1.5)
    try arguments.finish()
    for file in try await PlanDocument.writePictures(of: document, named: "floor", to: folder, scale: scale) {
      print(file.path)
    }
  }

  private static func routeStyle(_ arguments: inout Arguments) throws -> RouteStyle {
    var style = RouteStyle()
    if let name = arguments.option("--color") {
      guard let color = Color(named: name) ?? Color(hex: name) else {
        throw UsageError(message: "'\(name)' is no color: write red, or FF0000.")
      }
      style.color = color
    }
    style.width = try arguments.number("--width", or: style.width)
    return style
  }

  /// The file to save to; `nil` is the document's own.
  private static func output(_ arguments: inout Arguments) throws -> URL? {
    let file = arguments.option("-o").map(url)
    guard (file == nil) == arguments.has("--in-place") else {
      throw UsageError(message: "Say either -o OUT.pdf or --in-place.")
    }
    return file
  }
}
