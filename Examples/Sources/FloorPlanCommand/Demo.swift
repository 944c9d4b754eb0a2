import FloorPlan
import Foundation
import Postil

/// Shows all that the program does, with a venue of its own.
struct Demo {
  let folder: URL

  func run() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let museum = Venue.museum
    let archive = folder.appendingPathComponent("museum")
    try IMDFWriter(longitude: 13.3977, latitude: 52.5208, bearing: 17).write(museum, to: archive)
    try museum.jsonData().write(to: folder.appendingPathComponent("museum.json"))
    let file = folder.appendingPathComponent("museum.pdf")
    try PlanDrawing(museum).makeDocument().saveAndWait(to: file)
    print("A venue: \(museum.rooms.count) rooms on \(museum.levels.count) floors, in \(archive.path)")
    print("Its plan: \(file.path)")

    // From here on as with any venue and plan.
    let venue = try Venue(contentsOf: archive)
    let document = try await PDFDocument.open(file)
    let plan = try PlanDocument(document, venue)
    let graph = RouteGraph(venue)
    let (start, target) = (try venue.room(named: "Cloakroom"), try venue.room(named: "Room 21"))
    let byStairs = try graph.route(from: start, to: target)
    let byLift = try graph.route(from: start, to: target, isStepFree: true)
    print(byStairs)
    print("Step-free: \(byLift)")

    try plan.show(byStairs)
    try await pictures(document, "stairs")
    try plan.show(byLift)
    print("Undo '\(document.undoName ?? "")': one step back to the first route")
    try document.undo()
    try document.redo()
    try await document.save(to: folder.appendingPathComponent("route.pdf"))
    try await pictures(document, "lift")

    let reopened = try await PDFDocument.open(folder.appendingPathComponent("route.pdf"))
    if let shown = try ShownRoute(in: reopened) { print("Saved and reopened, it shows: \(shown.text)") }
    var style = RouteStyle()
    style.color = Color(red: 0.8, green: 0.1, blue: 0.2)
    style.width = 4
    try PlanDocument.restyle(reopened, style)
    try await pictures(reopened, "red")
    try PlanDocument.clear(reopened)
    try await reopened.save(to: folder.appendingPathComponent("cleared.pdf"))
    print("Changed and cleared: \(folder.appendingPathComponent("cleared.pdf").path)")
  }

  private func pictures(_ document: PDFDocument, _ name: String) async throws {
    try await PlanDocument.writePictures(
      of: document, named: name, to: folder.appendingPathComponent("pictures"))
  }
}
