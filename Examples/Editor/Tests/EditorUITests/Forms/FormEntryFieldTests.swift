import EditorDriver
import EditorTestSupport
import Foundation
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

/// What fields are edited with, in their places.
@preconcurrency @MainActor
final class FormEntryFieldTests: WindowTestCase {
  private func withForm(_ body: (EditorWindow, FormFilling, FormEntryField) throws -> Void) throws {
    let session = emptySession()
    let folder = try TemporaryFolder.make()
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "form.pdf")
    try FormSheet().data.write(to: file)
    session.open(file)
    try withWindow(session) { window in
      wait(for: "form") {
        session.formFilling.form != nil && session.viewport.viewSize.width > 0
          && !session.viewport.visiblePages.isEmpty && session.pageDisplay.isComplete
      }
      let canvas = try XCTUnwrap(window.document.canvas as? PageCanvas)
      try body(window, session.formFilling, canvas.formEntry)
    }
  }

  func testTextIsHeldToWhatTheFieldTakes() throws {
    try withForm { window, filling, field in
      XCTAssertFalse(field.isVisible)
      XCTAssertTrue(filling.moveFocus(toField: "pin"))
      wait(for: "line") { field.isVisible && field.line.isVisible && field.containsFocus }
      field.line.text = "12345678"
      XCTAssertEqual(filling.text, "123456")
      XCTAssertEqual(field.line.text, "123456")
      filling.cancel()
      wait(for: "end") { !field.isVisible && window.document.canvas.hasFocus }
    }
  }

  func testEachKindHasWhatItIsEditedWith() throws {
    try withForm { _, filling, field in
      XCTAssertTrue(filling.moveFocus(toField: "secret"))
      wait(for: "dots") { field.line.isVisible && field.line.hidesText }
      XCTAssertTrue(filling.moveFocus(toField: "story"))
      wait(for: "lines") { field.paragraph.isMapped && !field.line.isVisible }
      XCTAssertTrue(filling.moveFocus(toField: "born"))
      wait(for: "calendar's button") { field.opener.isVisible && !field.line.hidesText }
      XCTAssertTrue(filling.moveFocus(toField: "languages"))
      wait(for: "options") {
        field.options.isVisible && field.options.list.count == 6 && !field.line.isVisible
      }
      filling.choose(2)
      XCTAssertTrue(filling.moveFocus(toField: "member"))
      wait(for: "end") { !field.isVisible }
      XCTAssertEqual(filling.form?["languages"]?.value, ["German"])
    }
  }

  func testItLiesOverItsFieldAndMovesWithThePage() throws {
    try withForm { window, filling, field in
      XCTAssertTrue(filling.moveFocus(toField: "name"))
      wait(for: "line") { field.isMapped && field.line.isVisible }
      let canvas = window.document.canvas
      @MainActor func isInPlace() -> Bool {
        guard let frame = filling.frame, let place = field.convert(Point(x: 0, y: 0), to: canvas) else {
          return false
        }
        let (dx, dy) = (place.x - frame.x, place.y - frame.y)
        return max(abs(dx), abs(dy)) < 1
      }
      wait(for: "place") { isInPlace() }
      let width = try XCTUnwrap(filling.frame?.width)
      window.session.viewport.zoom(to: 2)
      wait(for: "other place") { isInPlace() && filling.frame?.width != width }
    }
  }

  func testCharactersOfACombStandInTheirCells() throws {
    try withForm { window, filling, field in
      XCTAssertTrue(filling.moveFocus(toField: "pin"))
      wait(for: "line") { field.isMapped && field.line.isVisible && field.containsFocus }
      field.line.text = "1W .5"
      for zoom in [1.0, 2.5] {
        window.session.viewport.zoom(to: zoom)
        @MainActor func isInCells() -> Bool {
          guard let focus = filling.focus, field.width > 0 else { return false }
          let cell = focus.rect.width * filling.scale / 6
          return (1...4).allSatisfy { index in
            guard let x = field.line.cursorX(at: index),
              let place = field.line.convert(Point(x: x, y: 0), to: field)
            else { return false }
            return abs(place.x - cell * Double(index)) < 2
          }
        }
        wait(for: "cells") { isInCells() }
      }
      filling.cancel()
    }
  }

  func testTheKeyboardComesBackWhenTheTextIsRefused() throws {
    try withForm { window, filling, field in
      XCTAssertTrue(filling.moveFocus(toField: "name"))
      wait(for: "line") { field.isMapped && field.containsFocus }
      field.line.text = "\u{10FFFD}"
      // Whatever moves it to the canvas, such as a press that became a drag.
      window.document.canvas.grabFocus()
      wait(for: "text that is edited") { field.containsFocus }
      window.search.open()
      wait(for: "search") { window.search.field.containsFocus }
      XCTAssertFalse(filling.commit())
      wait(for: "text that is refused") { field.containsFocus }
      XCTAssertEqual(field.line.text, "\u{10FFFD}")
      filling.cancel()
      wait(for: "end") { window.document.canvas.hasFocus }
    }
  }

  func testTheHighlightIsPaintedAndCanBeSwitchedOff() throws {
    try withForm { window, filling, _ in
      let layer = FormLayer(window.session)
      XCTAssertEqual(layer.fields.values.first?.count, 13)
      XCTAssertEqual(layer.fields.values.first?.filter(\.isMissing).count, 1)
      XCTAssertNil(layer.focus)
      XCTAssertTrue(filling.moveFocus(toField: "member"))
      XCTAssertNotNil(FormLayer(window.session).focus)
      filling.highlightsFields = false
      XCTAssertTrue(FormLayer(window.session).fields.isEmpty)
    }
  }

  func testTheKeysOfACalendarGoFromDayToDay() {
    let calendar = CalendarView()
    calendar.day = CalendarView.Day(year: 2026, month: 2, day: 28)
    XCTAssertEqual(calendar.day, CalendarView.Day(year: 2026, month: 2, day: 28))
    // There is no such day.
    calendar.day = CalendarView.Day(year: 2026, month: 2, day: 30)
    XCTAssertEqual(calendar.day, CalendarView.Day(year: 2026, month: 2, day: 28))
    calendar.go(days: 1)
    XCTAssertEqual(calendar.day, CalendarView.Day(year: 2026, month: 3, day: 1))
    calendar.go(months: -1)
    calendar.go(days: -7)
    XCTAssertEqual(calendar.day, CalendarView.Day(year: 2026, month: 1, day: 25))
  }
}
