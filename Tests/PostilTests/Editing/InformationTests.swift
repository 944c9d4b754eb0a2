import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite struct InformationTests {
  private func information(_ title: String?) -> DocumentInformation {
    var information = DocumentInformation()
    information.title = title
    information.author = "Somebody (with a ünusual name)"
    information.creationDate = Date(timeIntervalSince1970: 1_700_000_000)
    return information
  }

  /// With an information dictionary and without one, appended and written anew.
  @Test(arguments: [true, false], [SaveOptions.incremental(), .rewrite()])
  func informationIsSavedAndTakenBack(hasOwn: Bool, options: SaveOptions) throws {
    let folder = try TemporaryFolder()
    let data =
      hasOwn
      ? SampleDocument().data
      : Data(
        String(decoding: SampleDocument().data, as: UTF8.self).replacing(/\/Info \d+ 0 R/, with: "").utf8)
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", data))
    let before = document.information
    #expect((before.title == nil) == !hasOwn)
    for title in ["A new title", "Another"] {
      try document.setInformation(information(title))
      #expect(document.information == information(title) && document.hasUnsavedChanges)
      try document.saveAndWait(options)
      let url = try #require(document.url)
      #expect(try PDFDocument.openAndWait(url).information == information(title))
      #expect(try Tool.run("pdfinfo", [url.path]).output.contains(title))
      #expect(try Tool.qpdfCheck(url).status == 0)
    }
    // An edit of something else keeps it.
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    try document.saveAndWait(options)
    #expect(try PDFDocument.openAndWait(try #require(document.url)).information.title == "Another")
    while try document.undo() {}
    #expect(document.information == before)
    try document.saveAndWait(options)
    #expect(try PDFDocument.openAndWait(try #require(document.url)).information == before)
  }

  @Test func informationAsInTheFileIsNoDifference() throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let state = document.state
    try document.setInformation(information("Other"))
    try document.setInformation(try PDFDocument(data: SampleDocument().data).information)
    #expect(document.state == state)
  }
}
