import FloorPlan
import Foundation
import GTKKit
import Postil
import PostilViewer

/// The program: `floorplan-window [VENUE PLAN.pdf]`.
public enum PlanProgram {
  /// Runs it and returns its exit status. Without arguments it shows the museum of the examples.
  public static func run(_ arguments: [String]) -> Int32 {
    guard [1, 3].contains(arguments.count) else {
      print("Usage: floorplan-window [VENUE PLAN.pdf]")
      return 2
    }
    let navigator: PlanNavigator
    do {
      navigator = try makeNavigator(arguments.dropFirst().map { URL(fileURLWithPath: $0) })
    } catch {
      FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
      return 1
    }
    let application = Application(id: "io.github.postil.FloorPlan", isUnique: false)
    application.onActivate { PlanWindow(application, navigator).present() }
    return application.run(["floorplan-window"])
  }

  private static func makeNavigator(_ files: [URL]) throws -> PlanNavigator {
    if files.count == 2 { return navigator(try Venue(contentsOf: files[0]), files[1]) }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "museum-\(UUID().uuidString).pdf")
    try PlanDrawing(.museum).makeDocument().saveAndWait(to: file)
    return navigator(.museum, file)
  }

  /// A navigator of a plan that is being opened.
  static func navigator(_ venue: Venue, _ plan: URL) -> PlanNavigator {
    var options = ViewerOptions()
    // Nothing is remembered between runs, and nothing is left behind.
    options.folders = nil
    options.opening = OpenOptions()
    options.rendering.previewFolder = nil
    let navigator = PlanNavigator(venue, session: ViewerSession(options: options))
    navigator.session.viewport.displayMode = .singlePageContinuous
    navigator.session.open(plan)
    return navigator
  }
}
