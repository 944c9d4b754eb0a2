import Foundation
import Postil

extension DemoSession {
  /// Saves, compares the result with the original, and opens it again.
  func save() async throws {
    let report = try await log.step {
      let report = try document.saveAndWait()
      return ("Saved: \(Self.text(report))", report)
    }
    for warning in report.warnings { print("     (\(warning))") }
    if report.method == .append {
      try await log.step {
        try require(try Self.file(result, beginsWith: original), "the original is not the result's beginning")
        return "Compared: the original, byte for byte, is the beginning of the saved file"
      }
    }
    try await reopen()
  }

  private func reopen() async throws {
    try await log.step {
      let again = try PDFDocument.openAndWait(result, password: password)
      let page = try again.page(at: document.page(plan.marked).index)
      let expected = try annotations()
      try require(again.pageCount == document.pageCount, "pages were lost")
      try require(page.annotations.count == expected.count, "annotations were lost")
      return
        "Opened the saved file anew: \(counted(page.annotations.count, "annotation")) on page \(page.index + 1)"
    }
  }

  /// Undoes the last step, which is saved already, and saves; then redoes it and saves.
  func saveAcrossUndo() async throws {
    let name = document.undoName ?? ""
    try await log.step {
      try document.undo()
      return "Took back '\(name)', across the save, and saved: \(Self.text(try document.saveAndWait()))"
    }
    // A document of one page is left upright: its last step was the turn.
    guard plan.moved != nil else { return }
    try await log.step {
      try document.redo()
      return "Did it again, and saved: \(Self.text(try document.saveAndWait()))"
    }
  }

  /// Checks that nothing is left to save.
  func conclude() async throws {
    try await log.step {
      let again = try PDFDocument.openAndWait(result, password: password)
      try require(!document.hasUnsavedChanges, "something was left unsaved")
      return "Nothing is unsaved; the file holds \(counted(again.revisionCount, "revision"))"
    }
  }

  static func text(_ report: SaveReport) -> String {
    switch report.method {
    case .append:
      let before = report.fileSize - report.bytesWritten
      return "appended \(grouped(report.bytesWritten)) bytes to \(grouped(before))"
    case .rewrite: return "written anew, \(grouped(report.fileSize)) bytes; \(report.reason)"
    case .copy, .nothing: return report.reason
    }
  }

  private static func file(_ file: URL, beginsWith other: URL) throws -> Bool {
    let (whole, start) = (try read(file), try read(other))
    return whole.count >= start.count && whole.prefix(start.count) == start
  }

  private static func read(_ file: URL) throws -> Data {
    do {
      return try Data(contentsOf: file, options: .mappedIfSafe)
    } catch {
      throw PDFError(
        .cannotRead, "The file cannot be read to be compared.", url: file,
        underlying: (error as NSError).localizedDescription)
    }
  }
}
