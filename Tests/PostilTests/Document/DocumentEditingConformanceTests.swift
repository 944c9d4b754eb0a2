import Postil
import PostilTestSupport
import Testing

/// A type of a program, with what programs have had to write since the first release. If it does not compile, a requirement was
/// added that breaks them: give it an implementation.
private struct RecordingEditing: DocumentEditing {
  let document: PDFDocument
  let names: Names

  final class Names {
    var all: [String?] = []
  }

  var pages: PDFDocument.Pages { document.pages }
  func page(_ id: PageID) throws(PDFError) -> PDFPage { try document.page(id) }

  func apply(_ edits: [Edit], named name: String?) throws(PDFError) {
    names.all.append(name ?? edits.first?.name)
    try document.apply(edits, named: name)
  }

  var form: PDFForm? { get throws(PDFError) { try document.form } }

  func edit<Result>(_ name: String?, _ body: (EditTransaction) throws -> Result) throws -> Result {
    names.all.append(name)
    return try document.edit(name, body)
  }
}

@Suite struct DocumentEditingConformanceTests {
  @Test func aTypeOfAProgramSeesEveryEdit() throws {
    let document = try PDFDocument(data: PageDocument(pageCount: 3).data)
    let editing = RecordingEditing(document: document, names: RecordingEditing.Names())
    let page = editing.pageIDs[0]
    try editing.add(Annotation(.rectangle(PageRect(x: 9, y: 9, width: 9, height: 9))), to: page)
    try editing.rotatePages([page], by: .clockwise90)
    try editing.edit("Both") { try $0.removePages([page]) }
    #expect(editing.names.all.count == 3 && editing.names.all.last == "Both")
    #expect(document.pageCount == 2)
  }
}
