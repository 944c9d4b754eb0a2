import Foundation
import Postil
import Testing

@testable import FloorPlan

@Suite struct PlanDocumentTests {
  private let museum = Venue.museum
  private let plan: PlanDocument
  private let graph: RouteGraph

  init() throws {
    plan = try PlanDocument(PlanDrawing(museum).makeDocument(), museum)
    graph = RouteGraph(museum)
  }

  private func route(_ from: String, _ to: String, isStepFree: Bool = false) throws -> Route {
    try graph.route(from: museum.room(named: from), to: museum.room(named: to), isStepFree: isStepFree)
  }

  private var names: [[String]] { plan.document.pages.map { $0.annotations.map(\.id.rawValue) } }

  @Test func thePlanIsContentAndHasItsFloorsAsLabelsAndOutline() async throws {
    #expect(plan.document.pageCount == 3 && names == [[], [], []])
    #expect(plan.document.pages.map(\.label) == ["Ground floor", "First floor", "Second floor"])
    #expect(try plan.document.outline.items.map(\.label) == ["Ground floor", "First floor", "Second floor"])
    let text = try await plan.document.text(of: plan.document.pageIDs[0]).string
    for name in ["Harbour Museum", "Café", "Lecture Hall", "Stairs A"] {
      #expect(text.contains(name), "\(name)")
    }
  }

  @Test func aTapFindsTheRoom() throws {
    let cafe = try museum.room(named: "Café")
    let point = try plan.mapping(of: "0").pagePoint(cafe.center)
    #expect(plan.room(at: point, onPage: 0) == cafe)
    #expect(plan.room(at: point, onPage: 1)?.name != "Café")
    #expect(plan.room(at: PagePoint(x: 1, y: 1), onPage: 0) == nil)
    #expect(plan.room(at: point, onPage: 7) == nil)
  }

  @Test func aRouteIsOneLineAFloorAndALinkFromStairsToStairs() throws {
    let route = try route("Café", "Room 11")
    try plan.show(route)
    #expect(names[2] == [])
    let (ground, first) = (plan.document.pages[0], plan.document.pages[1])
    #expect(ground.annotations.map(\.subtype) == ["PolyLine", "FreeText", "Link"])
    #expect(first.annotations.map(\.subtype) == ["Polygon", "PolyLine"])
    let line = try #require(first.annotation(named: RouteDrawing.line)?.content.polyline)
    #expect(line.start == .circle && line.end == .closedArrow)
    // It begins where the first line ends, a floor above, and leads to the room.
    let mapping = try plan.mapping(of: "1")
    let below = try #require(ground.annotation(named: RouteDrawing.line)?.content.polyline)
    #expect(try #require(line.vertices.first).distance(to: try #require(below.vertices.last)) < 25)
    #expect(museum.room(at: mapping.venuePoint(try #require(line.vertices.last)), on: "1")?.name == "Room 11")
    let link = try #require(ground.annotations(ofKind: .link).first?.content.link)
    guard case .place(let place) = link.target else {
      Issue.record("no place")
      return
    }
    #expect(place.page == first.id)
    let target = try #require(first.annotation(named: RouteDrawing.target))
    #expect(target.contents == "Destination: Room 11" && target.content.polygon?.vertices.count == 4)
  }

  @Test func showingAnotherRouteReplacesTheFirstAndIsUndoneInOneStep() throws {
    try plan.show(route("Café", "Shop"))
    let before = names
    try plan.show(route("Shop", "Library"))
    #expect(plan.document.undoName == "Show Route" && names != before)
    try plan.document.undo()
    #expect(names == before)
    try plan.document.undo()
    #expect(names == [[], [], []] && !plan.document.canUndo && !plan.document.hasUnsavedChanges)
  }

  @Test func aRouteIsFoundAgainChangedAndClearedAfterReopening() throws {
    let folder = try TestFolder()
    let file = folder.url.appendingPathComponent("route.pdf")
    try plan.show(route("Café", "Terrace", isStepFree: true))
    try plan.document.saveAndWait(to: file)
    // A remark that has nothing to do with it stays.
    let reopened = try PDFDocument.openAndWait(file)
    try reopened.add(
      Annotation(.note(at: PagePoint(x: 9, y: 9)), contents: "Mine", id: "mine"), to: reopened.pageIDs[0])
    let shown = try #require(try ShownRoute(in: reopened))
    #expect(try shown.to == museum.room(named: "Terrace").id && shown.isStepFree)
    #expect(shown.text.contains("Café → Terrace"))

    var style = RouteStyle()
    style.color = .red
    style.width = 5
    try PlanDocument.restyle(reopened, style)
    #expect(reopened.undoName == "Change Route")
    let line = try #require(try reopened.annotationAndWait(named: RouteDrawing.line)?.annotation)
    #expect(line.style.color == .red && line.style.lineWidth == 5 && line.metadata["to"] == shown.to)
    try reopened.saveAndWait()

    let last = try PDFDocument.openAndWait(file)
    #expect(try last.annotationAndWait(named: RouteDrawing.line)?.annotation.style.color == .red)
    #expect(try PlanDocument.clear(last) == 5)
    #expect(last.undoName == "Clear Route")
    #expect(last.pages.flatMap(\.annotations).map(\.id) == ["mine"])
    #expect(try PlanDocument.clear(last) == 0 && last.undoName == "Clear Route")
    #expect(throws: VenueError.self) { try PlanDocument.restyle(last, style) }
    #expect(try ShownRoute(in: last) == nil)
  }

  @Test func aFloorThatTheWayComesBackToHasOneAnnotationAllTheSame() throws {
    // Two wings that are joined above only.
    var venue = museum
    venue.doors.removeAll { $0.rooms == ["0/gallery-1", "0/hall"] }
    venue.doors.append(
      Door(
        id: "back", level: "0", from: VenuePoint(43, 19), to: VenuePoint(43, 21),
        rooms: ["0/stairs-b", "0/gallery-1"]))
    venue.doors.removeAll { $0.rooms == ["0/stairs-b", "0/hall"] }
    let plan = try PlanDocument(plan.document, venue)
    let route = try RouteGraph(venue).route(
      from: venue.room(named: "Shop"), to: venue.room(named: "Gallery 1"))
    #expect(route.legs.map(\.level) == ["0", "1", "0"])
    try plan.show(route)
    let lines = plan.document.pages.map { $0.annotations.filter { $0.id == RouteDrawing.line } }
    #expect(lines.map(\.count) == [1, 1, 0])
    #expect(lines[0][0].content.ink?.strokes.count == 2)
  }

  @Test func aPictureShowsTheRoute() async throws {
    let folder = try TestFolder()
    var style = RouteStyle()
    style.color = .red
    style.width = 6
    let route = try route("Café", "Shop")
    try plan.show(route, style: style)
    let files = try await PlanDocument.writePictures(
      of: plan.document, named: "floor", to: folder.url, scale: 1)
    #expect(files.map(\.lastPathComponent) == ["floor-1.png", "floor-2.png", "floor-3.png"])
    var options = RenderOptions()
    options.previewFolder = nil
    let page = plan.document.pages[0]
    let image = try await PageRenderer(plan.document, options: options).image(of: page.id, scale: 1)
    let leg = route.legs[0]
    let middle = try plan.mapping(of: "0").pagePoint(leg.points[1].middle(to: leg.points[2]))
    let point = page.transform().viewPoint(middle)
    let pixel = image.withPixels { pixels in
      pixels.loadUnaligned(
        fromByteOffset: Int(point.y) * image.bytesPerRow + Int(point.x) * 4, as: UInt32.self)
    }
    #expect(pixel >> 16 & 0xFF > 200 && pixel & 0xFF < 80, "\(String(pixel, radix: 16))")
  }

  @Test func thePlanOfAnotherVenueIsRefused() throws {
    #expect(throws: VenueError.self) { try PlanDocument(plan.document, Venue.generated(rooms: 20)) }
  }
}
