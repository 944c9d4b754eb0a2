import Foundation
import Postil

/// The code of "Arranging pages".
extension Snippets {
  static func arrange(_ document: PDFDocument, _ other: PDFDocument) throws {
    let cover = try document.insertBlankPage(width: 595, height: 842, at: 0)
    let title = PageRect(x: 72, y: 700, width: 400, height: 40)
    try document.add(Annotation(.freeText("Minutes", in: title)), to: cover)
    let chosen = Array(other.pageIDs.prefix(2))
    let pages = try document.insertPages(of: other, chosen, at: document.pageCount)
    try document.rotatePages(pages, by: .clockwise90)
    try document.duplicatePages([cover])
    try document.cropPages(pages, to: PageRect(x: 36, y: 36, width: 300, height: 300))
    try document.removePages(pages)
  }

  static func bind(_ documents: [PDFDocument], _ url: URL) async throws {
    let binder = try PDFDocument()
    for document in documents { try binder.insertPages(of: document, at: binder.pageCount) }
    try await binder.save(to: url)
  }
}
