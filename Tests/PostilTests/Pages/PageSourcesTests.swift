import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Pages that the file did not have: from other documents, blank, and with changed content.
@Suite struct PageSourcesTests {
  /// A document of four pages in a file, and a page of another that was opened.
  private struct Sample {
    let folder: TemporaryFolder
    let document: PDFDocument
    let source: SourceID

    init(isEncrypted: Bool = false) throws {
      folder = try TemporaryFolder()
      document = try PDFDocument.openAndWait(try folder.file("a.pdf", SampleDocument().data))
      var other = SampleDocument()
      other.pageCount = 6
      let url = try folder.file("b.pdf", other.data)
      if isEncrypted {
        try PDFDocument.openAndWait(url).saveAndWait(
          .rewrite(RewriteOptions(encryption: .aes256(userPassword: "user", ownerPassword: "own"))))
      }
      source = try document.register(PDFDocument.openAndWait(url, password: isEncrypted ? "user" : nil))
        .source
    }

    /// Puts a page in, and returns its id.
    @discardableResult
    func insert(_ source: PageSource, at index: Int) throws -> PageID {
      let page = document.mintPage()
      try document.apply(.insertPages([InsertedPage(page, PageState(source: source), at: index)]))
      return page
    }

    /// What other programs find on each page of the saved file: its first line; "" on blank pages.
    func lines(_ options: SaveOptions = SaveOptions()) throws -> [String] {
      try document.saveAndWait(options)
      let url = try #require(document.url)
      let check = try Tool.qpdfCheck(url)
      #expect(check.status == 0, "\(check.output)")
      let drawn = try Tool.run("mutool", ["draw", "-q", "-F", "text", "-o", "/dev/null", url.path])
      #expect(drawn.status == 0 && !drawn.output.contains("error"), "\(drawn.output)")
      let reopened = try PDFDocument.openAndWait(url)
      #expect(reopened.pageCount == document.pageCount)
      for index in 0..<document.pageCount {
        let (page, other) = (try document.page(at: index), try reopened.page(at: index))
        #expect(page.rotation == other.rotation && page.bounds(for: .cropBox) == other.bounds(for: .cropBox))
        #expect(page.annotations.map(\.subtype) == other.annotations.map(\.subtype))
      }
      let text = try Tool.run("pdftotext", ["-q", "-layout", url.path, "-"]).output
      return text.split(separator: "\u{0C}", omittingEmptySubsequences: false).dropLast().map { page in
        page.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
          .first { !$0.isEmpty } ?? ""
      }
    }
  }

  private static let original = (1...4).map { "Page \($0)" }
  private static let mark = Annotation(.rectangle(PageRect(x: 50, y: 50, width: 40, height: 40)))

  /// Inserted, saved, taken back, saved, done again, saved: with each way to save, and both in turns.
  @Test(
    arguments: [[SaveOptions.incremental()], [.rewrite()], [.incremental(), .rewrite()]], [false, true])
  func pagesOfAnotherDocumentComeAndGo(strategies: [SaveOptions], isEncrypted: Bool) throws {
    let sample = try Sample(isEncrypted: isEncrypted)
    var turn = 0
    func lines() throws -> [String] {
      defer { turn += 1 }
      return try sample.lines(strategies[turn % strategies.count])
    }
    let page = try sample.insert(.imported(sample.source, 5), at: 2)
    try sample.document.add(Self.mark, to: page)
    let with = ["Page 1", "Page 2", "Page 6", "Page 3", "Page 4"]
    #expect(try lines() == with)
    try sample.document.undo()
    try sample.document.undo()
    #expect(try lines() == Self.original)
    #expect(sample.document.state == DocumentState(pageCount: 4))
    try sample.document.redo()
    try sample.document.redo()
    #expect(try lines() == with)
    #expect(try sample.document.page(page).annotations == [Self.mark])
    try sample.document.rotatePages([sample.document.pageIDs[2]], by: .clockwise90)
    #expect(try lines() == with)
    try sample.document.undo()
    #expect(try lines() == with)
  }

  /// The first page of the other document has a form field, a link, a note and its pop-up.
  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func annotationsComeAlongAndLeadNowhereElse(options: SaveOptions) throws {
    let sample = try Sample()
    let page = try sample.insert(.imported(sample.source, 0), at: 0)
    try sample.document.add(Self.mark, to: page)
    #expect(try sample.lines(options) == ["Page 1"] + Self.original)
    let reopened = try PDFDocument.openAndWait(try #require(sample.document.url))
    let types = try reopened.page(at: 0).annotations.map(\.subtype)
    #expect(types == ["Widget", "Link", "Text", "Popup", "Square"])
    // Nothing else of the other document came along.
    let pages = try Tool.run("qpdf", ["--json", "--json-key=qpdf", try #require(reopened.url).path]).output
    #expect(pages.ranges(of: "\"/Type\": \"/Page\"").count == 5)
  }

  /// Two pages of one source, in one save or after a rewrite: a change of an annotation of one is not one of the other's.
  @Test(arguments: [false, true], [false, true])
  func pagesOfOneSourceHaveAnnotationsOfTheirOwn(isImported: Bool, isRewritten: Bool) throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", PageSnapshotTests.document.data)
    let document = try PDFDocument.openAndWait(url)
    let other = try document.register(PDFDocument(data: PageSnapshotTests.document.data)).source
    if isRewritten {
      try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
      try document.saveAndWait(.rewrite())
    }
    let pages = (0..<2).map { _ in document.mintPage() }
    let source = isImported ? PageSource.imported(other, 0) : .opened(0)
    try document.apply(
      .insertPages(pages.enumerated().map { InsertedPage($1, PageState(source: source), at: $0 + 1) }))
    let before = try document.page(pages[0]).annotations
    var changed = try #require(try document.page(pages[1]).annotations.first { $0.id == "high" })
    changed.content = changed.content.offset(dx: -3, dy: 12)
    try document.replace(changed, on: pages[1])
    let original = try document.page(at: 0).annotations
    try document.saveAndWait()
    let reopened = try PDFDocument.openAndWait(url)
    #expect(try reopened.page(at: 0).annotations.map(\.content) == original.map(\.content))
    #expect(try reopened.page(at: 1).annotations.map(\.content) == before.map(\.content))
    #expect(
      try reopened.page(at: 2).annotations.map(\.content)
        == document.page(pages[1]).annotations.map(\.content))
    #expect(try reopened.page(at: 2).annotations.map(\.content) != before.map(\.content))
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func pagesAreRemovedAndComeBack(options: SaveOptions) throws {
    let sample = try Sample()
    let (first, last) = (sample.document.pageIDs[0], sample.document.pageIDs[3])
    try sample.document.add(Self.mark, to: last)
    try sample.document.rotatePages([sample.document.pageIDs[3]], by: .clockwise90)
    #expect(try sample.lines(options) == Self.original)
    try sample.document.apply(.removePages([last, first]))
    #expect(try sample.lines(options) == ["Page 2", "Page 3"])
    #expect(throws: PDFError.self) { try sample.document.page(first) }
    #expect(throws: PDFError.self) { try sample.document.apply(.removePages(sample.document.pageIDs)) }
    try sample.document.undo()
    #expect(sample.document.pageIDs.first == first && sample.document.pageIDs.last == last)
    #expect(try sample.lines(options) == Self.original)
    #expect(try sample.document.page(last).annotations == [Self.mark])
    try sample.document.redo()
    #expect(try sample.lines(options) == ["Page 2", "Page 3"])
    try sample.document.undo()
    try sample.document.undo()
    try sample.document.undo()
    #expect(try sample.lines(options) == Self.original)
    #expect(sample.document.state == DocumentState(pageCount: 4))
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func blankPagesAndSecondCopiesOfPages(options: SaveOptions) throws {
    let sample = try Sample()
    let blank = try sample.insert(.blank(PageSize(width: 200, height: 100)), at: 1)
    try sample.document.add(Self.mark, to: blank)
    let copy = try sample.insert(.opened(0), at: 5)
    try sample.document.add(Self.mark, to: copy)
    let with = ["Page 1", "", "Page 2", "Page 3", "Page 4", "Page 1"]
    #expect(try sample.lines(options) == with)
    #expect(try sample.document.page(blank).width == 200)
    #expect(try sample.document.page(copy).annotations.count == 5)
    // What is changed on one is not changed on the other.
    try sample.document.remove(AnnotationID(rawValue: "note-1"), from: copy)
    #expect(try sample.lines(options) == with)
    #expect(try sample.document.page(at: 0).annotations.count == 4)
    #expect(try sample.document.page(copy).annotations.map(\.subtype) == ["Widget", "Link", "Square"])
    while try sample.document.undo() {}
    #expect(try sample.lines(options) == Self.original)
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func aPageGetsOtherContentAndBoxesAndBack(options: SaveOptions) throws {
    let sample = try Sample()
    let document = sample.document
    let page = document.pageIDs[0]
    var other = SampleDocument()
    other.pageCount = 1
    other.mediaBox = "[0 0 300 400]"
    let content = try document.register(
      content: Data(
        String(decoding: other.data, as: UTF8.self)
          .replacing("Page 1", with: "Other!").utf8))
    try document.add(Self.mark, to: page)
    let before = try document.page(page).annotations
    try document.apply(.replaceContent(page, by: .content(content)))
    let crop = PageRect(x: 10, y: 10, width: 200, height: 380)
    try document.apply(.setBoxes([PageBoxes(page, [.cropBox: crop])]))
    #expect(try sample.lines(options).first == "Other!")
    #expect(try document.page(page).bounds(for: .cropBox) == crop)
    #expect(try document.page(page).annotations == before)
    try document.undo()
    try document.undo()
    #expect(try sample.lines(options) == Self.original)
    try document.redo()
    #expect(try sample.lines(options).first == "Other!")
    while try document.undo() {}
    #expect(try sample.lines(options) == Self.original)
    #expect(document.state == DocumentState(pageCount: 4))
  }

  /// A source that was never given is an error when the page is inserted, not when the document is saved.
  @Test func anUnknownSourceIsRefused() throws {
    let sample = try Sample()
    for source in [
      PageSource.imported(SourceID(number: 99), 0), .imported(sample.source, 6), .opened(4),
      .content(ContentID(number: 5)),
    ] {
      #expect(throws: PDFError.self) { try sample.insert(source, at: 0) }
    }
    #expect(sample.document.pageCount == 4 && !sample.document.hasUnsavedChanges)
    let (a, b) = (sample.document.mintPage(), sample.document.mintPage())
    #expect(a != b && !sample.document.pageIDs.contains(a))
  }
}

extension PageSourcesTests {
  /// What is shown of pages of other files, before they are saved, is what the saved file shows.
  /// Tiles of a page that was turned in the session are turned pictures: letters land on other pixels by a part of one, so
  /// only the whole page is compared then.
  @Test(arguments: [false, true], [false, true])
  func pagesAreShownAsTheSavedFileShowsThem(isEncrypted: Bool, isTurned: Bool) async throws {
    let sample = try Sample(isEncrypted: isEncrypted)
    let document = sample.document
    let imported = try sample.insert(.imported(sample.source, 5), at: 0)
    try sample.insert(.blank(PageSize(width: 120, height: 80)), at: 1)
    try sample.insert(.opened(2), at: 2)
    try document.add(Self.mark, to: imported)
    if isTurned { try document.rotatePages([document.pageIDs[0]], by: .clockwise90) }
    let renderer = PageRenderer(document, options: .forTests)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    let other = PageRenderer(saved, options: .forTests)
    for (page, again) in zip(document.pageIDs, saved.pageIDs) {
      let shown = Pixels(try await renderer.image(of: page, scale: 1.5))
      #expect(shown == Pixels(try await other.image(of: again, scale: 1.5)), "\(page)")
      if !(isTurned && page == imported) {
        #expect(try await renderer.mosaic(of: page, scale: 1) == other.mosaic(of: again, scale: 1), "\(page)")
      }
      #expect(try await renderer.preview(of: page).width == other.preview(of: again).width)
      #expect(try await document.text(of: page).count == saved.text(of: again).count)
    }
  }
}
