import Foundation
import Postil

/// The code of "Arranging pages".
extension Snippets {
  static func arrange(_ document: PDFDocument, _ other: PDFDocument) async throws {
    let cover = try document.insertBlankPage(width: 595, height: 842, at: 0)
    let title = PageRect(x: 72, y: 700, width: 400, height: 40)
    try document.add(Annotation(.freeText("Minutes", in: title)), to: cover)
    let chosen = Array(other.pageIDs.prefix(2))
    let inserted = try await document.insertPages(of: other, chosen, at: document.pageCount)
    print(inserted.leftBehind)  // [1 link to another page (page 7), 2 attachments (costs.csv, plan.pdf)]
    try document.rotatePages(inserted.pages, by: .clockwise90)
    try document.duplicatePages([cover])
    try document.cropPages(inserted.pages, to: PageRect(x: 36, y: 36, width: 300, height: 300))
    try document.removePages(inserted.pages)
  }

  static func resize(_ document: PDFDocument, _ cover: PageID) async throws {
    try await document.resizePages(document.pageIDs, to: .a4)
    let ticket = PageSize(width: 300, height: 150)
    try await document.resizePages(
      [cover], to: ticket, PageResizing(.fill, alignment: .top, keepsOrientation: false))
  }

  static func paint(_ document: PDFDocument, _ other: PDFDocument) async throws -> PDFDocument {
    let letterhead = PageOverlay(other.pageIDs[0], of: other, isUnderlay: true)
    try await document.addOverlay(letterhead, to: document.pageIDs)
    let watermark = PageOverlay(other.pageIDs[1], of: other, placement: .actualSize, opacity: 0.3)
    try await document.addOverlay(watermark, to: document.pageIDs)
    let handout = try await document.imposed(SheetLayout(columns: 2, rows: 3))
    return handout
  }

  static func draw(_ document: PDFDocument, _ cover: PageID) throws {
    let frame = PageRect(x: 72, y: 640, width: 180, height: 24)
    let total = Appearance.Text("Total: 247.40", font: TextFont("DejaVu Sans", size: 11), alignment: .right)
    try document.draw(
      Appearance(items: [
        Appearance.Item(path: .rectangle(frame), fill: .yellow), .text(total, in: frame.insetBy(4)),
      ]), on: cover)
  }

  static func split(_ document: PDFDocument, _ folder: URL) async throws {
    let new = try PDFDocument()
    for (index, part) in try await document.parts(splitBy: .outline(level: 1)).enumerated() {
      print(part.title ?? "(front matter)", part.pages.count)
      try await new.insertPages(of: document, part.pages, at: 0)
      try await new.write(to: folder.appending(path: "\(index + 1).pdf"))
      try new.undo()
    }
  }

  static func bind(_ documents: [PDFDocument], _ url: URL) async throws {
    let binder = try PDFDocument()
    for document in documents { try await binder.insertPages(of: document, at: binder.pageCount) }
    try await binder.save(to: url)
  }

  static func marks(_ document: PDFDocument) throws {
    try document.setMark(PageMark("Page {page} of {pages}"))
    try document.setMark(
      PageMark("ACME-{number}", at: .topRight, digits: 6), on: document.pageIDs.dropFirst())
    let draft = PageMark(
      "Draft", at: .center, font: TextFont(size: 96), color: .red, opacity: 0.2, angle: 45)
    try document.setMark(draft)
    try document.removeMarks(named: draft.name)
  }

  static func conformity(_ document: PDFDocument) async throws {
    let report = try await document.conformity(.unsavedEdits)
    for rule in report.brokenRules { print(rule) }
  }
}
