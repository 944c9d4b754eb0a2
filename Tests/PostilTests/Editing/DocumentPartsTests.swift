import Foundation
import Postil
import PostilTestSupport
import Testing

/// Page labels, settings, attachments and named places of documents: edited, undone, and saved in both ways.
@Suite struct DocumentPartsTests {
  private static func reopened(_ document: PDFDocument) throws -> PDFDocument {
    try PDFDocument.openAndWait(try #require(document.url))
  }

  // MARK: - Page labels

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func pagesKeepTheirLabels(options: SaveOptions) throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", SampleDocument().data))
    func check(_ labels: [String]) throws {
      #expect(document.pages.map(\.label) == labels)
      try document.saveAndWait(options)
      #expect(try Self.reopened(document).pages.map(\.label) == labels)
      #expect(try Self.reopened(document).pageLabels == document.pageLabels)
      #expect(try Tool.qpdfCheck(try #require(document.url)).status == 0)
    }
    let pages = document.pageIDs
    try check(["i", "ii", "A-1", "A-2"])
    try document.movePages([pages[3]], to: 0)
    try check(["A-2", "i", "ii", "A-1"])
    try document.removePages([pages[1]])
    try check(["A-2", "i", "A-1"])
    try document.insertBlankPage(width: 100, height: 100, at: 1)
    try check(["A-2", "2", "i", "A-1"])
    try document.duplicatePages([pages[0]])
    try check(["A-2", "2", "i", "i", "A-1"])
    try document.setPageLabels([
      PageLabelRange(from: 0, nil, prefix: "Cover"),
      PageLabelRange(from: 1, .upperLetters, prefix: "ü", number: 3),
    ])
    try check(["Cover", "üC", "üD", "üE", "üF"])
    try document.setPageLabels([])
    try check(["1", "2", "3", "4", "5"])
    while document.canUndo { try document.undo() }
    try check(["i", "ii", "A-1", "A-2"])
  }

  @Test func labelsOfOtherDocumentsComeAlong() throws {
    let (labelled, plain) = (
      try PDFDocument(data: SampleDocument().data), try PDFDocument(data: PageDocument(pageCount: 2).data)
    )
    try plain.insertPagesAndWait(of: labelled, at: 1)
    #expect(plain.pages.map(\.label) == ["1", "i", "ii", "A-1", "A-2", "6"])
    try plain.undo()
    #expect(try plain.pageLabels.isEmpty)
  }

  /// Ranges that begin twice, before the first page or behind the last, numbers that are none, and nodes that lead to themselves.
  @Test(arguments: [
    "<</Nums[0<</S/r>>0<</S/D>>-5<</S/A>>9<</S/A>>]>>", "<</Kids[10 0 R]/Nums[0<</S/r/St -4>>]>>",
    "<</Kids 11 0 R/Nums[0<</S/r>>(x)5 1]>>", "<</Nums[0<</S/r/St 99999999999999>>]>>", "<</Nums 5/Kids(x)>>",
  ])
  func labelsThatLieAreReadToTheirEnd(tree: String) throws {
    var builder = PDFBuilder(annotations: [])
    builder.add("<</Type/Catalog/Pages 2 0 R/PageLabels 10 0 R>>", as: 1)
    builder.add(tree, as: 10)
    builder.add("[10 0 R 11 0 R]", as: 11)
    let document = try PDFDocument(data: builder.data())
    #expect(!document.pages[0].label.isEmpty)
    #expect(try document.pageLabels.count < 2)
    try document.setPageLabels([PageLabelRange(from: 0, .upperRoman, number: 4)])
    #expect(try PDFDocument(data: document.dataRepresentationAndWait()).pages[0].label == "IV")
  }

  // MARK: - Settings

  @Test func settingsThatNoReaderKnowsAreRefused() throws {
    let document = try PDFDocument(data: SampleDocument().data)
    func message(_ change: (inout DocumentSettings) -> Void) -> String? {
      let error = #expect(throws: PDFError.self) { try document.updateSettings(change) }
      #expect(error?.code == .invalidArgument)
      return error?.message
    }
    #expect(
      message { $0.pageMode = .init(rawValue: "Foo") }?.contains("UseNone, UseOutlines, UseThumbs") == true)
    #expect(message { $0.pageLayout = .init(rawValue: "Foo") }?.contains("TwoPageRight") == true)
    #expect(message { $0.language = "xx_?" }?.contains("BCP 47") == true)
    try document.updateSettings { $0.language = "zh-Hant" }
    try document.updateSettings { $0.language = "" }
  }

  /// What programs wrote of their own stays.
  @Test func settingsOfTheFileAreKept() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/PageMode/Own/PageLayout/Other/Lang(en_US)>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    let document = try PDFDocument(data: builder.data())
    try document.updateSettings { $0.viewerPreferences["CenterWindow"] = .flag(true) }
    try document.updateSettings { $0.pageMode = nil }
    try document.updateSettings { $0.pageMode = .init(rawValue: "Own") }
    let settings = try PDFDocument(data: document.dataRepresentationAndWait()).settings
    #expect(settings.pageMode?.rawValue == "Own" && settings.language == "en_US")
    #expect(settings.pageLayout?.rawValue == "Other")
    // Pages take the language along in the form that it should have.
    let other = try PDFDocument()
    try other.insertPagesAndWait(of: document, at: 0)
    #expect(try other.settings.language == "en-US")
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func settingsAreSavedAndTakenBack(options: SaveOptions) throws {
    var builder = PDFBuilder(annotations: [])
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/Lang(de)/PageMode/UseThumbs/OpenAction<</S/JavaScript/JS(app.beep\\(\\))>>\
      /ViewerPreferences<</Direction/R2L/NumCopies 2/PrintPageRange[1 1]>>>>
      """, as: 1)
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", builder.data()))
    let opened = try document.settings
    #expect(
      opened.language == "de" && opened.pageMode == .thumbnails && opened.openTarget == .foreign("JavaScript")
    )
    #expect(opened.viewerPreferences == ["Direction": .name("R2L"), "NumCopies": .number(2)])
    let place = PageDestination(document.pageIDs[0], view: .width(top: 50))
    for target in [LinkTarget.place(place), .named("here"), .uri("https://example.org"), nil] {
      try document.updateSettings { settings in
        (settings.language, settings.pageMode, settings.openTarget) = ("en-GB", .outline, target)
        settings.pageLayout = .twoColumnRight
        settings.viewerPreferences["DisplayDocTitle"] = .flag(true)
        settings.viewerPreferences["NumCopies"] = nil
      }
      try document.saveAndWait(options)
      #expect(try Self.reopened(document).settings == document.settings)
    }
    let url = try #require(document.url)
    #expect(try Tool.run("qpdf", ["--qdf", url.path, "-"]).output.contains("/PrintPageRange"))
    while document.canUndo { try document.undo() }
    #expect(try document.settings == opened)
    try document.saveAndWait(options)
    #expect(try Self.reopened(document).settings == opened)
    #expect(try Tool.run("qpdf", ["--qdf", url.path, "-"]).output.contains("app.beep"))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  // MARK: - Attachments

  /// ISO 32000-2, 12.3.5.
  @Test func aPortfolioDoesNotOpenWithAFileThatItLost() throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/Collection<</D(b)/View/D>>/Names<</EmbeddedFiles<</Names[(a)5 0 R(b)6 0 R]>>>>>>",
      as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    for (number, name) in [(5, "a"), (6, "b")] {
      builder.add("<</Type/Filespec/F(\(name))/EF<</F 7 0 R>>>>", as: number)
    }
    builder.addStream("bytes", dictionary: "/Type/EmbeddedFile", as: 7)
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", builder.data()))
    func initialFile() throws -> String? {
      try document.saveAndWait()
      return try PDFDocument.openAndWait(try #require(document.url)).objects.catalog["Collection"]?["D"]?.text
    }
    try document.detach("a")
    #expect(try initialFile() == "b")
    try document.detach("b")
    #expect(try initialFile() == nil)
    try document.undo()
    #expect(try initialFile() == "b")
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func attachmentsAreSavedAndTakenBack(options: SaveOptions) throws {
    var builder = PDFBuilder(annotations: [])
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AF[11 0 R]/Names<</EmbeddedFiles<</Kids[10 0 R]>>/XX 5>>>>", as: 1)
    builder.add("<</Limits[(old)(old)]/Names[(old)11 0 R]>>", as: 10)
    builder.add("<</Type/Filespec/F(old.txt)/EF<</F 12 0 R>>/AFRelationship/Source/XXOwn(kept)>>", as: 11)
    builder.addStream("what it was", dictionary: "/Type/EmbeddedFile/Subtype/text#2Fplain", as: 12)
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", builder.data()))
    func check() throws {
      try document.saveAndWait(options)
      let saved = try Self.reopened(document)
      let (shown, found) = (try document.attachments, try saved.attachments)
      #expect(found.map(\.name) == shown.map(\.name).sorted())
      for attachment in shown {
        let other = try #require(found.first { $0.name == attachment.name })
        #expect(other.file.name == attachment.file.name && other.relationship == attachment.relationship)
        #expect(other.file.fileDescription == attachment.file.fileDescription)
        #expect(try saved.data(ofAttachment: attachment.name) == document.data(ofAttachment: attachment.name))
      }
      let url = try #require(document.url)
      #expect(try Tool.qpdfCheck(url).status == 0)
      let listed = try Tool.run("qpdf", ["--list-attachments", url.path]).output
      for attachment in shown { #expect(listed.contains("\(attachment.name) ->")) }
    }
    #expect(try document.attachments.map(\.name) == ["old"])
    #expect(try document.attachments[0].relationship == .source)
    #expect(try document.data(ofAttachment: "old") == Data("what it was".utf8))
    let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try document.attach(
      DocumentAttachment(
        AttachedFile(bytes, name: "new.bin", description: "Bytes"), name: "a", relationship: .data))
    try check()
    for number in 0..<200 {
      try document.attach(DocumentAttachment(AttachedFile(Data([1]), name: "f\(number)")))
    }
    try check()
    try document.updateAttachment("old") { ($0.file.fileDescription, $0.relationship) = ("Older", nil) }
    try check()
    try document.detach("old")
    try check()
    try document.undo()
    try check()
    #expect(throws: PDFError.self) { try document.attach(DocumentAttachment(AttachedFile(bytes, name: "a"))) }
    #expect(throws: PDFError.self) {
      try document.attach(DocumentAttachment(AttachedFile(bytes, name: "a/b")))
    }
    #expect(throws: PDFError.self) { try document.detach("b") }
    #expect(throws: PDFError.self) { _ = try document.data(ofAttachment: "b") }
    while document.canUndo { try document.undo() }
    try check()
    let text = try Tool.run("qpdf", ["--qdf", try #require(document.url).path, "-"]).output
    #expect(text.contains("/XXOwn (kept)"))
  }

  // MARK: - Named places

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func namedPlacesAreSavedAndTakenBack(options: SaveOptions) throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", SampleDocument().data))
    let pages = document.pageIDs
    let opened = try document.namedDestinations
    #expect(opened == [NamedDestination("last", PageDestination(pages[3], view: .page))])
    let new = (0..<300).map {
      NamedDestination("näme \($0)", PageDestination(pages[$0 % 4], view: .width(top: 9)))
    }
    try document.setNamedDestinations(opened + new)
    func check() throws {
      try document.saveAndWait(options)
      let saved = try Self.reopened(document)
      #expect(try saved.namedDestinations.map(\.name) == document.namedDestinations.map(\.name))
      #expect(try Tool.qpdfCheck(try #require(document.url)).status == 0)
    }
    try check()
    #expect(try document.namedDestinations.count == 301)
    #expect(try document.destination(named: "näme 5")?.page == pages[1])
    try document.removePages([pages[1]])
    try check()
    #expect(try document.namedDestinations.count == 226 && document.destination(named: "näme 5") == nil)
    try document.undo()
    try check()
    try document.setNamedDestinations([])
    try check()
    while document.canUndo { try document.undo() }
    try check()
    #expect(try document.namedDestinations == opened)
    #expect(throws: PDFError.self) {
      try document.setNamedDestinations(opened + opened)
    }
  }
}
