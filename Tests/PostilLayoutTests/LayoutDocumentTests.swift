import Foundation
import Postil
import PostilLayout
import Testing

@Suite struct LayoutDocumentTests {
  @Test func aTextIsRead() throws {
    let document = LayoutDocument(title: "A letter", language: "en") {
      Heading("A letter")
      Paragraph("Dear reader, this is \(Inline("important").bold()).")
    }
    let data = try document.dataAndWait(conformingTo: [.pdfA3b, .pdfUA1])
    let opened = try PDFDocument(data: data)
    #expect(opened.pageCount == 1)
  }
}
