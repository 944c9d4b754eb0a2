import CommandArguments
import FloorPlan
import Foundation
import Postil
import Testing

@testable import FloorPlanCommand

@Suite struct FloorPlanCommandTests {
  private let folder: TestFolder
  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  init() throws { folder = try TestFolder() }

  @Test func theDemoLeavesAVenueItsPlanAndPicturesWithWhichTheOtherCommandsWork() async throws {
    try await FloorPlanCommand.run(["demo", "-o", folder.url.path])
    for name in ["museum/unit.geojson", "museum.json", "museum.pdf", "pictures/lift-3.png", "cleared.pdf"] {
      #expect(FileManager.default.fileExists(atPath: path(name)), "\(name)")
    }
    #expect(
      try PDFDocument.openAndWait(URL(fileURLWithPath: path("cleared.pdf"))).pages.allSatisfy(
        \.annotations.isEmpty))

    try await FloorPlanCommand.run([
      "route", path("museum"), path("museum.pdf"), "--from", "Room 12", "--to", "Café", "--step-free", "-o",
      path("out.pdf"),
    ])
    let out = URL(fileURLWithPath: path("out.pdf"))
    let before = try Data(contentsOf: URL(fileURLWithPath: path("museum.pdf")))
    #expect(try Data(contentsOf: out).starts(with: before))
    #expect(try ShownRoute(in: PDFDocument.openAndWait(out))?.isStepFree == true)
    try await FloorPlanCommand.run(["style", path("out.pdf"), "--color", "orange", "--in-place"])
    try await FloorPlanCommand.run(["clear", path("out.pdf"), "--in-place"])
    #expect(try ShownRoute(in: PDFDocument.openAndWait(out)) == nil)
    try await FloorPlanCommand.run(["rooms", path("museum.json"), "--search", "cafe"])
    try await FloorPlanCommand.run([
      "at", path("museum.json"), path("museum.pdf"), "--page", "1", "--point", "500,150",
    ])
    try await FloorPlanCommand.run(["graph", path("museum"), "-o", path("graph.json")])
  }

  @Test(arguments: [
    [], ["fly"], ["demo"], ["demo", "-o"], ["rooms"], ["route", "a"], ["time", "--rooms", "many"],
    ["time", "--rooms", "0"],
  ]) func whatIsNotUnderstoodIsAnErrorOfUsage(words: [String]) async {
    await #expect(throws: (any Error).self) { try await FloorPlanCommand.run(words) }
  }

  @Test func bothOrNeitherOutputIsRefused() async throws {
    let file = path("plan.pdf")
    try PlanDrawing(.museum).makeDocument().saveAndWait(to: URL(fileURLWithPath: file))
    for words in [["clear", file], ["clear", file, "--in-place", "-o", file]] {
      await #expect(throws: UsageError.self) { try await FloorPlanCommand.run(words) }
    }
  }
}
