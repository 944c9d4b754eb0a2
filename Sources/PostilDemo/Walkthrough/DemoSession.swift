import Foundation
import Postil
import PostilTools

/// The document of the demo, and the steps that edit it.
struct DemoSession {
  let document: PDFDocument
  let plan: PagePlan
  let original: URL
  let result: URL
  let password: String?
  let log: StepLog

  /// Saves a copy to work on: the original is never written to.
  func copy() async throws {
    try await log.step {
      try document.saveAndWait(to: result)
      return "Copied it to \(result.lastPathComponent), which is edited from here on"
    }
  }

  // MARK: - Annotations

  /// The annotations of the page that is drawn on.
  func annotations() throws -> [Annotation] { try document.page(plan.marked).annotations }

  func draw() async throws {
    let page = RelativePage(try document.page(plan.marked))
    let place = "page \(page.pdfPage.index + 1)"
    try await commit(page, "Drew a line with an arrow on \(place)") { page in
      let tool = LineTool(style: page.style("C8102E", width: 2.5, fill: "C8102E"), end: .closedArrow)
      return PenSimulator.draw(tool, through: [page.point(0.72, 0.33), page.point(0.452, 0.376)])
    }
    try await commit(page, "Drew a rectangle, filled and translucent") { page in
      let tool = RectangleTool(style: page.style("E0A800", width: 1, opacity: 0.35, fill: "FFD60A"))
      return PenSimulator.draw(tool, through: [page.point(0.102, 0.1846), page.point(0.695, 0.2195)])
    }
    try await commit(page, "Drew an ellipse") { page in
      let tool = EllipseTool(style: page.style("1B7F5C", width: 3, opacity: 0.7, fill: "A9E0C4"))
      return PenSimulator.draw(tool, through: [page.point(0.085, 0.53), page.point(0.36, 0.685)])
    }
    try await write(page)
  }

  private func commit(_ page: RelativePage, _ text: String, _ draw: (RelativePage) -> [AnnotationChange])
    async throws
  {
    try await log.step {
      try document.commit(draw(page), on: plan.marked)
      return text
    }
  }

  /// A note in the margin: a stroke a word, all of it one step of undo.
  private func write(_ page: RelativePage) async throws {
    let aspect = page.pdfPage.height / max(page.pdfPage.width, 0.01)
    let lines = [["see", "the"], ["table", "on"], ["page", "six"]]
    let strokes = lines.enumerated().flatMap { index, words in
      PenSimulator.writing(words, x: 0.725, y: 0.195 + Double(index) * 0.047, size: 0.0225, aspect: aspect)
    }
    try await log.step {
      try document.edit("Write Note") { edit in
        for stroke in strokes {
          let tool = FreehandTool(style: page.style("1F3A93", width: 1.8))
          let changes = PenSimulator.draw(tool, through: stroke.map { page.point($0.0, $0.1) })
          try edit.commit(changes, on: plan.marked)
        }
      }
      let samples = strokes.reduce(0) { $0 + $1.count }
      return
        "Wrote a note freehand: \(grouped(samples)) samples, smoothed into \(counted(strokes.count, "stroke"))"
    }
  }

  func erase() async throws {
    let page = RelativePage(try document.page(plan.marked))
    let path = PenSimulator.sweep([(0.05, 0.63), (0.17, 0.56), (0.27, 0.65), (0.4, 0.6)])
    let second = PenSimulator.sweep([(0.6, 0.16), (0.63, 0.195), (0.58, 0.21), (0.6, 0.25)])
    try await log.step {
      var eraser = EraserTool(width: 13 * page.unit, erasing: page.pdfPage.annotations)
      var changes: [AnnotationChange] = []
      for sweep in [path, second] {
        for place in sweep {
          let point = page.point(place.0, place.1)
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
    try await log.step {
      let end = document.state
      var count = 0
      while try document.undo() { count += 1 }
      try require(!document.hasUnsavedChanges, "undoing everything did not lead back to the file")
      let start = document.state
      while try document.redo() {}
      try require(document.state == end && start != end, "redoing everything did not lead to the same state")
      return
        "Undid all \(counted(count, "step")), back to the file as it is, and did them again: the same state"
    }
  }

  // MARK: - Pages

  func arrangePages() async throws {
    try await log.step {
      let index = try document.page(plan.turned).index
      try document.rotatePages([document.pageIDs[index]], by: .clockwise90)
      return "Turned page \(index + 1) by 90 degrees clockwise"
    }
    guard let moved = plan.moved else { return }
    try await log.step {
      let index = try document.page(moved.page).index
      try document.movePages([document.pageIDs[index]], to: moved.target)
      return "Moved page \(index + 1) to place \(moved.target + 1)"
    }
  }

  func require(_ isTrue: Bool, _ otherwise: String) throws {
    if !isTrue { throw PDFError(.damaged, "This should not happen: \(otherwise).", url: result) }
  }
}
