import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

@Suite struct DocumentStatusTests {
  /// What a status says is all of one moment, whatever is done meanwhile.
  @Test func itIsOfOneMoment() throws {
    let document = try PDFDocument(data: PageDocument(pageCount: 1).data)
    let page = document.pageIDs[0]
    let mark = Annotation(.rectangle(PageRect(x: 10, y: 10, width: 50, height: 20)))
    let isOver = Atomic(false)
    let writer = Thread {
      for _ in 0..<2_000 {
        try? document.add(mark, to: page)
        _ = try? document.undo()
        try? document.rotatePages([page], by: .clockwise90)
        _ = try? document.undo()
      }
      isOver.store(true, ordering: .releasing)
    }
    writer.start()
    var torn = 0
    var names: Set<String?> = []
    while !isOver.load(ordering: .acquiring) {
      let status = document.currentStatus
      names.insert(status.undoName)
      let expected: String? =
        if status.state.annotations(of: page) != nil {
          "Add Annotation"
        } else if status.state.rotation(of: page) != .none {
          "Rotate"
        } else {
          nil
        }
      // Of four edits each counts up the page's version: the second and the fourth undo.
      let isChanged = (status.versions[page] ?? 0) % 2 == 1
      if status.undoName != expected || status.canUndo != (expected != nil) || isChanged != status.canUndo
        || status.hasUnsavedChanges != status.canUndo
      {
        torn += 1
      }
    }
    #expect(torn == 0)
    #expect(document.version(of: page) == 8_000)
  }
}
