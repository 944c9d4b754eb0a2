import Foundation
import Postil

extension Snippets {
  static func markAll(_ word: String, in document: PDFDocument) async throws -> Int {
    let count = try await document.edit("Mark All") { edit in
      var count = 0
      for try await match in try document.search(word, options: .ignoringCase) {
        let marks = match.rects.map { Annotation(.rectangle($0), style: AnnotationStyle(color: .red)) }
        try edit.add(marks, to: match.page)
        count += 1
      }
      return count
    }
    return count
  }

  static func saveWithProgress(_ document: PDFDocument, show: @escaping @Sendable (Double) -> Void)
    async throws
  {
    let saving = Task { try await document.save { part in show(part) } }
    try document.rotatePages(document.pageIDs.prefix(1), by: .clockwise90)
    let report = try await saving.value
    print(report.fileSize, document.hasUnsavedChanges)
  }

  static func watch(_ document: PDFDocument, _ page: PDFPage) async throws {
    let changes = document.changes()
    let watching = Task {
      for await change in changes {
        print(change.cause.contains(.undo), change.name ?? "", change.pages.count)
        if change.cause.contains(.save) { break }
      }
    }
    try await saveWithProgress(document) { _ in }
    await watching.value
  }
}
