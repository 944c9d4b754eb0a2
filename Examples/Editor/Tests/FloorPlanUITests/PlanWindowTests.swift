import EditorTestSupport
import FloorPlan
import Foundation
import Postil
import PostilViewer
import XCTest

@testable import FloorPlanUI
@testable import GTKKit

@preconcurrency @MainActor
final class PlanWindowTests: GTKTestCase {
  /// The plan of the museum in a file that goes with the test.
  private func plan() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("museum.pdf")
    try PlanDrawing(.museum).makeDocument().saveAndWait(to: file)
    return file
  }

  /// A window with the museum, once its first page is shown.
  private func window() throws -> PlanWindow {
    let window = PlanWindow(nil, try PlanProgram.navigator(.museum, plan()))
    window.present()
    wait(for: "page") {
      let session = window.navigator.session
      guard let page = session.viewport.currentPage, window.canvas.width > 0 else { return false }
      return session.transform(of: page) != nil && !session.pageDisplay.pictures(of: page).isEmpty
    }
    return window
  }

  /// Where the middle of a room is in the view, on the page that shows its floor.
  private func point(_ name: String, in window: PlanWindow) throws -> ViewPoint {
    let (venue, session) = (Venue.museum, window.navigator.session)
    let room = try venue.room(named: name)
    let level = try XCTUnwrap(venue.level(room.level))
    let page = try XCTUnwrap(session.document).pageIDs[level.page - 1]
    return try XCTUnwrap(session.viewPoint(PlanMapping(level).pagePoint(room.center), on: page))
  }

  private func lines(_ window: PlanWindow) -> Int {
    window.navigator.session.document?.pages.reduce(0) { $0 + $1.annotations(ofKind: .polyline).count } ?? 0
  }

  func testATapOnARoomRoutesThereAndClearTakesTheRouteAway() throws {
    let window = try window()
    XCTAssertEqual(window.label.text, PlanNavigator.invitation)
    window.navigator.tap(try point("Café", in: window))
    wait(for: "text") { window.label.text.hasPrefix("From Café") }
    XCTAssertEqual(lines(window), 0)
    window.navigator.tap(try point("Shop", in: window))
    wait(for: "text") { window.label.text.hasPrefix("Café → Shop") }
    XCTAssertEqual(lines(window), 1)
    // The next one leads elsewhere from the same room.
    window.navigator.tap(try point("Lecture Hall", in: window))
    wait(for: "text") { window.label.text.hasPrefix("Café → Lecture Hall") }
    XCTAssertEqual(lines(window), 1)
    // Beside the building there is no room.
    window.navigator.tap(ViewPoint(x: 2, y: 2))
    XCTAssertEqual(window.navigator.target?.name, "Lecture Hall")
    window.navigator.clear()
    XCTAssertEqual(lines(window), 0)
    XCTAssertEqual(window.navigator.session.document?.undoName, "Clear Route")
    window.destroy()
  }

  func testTheBoxLooksForTheRouteAgain() throws {
    let window = try window()
    let museum = Venue.museum
    window.navigator.begin(in: try museum.room(named: "Cloakroom"))
    let session = window.navigator.session
    session.viewport.go(to: 2)
    window.navigator.tap(try point("Room 21", in: window))
    wait(for: "way by stairs") { window.label.text.contains("Stairs A") }
    window.stepFree.isActive = true
    wait(for: "way by lift") { window.label.text.contains("Lift") }
    window.destroy()
  }

  func testATapOnTheSignGoesToTheOtherFloor() throws {
    let window = try window()
    let session = window.navigator.session
    window.navigator.begin(in: try Venue.museum.room(named: "Cloakroom"))
    session.viewport.go(to: 2)
    window.navigator.tap(try point("Room 21", in: window))
    session.viewport.go(to: 0)
    let ground = try XCTUnwrap(session.document?.pages[0])
    let link = try XCTUnwrap(ground.annotations(ofKind: .link).first)
    wait(for: "link") {
      session.viewPoint(link.bounds.center, on: ground.id).flatMap { session.link(at: $0) } != nil
    }
    window.navigator.tap(try XCTUnwrap(session.viewPoint(link.bounds.center, on: ground.id)))
    wait(for: "other floor") { session.viewport.currentIndex == 2 }
    window.destroy()
  }

  func testARouteIsSeenInTheWindow() throws {
    let window = try window()
    window.navigator.begin(in: try Venue.museum.room(named: "Café"))
    window.navigator.tap(try point("Shop", in: window))
    var isSeen = false
    // Between two pictures the window gets the time to paint.
    for _ in 0..<600 where !isSeen {
      _ = MainLoop.run(seconds: 0.2) { false }
      isSeen = (window.picture(scale: 1)?.pixels).map { blue($0) > 500 } ?? false
    }
    XCTAssertTrue(isSeen)
    window.destroy()
  }

  private func blue(_ pixels: [UInt32]) -> Int {
    pixels.count { $0 & 0xFF > 200 && $0 >> 16 & 0xFF < 80 }
  }

  func testAHandTapsOnRooms() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let navigator = try PlanProgram.navigator(.museum, plan())
    // Without a title bar the canvas begins where the screen does.
    let window = show(PlanCanvas(navigator), width: 800, height: 600)
    wait(for: "page") {
      navigator.session.viewport.currentPage.flatMap { navigator.session.transform(of: $0) } != nil
    }
    for name in ["Café", "Shop"] {
      let room = try Venue.museum.room(named: name)
      let level = try XCTUnwrap(Venue.museum.level(room.level))
      let page = try XCTUnwrap(navigator.session.document?.pageIDs.first)
      let point = try XCTUnwrap(
        navigator.session.viewPoint(PlanMapping(level).pagePoint(room.center), on: page))
      XCTAssertTrue(Hand.does("mousemove \(Int(point.x)) \(Int(point.y)) click 1"))
      wait(for: name) { navigator.text.contains(name) }
    }
    XCTAssertEqual(navigator.target?.name, "Shop")
    window.destroy()
  }
}
