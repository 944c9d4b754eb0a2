import Foundation
import Postil

/// A document on the desk: what is done to it, step by step.
struct Desk {
  let document: PDFDocument
  let plan: Plan
  let original: URL
  let result: URL
  let password: String?
  let narrator: Narrator

  /// Saves a copy to work on: the original is never written to.
  func copy() async throws {
    try await narrator.step {
      try document.save(to: result)
      return "Copied it to \(result.lastPathComponent), which is edited from here on"
    }
  }

  // MARK: - Annotations

  /// What is left of a page's annotations, as the eraser and the tests of undo look at it.
  func annotations() throws -> [Annotation] { try document.page(plan.marked).annotations }

  func draw() async throws {
    let sheet = Sheet(try document.page(plan.marked))
    let place = "page \(sheet.page.index + 1)"
    try await commit(sheet, "Drew a line with an arrow on \(place)") { sheet in
      let tool = LineTool(style: sheet.style("C8102E", width: 2.5, fill: "C8102E"), end: .closedArrow)
      return Hand.draw(tool, through: [sheet.point(0.72, 0.33), sheet.point(0.452, 0.376)])
    }
    try await commit(sheet, "Drew a rectangle, filled and translucent") { sheet in
      let tool = RectangleTool(style: sheet.style("E0A800", width: 1, opacity: 0.35, fill: "FFD60A"))
      return Hand.draw(tool, through: [sheet.point(0.102, 0.1846), sheet.point(0.695, 0.2195)])
    }
    try await commit(sheet, "Drew an ellipse") { sheet in
      let tool = EllipseTool(style: sheet.style("1B7F5C", width: 3, opacity: 0.7, fill: "A9E0C4"))
      return Hand.draw(tool, through: [sheet.point(0.085, 0.53), sheet.point(0.36, 0.685)])
    }
    try await write(sheet)
  }

  private func commit(_ sheet: Sheet, _ text: String, _ draw: (Sheet) -> [AnnotationChange]) async throws {
    try await narrator.step {
      try document.commit(draw(sheet), on: plan.marked)
      return text
    }
  }

  /// A note in the margin: a stroke a word, all of it one step of undo.
  private func write(_ sheet: Sheet) async throws {
    let aspect = sheet.page.height / max(sheet.page.width, 0.01)
    let lines = [["see", "the"], ["table", "on"], ["page", "six"]]
    let strokes = lines.enumerated().flatMap { index, words in
      Hand.writing(words, x: 0.725, y: 0.195 + Double(index) * 0.047, size: 0.0225, aspect: aspect)
    }
    try await narrator.step {
      try document.group(named: "Write Note") {
        for stroke in strokes {
          let tool = FreehandTool(style: sheet.style("1F3A93", width: 1.8))
          let changes = Hand.draw(tool, through: stroke.map { sheet.point($0.0, $0.1) })
          try document.commit(changes, on: plan.marked)
        }
      }
      let samples = strokes.reduce(0) { $0 + $1.count }
      return
        "Wrote a note freehand: \(grouped(samples)) samples, smoothed into \(counted(strokes.count, "stroke"))"
    }
  }

  func erase() async throws {
    let sheet = Sheet(try document.page(plan.marked))
    let path = Hand.sweep([(0.05, 0.63), (0.17, 0.56), (0.27, 0.65), (0.4, 0.6)])
    let second = Hand.sweep([(0.6, 0.16), (0.63, 0.195), (0.58, 0.21), (0.6, 0.25)])
    try await narrator.step {
      var eraser = EraserTool(width: 13 * sheet.unit, erasing: sheet.page.annotations)
      var changes: [AnnotationChange] = []
      for sweep in [path, second] {
        for place in sweep {
          let point = sheet.point(place.0, place.1)
          if eraser.isDrawing { eraser.move(to: point) } else { eraser.begin(at: point) }
        }
        changes += eraser.finish()
      }
      try document.commit(changes, on: plan.marked, named: "Erase")
      return
        "Erased through them twice: \(counted(changes.count, "annotation")) cut, everything else untouched"
    }
  }

  // MARK: - Undo

  func undoAndRedo() async throws {
    try await narrator.step {
      let end = document.state
      var count = 0
      while document.undo() { count += 1 }
      try require(!document.hasUnsavedChanges, "undoing everything did not lead back to the file")
      let start = document.state
      while document.redo() {}
      try require(document.state == end && start != end, "redoing everything did not lead to the same state")
      return
        "Undid all \(counted(count, "step")), back to the file as it is, and did them again: the same state"
    }
  }

  // MARK: - Pages

  func arrangePages() async throws {
    try await narrator.step {
      let index = try document.page(plan.turned).index
      try document.rotatePages([index], by: .clockwise90)
      return "Turned page \(index + 1) by 90 degrees clockwise"
    }
    guard let moved = plan.moved else { return }
    try await narrator.step {
      let index = try document.page(moved.page).index
      try document.movePages([index], to: moved.target)
      return "Moved page \(index + 1) to place \(moved.target + 1)"
    }
  }

  func require(_ isTrue: Bool, _ otherwise: String) throws {
    if !isTrue { throw PDFError(.damaged, "This should not happen: \(otherwise).", url: result) }
  }
}
