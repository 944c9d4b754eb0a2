import PostilTestSupport
import Testing

@testable import Postil

/// What edits read of the file.
@Suite struct EditSourcesTests {
  /// Edits of many pages that nobody looked at before are begun once: found missing one by one, each page would begin them anew.
  @Test func editsOfManyPagesAreBegunOnce() throws {
    let document = try PDFDocument(data: PageDocument(pageCount: 40).data)
    let square = AnnotationContent.rectangle(PageRect(x: 10, y: 10, width: 20, height: 20))
    try document.apply(
      document.pageIDs.map { .addAnnotation(Annotation(square), page: $0) }, named: "Mark")
    #expect(document.core.withLock { $0.restarts } == 0)
    #expect(try document.pages.allSatisfy { try document.page($0.id).annotations.count == 1 })
    try document.undo()
    try document.redo()
    #expect(document.core.withLock { $0.restarts } == 0)
  }
}
