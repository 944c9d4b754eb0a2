import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Pages inserted, duplicated, removed and cropped, as users of the library do it.
@Suite struct PageEditingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sample(_ name: String = "a.pdf", pageCount: Int = 4) throws -> PDFDocument {
    var sample = SampleDocument()
    sample.pageCount = pageCount
    return try PDFDocument.openAndWait(folder.file(name, sample.data))
  }

  /// What poppler reads on each page: its first line.
  private func lines(_ url: URL) throws -> [String] {
    try Tool.run("pdftotext", ["-q", "-layout", url.path, "-"]).output
      .split(separator: "\u{0C}", omittingEmptySubsequences: false).dropLast().map { page in
        page.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
          .first { !$0.isEmpty } ?? ""
      }
  }

  /// The same of a document that is saved first, and judged.
  private func saved(_ document: PDFDocument, _ options: SaveOptions = SaveOptions()) throws -> [String] {
    try document.saveAndWait(to: document.url ?? folder.url.appending(path: "new.pdf"), options)
    let url = try #require(document.url)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    return try lines(url)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func pagesOfAnotherDocument(options: SaveOptions) throws {
    let (document, other) = (try sample(), try sample("b.pdf", pageCount: 6))
    try other.rotatePages([other.pageIDs[4]], by: .clockwise90)
    let pages = try document.insertPagesAndWait(
      of: other, [other.pageIDs[5], other.pageIDs[4], other.pageIDs[5]], at: 1
    ).pages
    #expect(pages.count == 3 && document.pageIDs[1...3] == pages[...])
    #expect(document.undoName == "Insert Pages")
    #expect(try document.page(pages[1]).rotation == .clockwise90)
    let expected = ["Page 1", "Page 6", "Page 5", "Page 6", "Page 2", "Page 3", "Page 4"]
    #expect(try saved(document, options) == expected)
    // What the other document is given later is not seen.
    try other.rotatePages([other.pageIDs[5]], by: .clockwise180)
    #expect(try document.page(pages[0]).rotation == .none)
    let turned = try document.insertPagesAndWait(of: other, [other.pageIDs[5]], at: 7).pages
    #expect(try document.page(turned[0]).rotation == .clockwise180)
    while try document.undo() {}
    #expect(try saved(document, options) == ["Page 1", "Page 2", "Page 3", "Page 4"])
  }

  @Test func allPagesOfADocumentIntoItself() throws {
    let document = try sample(pageCount: 2)
    let copies = try document.insertPagesAndWait(of: document, at: 1).pages
    #expect(try saved(document) == ["Page 1", "Page 1", "Page 2", "Page 2"])
    #expect(document.index(of: copies[0]) == 1)
  }

  @Test func copiesStandBehindTheirOriginals() throws {
    let document = try sample()
    let ids = document.pageIDs
    try document.add(Annotation(.rectangle(PageRect(x: 5, y: 5, width: 9, height: 9)), id: "own"), to: ids[2])
    let copies = try document.duplicatePages([ids[2], ids[0]])
    #expect(document.pageIDs == [ids[0], copies[0], ids[1], ids[2], copies[1], ids[3]])
    #expect(try document.page(copies[1]).annotations.map(\.id) == ["own"])
    try document.remove("own", from: ids[2])
    #expect(try saved(document) == ["Page 1", "Page 1", "Page 2", "Page 3", "Page 3", "Page 4"])
    let reopened = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try reopened.page(at: 3).annotations.isEmpty && reopened.page(at: 4).annotations.count == 1)
    #expect(throws: PDFError.self) { try document.duplicatePages([PageID(number: 99)]) }
  }

  /// Content and fonts are not written again, however often a page is copied.
  @Test func copiesShareContent() throws {
    let document = try sample()
    let size = document.fileSize
    for _ in 0..<10 { try document.duplicatePages([document.pageIDs[3]]) }
    try document.saveAndWait()
    #expect(document.fileSize - size < 10 * 300)
  }

  /// Of several inserts from one document, across saves, what they share comes along once.
  @Test func fontsOfAnotherDocumentComeOnce() throws {
    let (document, other) = (try sample(), try sample("b.pdf", pageCount: 6))
    for place in 1..<5 {
      try document.insertPagesAndWait(of: other, [other.pageIDs[place]], at: 0)
      try document.saveAndWait()
    }
    let found = try Tool.run("qpdf", ["--json", "--json-key=qpdf", try #require(document.url).path]).output
    // One of each document.
    #expect(found.ranges(of: "\"/Type\": \"/Font\"").count == 2)
    #expect(try saved(document).prefix(4) == ["Page 5", "Page 4", "Page 3", "Page 2"])
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func blankPages(options: SaveOptions) throws {
    let document = try sample()
    let page = try document.insertBlankPage(width: 200, height: 300, at: 4)
    #expect(try document.page(page).width == 200 && document.index(of: page) == 4)
    #expect(try saved(document, options).last == "")
    for size in [(0.0, 9.0), (9, 20_000), (.nan, 9), (9, .infinity)] {
      #expect(throws: PDFError.self) { try document.insertBlankPage(width: size.0, height: size.1, at: 0) }
    }
    for index in [-1, 6, .max, .min] {
      #expect(throws: PDFError.self) { try document.insertBlankPage(width: 9, height: 9, at: index) }
    }
    #expect(document.pageCount == 5)
  }

  @Test func anImageIsAPage() async throws {
    let document = try sample()
    let image = try Appearance.Image(
      SampleImage.png(width: 96, height: 48) { x, _ in x < 48 ? [255, 0, 0, 255] : [0, 0, 255, 128] })
    let page = try document.insertPage(showing: image, resolution: 48, at: 0)
    #expect(try document.page(page).width == 144 && document.page(page).height == 72)
    // Twice the same is there once.
    try document.insertPage(showing: image, resolution: 48, at: 0)
    #expect(try saved(document) == ["", "", "Page 1", "Page 2", "Page 3", "Page 4"])
    let listed = try Tool.run("pdfimages", ["-list", try #require(document.url).path]).output
    // Page, number, type, … object.
    let rows = listed.split(whereSeparator: \.isNewline).map { $0.split(separator: " ") }
    let objects = rows.filter { $0.count > 10 && $0[2] == "image" }.map { $0[10] }
    #expect(objects.count == 2 && Set(objects).count == 1, "\(listed)")
    #expect(throws: PDFError.self) { try document.insertPage(showing: image, resolution: 0, at: 0) }
    #expect(throws: PDFError.self) { try document.insertPage(showing: image, resolution: 9999, at: 0) }
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func pagesGoAndComeBack(options: SaveOptions) throws {
    let document = try sample()
    let ids = document.pageIDs
    try document.removePages([ids[3], ids[1]])
    #expect(try saved(document, options) == ["Page 1", "Page 3"])
    #expect(throws: PDFError.self) { try document.removePages(document.pageIDs) }
    #expect(throws: PDFError.self) { try document.removePages([ids[3]]) }
    try document.undo()
    #expect(document.pageIDs == ids)
    #expect(try saved(document, options) == ["Page 1", "Page 2", "Page 3", "Page 4"])
    // The link on the first page, the outline and the named place lead to the last one, which was away.
    let reopened = try PDFDocument.openAndWait(try #require(document.url))
    let link = try #require(try reopened.page(at: 0).annotations.first { $0.content.link != nil })
    #expect(link.content.link?.target == .place(PageDestination(reopened.pageIDs[3], view: .page)))
    let json = try Tool.run("qpdf", ["--json", "--json-key=outlines", try #require(document.url).path]).output
    #expect(json.contains("\"destpageposfrom1\": 4"))
  }

  /// The bytes of a removed page are in a file that was appended to, and not in one that was rewritten, although a link led
  /// to the page.
  @Test func aRewriteLeavesRemovedPagesOut() throws {
    let document = try sample()
    try document.removePages([document.pageIDs[3]])
    try document.saveAndWait()
    func hasPage4() throws -> Bool {
      let clear = folder.url.appending(path: "clear.pdf")
      _ = try Tool.run(
        "qpdf", ["--qdf", "--object-streams=disable", try #require(document.url).path, clear.path])
      return try Data(contentsOf: clear).range(of: Data("(Page 4)".utf8)) != nil
    }
    // qpdf's own rewriting takes along what the link leads to.
    #expect(try hasPage4())
    try document.saveAndWait(.rewrite())
    #expect(try !hasPage4())
  }

  /// The first page has the only widget of the form's field.
  @Test(arguments: [SaveOptions(), .rewrite()]) func fieldsGoWithTheirPage(options: SaveOptions) throws {
    let document = try sample()
    func fields() throws -> Int {
      try document.saveAndWait(options)
      let json = try Tool.run("qpdf", ["--json", "--json-key=acroform", try #require(document.url).path])
        .output
      return json.ranges(of: "\"fullname\": \"name\"").count
    }
    #expect(try fields() == 1)
    try document.removePages([document.pageIDs[0]])
    #expect(try fields() == 0)
    try document.undo()
    #expect(try fields() == 1)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func pagesAreCropped(options: SaveOptions) throws {
    let document = try sample()
    let ids = document.pageIDs
    let rect = PageRect(x: 50, y: 60, width: 100, height: 1000)
    try document.cropPages(ids.prefix(2), to: rect)
    let shown = PageRect(x: 50, y: 60, width: 100, height: 340)
    #expect(try document.page(ids[1]).bounds(for: .cropBox) == shown)
    #expect(try document.page(ids[1]).bounds(for: .mediaBox).height == 400)
    _ = try saved(document, options)
    let reopened = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try reopened.page(at: 0).bounds(for: .cropBox) == shown)
    try document.cropPages(ids.prefix(1), to: nil)
    #expect(try document.page(ids[0]).bounds(for: .cropBox) == document.page(ids[0]).bounds(for: .mediaBox))
    for wrong in [
      PageRect(x: 500, y: 0, width: 10, height: 10), PageRect(x: 0, y: 0, width: 2, height: 90),
      PageRect(x: .nan, y: 0, width: 9, height: 9),
    ] {
      #expect(throws: PDFError.self) { try document.cropPages(ids, to: wrong) }
    }
  }

  // MARK: - New documents

  @Test func aNewDocumentIsMadeOfPages() throws {
    let document = try PDFDocument()
    #expect(document.pageCount == 0 && !document.hasUnsavedChanges)
    let target = folder.url.appending(path: "new.pdf")
    #expect(throws: PDFError.self) { try document.saveAndWait(to: target) }
    #expect(throws: PDFError.self) { try document.dataRepresentationAndWait() }
    #expect(!FileManager.default.fileExists(atPath: target.path))
    let page = try document.insertBlankPage(width: 300, height: 200, at: 0)
    try document.add(Annotation(.rectangle(PageRect(x: 5, y: 5, width: 9, height: 9))), to: page)
    try document.undo()
    try document.undo()
    #expect(document.pageCount == 0)
    try document.redo()
    try document.insertPagesAndWait(of: sample(), at: 1)
    let report = try document.saveAndWait(to: target)
    #expect(report.method == .rewrite && report.reason == "the document is new")
    #expect(document.revisionCount == 1)
    #expect(try lines(target) == ["", "Page 1", "Page 2", "Page 3", "Page 4"])
    // From then on it is a file like others.
    try document.rotatePages([page], by: .clockwise90)
    #expect(try document.saveAndWait().method == .append)
    #expect(try PDFDocument.openAndWait(target).page(at: 0).rotation == .clockwise90)
    #expect(try Tool.qpdfCheck(target).status == 0)
  }

  @Test func pagesAreExtracted() throws {
    let document = try sample()
    try document.rotatePages([document.pageIDs[3]], by: .clockwise90)
    let part = try document.extractPagesAndWait([document.pageIDs[3], document.pageIDs[0]])
    #expect(part.pageCount == 2 && part.url == nil)
    #expect(try part.page(at: 0).rotation == document.page(at: 3).rotation)
    #expect(try saved(part) == ["Page 4", "Page 1"])
    // The link leads to the page that came along.
    let reopened = try PDFDocument.openAndWait(try #require(part.url))
    let link = try #require(try reopened.page(at: 1).annotations.first { $0.content.link != nil })
    #expect(link.content.link?.target == .place(PageDestination(reopened.pageIDs[0], view: .page)))
    #expect(throws: PDFError.self) { try document.extractPagesAndWait([]) }
    #expect(throws: PDFError.self) { try document.extractPagesAndWait([PageID(number: 7)]) }
  }

  @Test func transactionsInsertAndRemove() throws {
    let (document, other) = (try sample(), try sample("b.pdf"))
    try document.edit("Exchange") { edit in
      try edit.insertPages(of: other, [other.pageIDs[3]], at: 0)
      try edit.removePages([document.pageIDs[0]])
      try edit.insertBlankPage(width: 100, height: 100, at: 2)
    }
    #expect(try saved(document) == ["Page 4", "Page 2", "", "Page 3", "Page 4"])
    try document.undo()
    #expect(document.pageCount == 4 && !document.canUndo)
  }
}
