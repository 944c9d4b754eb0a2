import Postil
import PostilTestSupport
import Testing

/// Saves a document, has qpdf check the file, and opens it anew.
func saveAndReopen(_ document: PDFDocument, _ options: SaveOptions = SaveOptions()) throws -> PDFDocument {
  try document.saveAndWait(options)
  let url = try #require(document.url)
  let check = try Tool.qpdfCheck(url)
  #expect(check.status == 0, "\(check.output)")
  return try PDFDocument.openAndWait(url)
}
