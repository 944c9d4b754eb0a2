import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite struct SavingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sample(_ xref: PDFBuilder.Xref = .table, pages: Int = 5) -> Data {
    var sample = SampleDocument()
    sample.pageCount = pages
    sample.xref = xref
    return sample.data
  }

  private func open(_ data: Data, password: String? = nil) throws -> (PDFDocument, URL) {
    let url = try folder.file("a.pdf", data)
    return (try PDFDocument.openAndWait(url, password: password), url)
  }

  private static func rectangle(_ x: Double = 10) -> Annotation {
    Annotation(.rectangle(PageRect(x: x, y: 100, width: 50, height: 20)), style: AnnotationStyle(color: .red))
  }

  /// All kinds of edits.
  private func edit(_ document: PDFDocument) throws {
    let page = try document.page(at: 0).id
    try document.add(Self.rectangle(), to: page)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    try document.movePages([document.pageIDs[0]], to: document.pageCount - 1)
  }

  private func expectEdited(_ document: PDFDocument, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let last = try document.page(at: document.pageCount - 1)
    #expect(last.annotations.count == 5 && last.rotation == .clockwise90, sourceLocation: sourceLocation)
    #expect(last.annotations.last?.subtype == "Square", sourceLocation: sourceLocation)
  }

  /// It is a code over the file as it was (ISO/TS 32004), which no edit leaves right.
  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func anIntegrityCodeIsLeftOutAndThatIsTold(options: SaveOptions) throws {
    let plain = sample()
    let root = try #require(plain.range(of: Data("/Root".utf8), options: .backwards))
    var data = plain
    data.insert(contentsOf: Data("/AuthCode<</MACLocation/Standalone/MAC(code)>>".utf8), at: root.lowerBound)
    let (document, url) = try open(data)
    try edit(document)
    let report = try document.saveAndWait(options)
    #expect(report.warnings.contains { $0.contains("32004") }, "\(report.warnings)")
    let saved = try Data(contentsOf: url)
    #expect(saved.suffix(from: saved.count - 400).range(of: Data("AuthCode".utf8)) == nil)
    #expect(try PDFDocument.openAndWait(url).pageCount == 5)
  }

  // MARK: - Appending

  @Test(arguments: PDFBuilder.Xref.allCases, [SaveOptions.Safety.atomicCopy, .inPlace])
  func anUpdateLeavesEveryByteInPlace(xref: PDFBuilder.Xref, safety: SaveOptions.Safety) throws {
    let original = sample(xref)
    let (document, url) = try open(original)
    try edit(document)
    let report = try document.saveAndWait(SaveOptions.automatic(safety: safety))
    #expect(report.method == .append)
    let saved = try Data(contentsOf: url)
    #expect(saved.starts(with: original) && saved.count == original.count + report.bytesWritten)
    #expect(report.fileSize == saved.count)
    #expect(try Tool.qpdfCheck(url).status == 0)
    try expectEdited(PDFDocument.openAndWait(url))
    #expect(try PDFDocument.openAndWait(url).revisionCount == 2)
    #expect(folder.names == ["a.pdf"])
  }

  @Test(arguments: [("junk before\n", true), ("", false)])
  func oddStartsAndEndsAreNoObstacle(junk: String, newline: Bool) throws {
    for xref in PDFBuilder.Xref.allCases {
      var sample = SampleDocument()
      sample.xref = xref
      sample.builder.junk = junk
      sample.builder.endsWithNewline = newline
      let original = sample.data
      let (document, url) = try open(original)
      try edit(document)
      #expect(try document.saveAndWait().method == .append)
      #expect(try Data(contentsOf: url).starts(with: original))
      #expect(try Tool.qpdfCheck(url).status == 0)
      try expectEdited(PDFDocument.openAndWait(url))
    }
  }

  @Test(arguments: PDFBuilder.Xref.allCases)
  func manySavesInARow(xref: PDFBuilder.Xref) throws {
    let original = sample(xref)
    let (document, url) = try open(original)
    let page = try document.page(at: 1).id
    for index in 0..<30 {
      try document.add(Self.rectangle(Double(index)), to: page)
      if index % 5 == 0 { try document.movePages([document.pageIDs[0]], to: 2) }
      let report = try document.saveAndWait(
        SaveOptions.automatic(safety: index % 2 == 0 ? .inPlace : .atomicCopy))
      #expect(report.method == .append && report.bytesWritten < 2500)
    }
    #expect(try Data(contentsOf: url).starts(with: original))
    #expect(try Tool.qpdfCheck(url).status == 0)
    let reopened = try PDFDocument.openAndWait(url)
    #expect(reopened.revisionCount == 31)
    let place = try document.page(page).index
    #expect(try reopened.page(at: place).annotations.map(\.id) == document.page(page).annotations.map(\.id))
  }

  @Test func movingAPageOfALongFlatListCostsLittle() throws {
    var sample = SampleDocument()
    sample.pageCount = 1000
    sample.fanOut = 1000
    sample.xref = .stream
    let (document, url) = try open(sample.data)
    try document.movePages([document.pageIDs[999]], to: 0)
    #expect(try document.saveAndWait().bytesWritten < 1500)
    #expect(try Tool.qpdfCheck(url).status == 0)
    #expect(try PageSummary(url).pages.prefix(2).map(\.object) == ["1003 0 R", "4 0 R"])
    // Pages keep their labels.
    let saved = try PDFDocument.openAndWait(url)
    #expect(try saved.page(at: 0).label == "A-998" && saved.page(at: 999).label == "A-997")
  }

  @Test func nothingToSaveWritesNothing() throws {
    let (document, url) = try open(sample())
    let before = try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
    #expect(try document.saveAndWait().method == .nothing)
    try edit(document)
    while try document.undo() {}
    #expect(try document.saveAndWait().method == .nothing)
    for _ in 0..<4 { try document.rotatePages([document.pageIDs[0]], by: .clockwise90) }
    #expect(try document.saveAndWait().bytesWritten == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date == before)
    let copy = folder.url.appendingPathComponent("copy.pdf")
    #expect(try document.saveAndWait(to: copy).method == .copy)
    #expect(try Data(contentsOf: copy) == Data(contentsOf: url))
    #expect(document.url == copy)
  }

  @Test func undoGoesOnAcrossASave() throws {
    let (document, url) = try open(sample())
    let first = try document.page(at: 0).id
    try edit(document)
    try document.saveAndWait()
    #expect(!document.hasUnsavedChanges)
    try document.undo()
    #expect(document.hasUnsavedChanges)
    try document.redo()
    #expect(!document.hasUnsavedChanges)
    while try document.undo() {}
    try document.saveAndWait()
    let reopened = try PDFDocument.openAndWait(url)
    #expect(try reopened.page(at: 0).annotations.count == 4)
    #expect(try reopened.page(at: 0).rotation == .none)
    while try document.redo() {}
    try document.saveAndWait()
    try expectEdited(PDFDocument.openAndWait(url))
    #expect(try document.page(first).index == 4)
  }

  @Test func undoBringsBackADeletedNoteAfterASave() throws {
    for options in [SaveOptions.incremental(), .rewrite()] {
      let (document, url) = try open(sample())
      let page = try document.page(at: 0).id
      while let annotation = try document.page(at: 0).annotations.first {
        try document.remove(annotation.id, from: page)
      }
      try document.movePages([document.pageIDs[0]], to: 2)
      try document.saveAndWait(options)
      #expect(try PDFDocument.openAndWait(url).page(at: 2).annotations.isEmpty)
      while try document.undo() {}
      try document.saveAndWait()
      let back = try PDFDocument.openAndWait(url).page(at: 0).annotations
      #expect(back.map(\.subtype) == ["Widget", "Link", "Text", "Popup"])
      #expect(back[2].contents == "a note")
      #expect(try Tool.qpdfCheck(url).status == 0)
      // A link that was brought back leads to the page itself and not to a copy.
      #expect(try Tool.run("qpdf", ["--show-npages", url.path]).output == "5\n")
    }
  }

  // MARK: - Rewriting

  @Test(arguments: PDFBuilder.Xref.allCases)
  func aRewriteKeepsEverything(xref: PDFBuilder.Xref) throws {
    let (document, url) = try open(sample(xref))
    try edit(document)
    let report = try document.saveAndWait(SaveOptions.rewrite())
    let size = try Data(contentsOf: url).count
    #expect(report.method == .rewrite && report.fileSize == size)
    #expect(try Tool.qpdfCheck(url).status == 0)
    try expectEdited(PDFDocument.openAndWait(url))
    try document.add(Self.rectangle(99), to: document.page(at: 0).id)
    #expect(try document.saveAndWait().method == .append)
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.count == 1)
    while try document.undo() {}
    try document.saveAndWait()
    let back = try PDFDocument.openAndWait(url).page(at: 0)
    #expect(back.annotations.map(\.subtype) == ["Widget", "Link", "Text", "Popup"] && back.rotation == .none)
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func encryptionIsSetKeptAndRemoved() throws {
    let (document, url) = try open(sample())
    try edit(document)
    let aes = RewriteOptions.Encryption.aes256(
      userPassword: "user", ownerPassword: "owner", permissions: [.printing, .annotating])
    #expect(try document.saveAndWait(SaveOptions.rewrite(RewriteOptions(encryption: aes))).method == .rewrite)
    for (password, code) in [
      (nil, PDFError.Code.passwordRequired), ("", .passwordRequired), ("no", .wrongPassword),
    ] {
      let error = #expect(throws: PDFError.self) { try PDFDocument.openAndWait(url, password: password) }
      #expect(error?.code == code && error?.url == url)
    }
    for password in ["user", "owner"] {
      let encrypted = try PDFDocument.openAndWait(url, password: password)
      #expect(encrypted.isEncrypted)
      try expectEdited(encrypted)
      try encrypted.add(Self.rectangle(), to: encrypted.page(at: 0).id)
      #expect(try encrypted.saveAndWait().method == .append)
    }
    // Reading out cannot be forbidden in AES-256 (ISO 32000-2, table 22).
    let user = try PDFDocument.openAndWait(url, password: "user")
    #expect(user.permissions == [.printing, .annotating, .accessibility] && !user.isOpenedByOwner)
    #expect(try PDFDocument.openAndWait(url, password: "owner").isOpenedByOwner)
    #expect(try PDFDocument.openAndWait(url, password: "user").page(at: 0).annotations.count == 2)
    let last = try PDFDocument.openAndWait(url, password: "owner")
    try last.saveAndWait(SaveOptions.rewrite(RewriteOptions(encryption: .remove)))
    #expect(try !PDFDocument.openAndWait(url).isEncrypted)
    try expectEdited(PDFDocument.openAndWait(url))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func damagedFilesAreRepairedByARewrite() throws {
    var data = sample()
    let end = try #require(data.range(of: Data("startxref".utf8), options: .backwards))
    data.replaceSubrange(end.upperBound..<data.endIndex, with: Data("\n7\n%%EOF\n".utf8))
    let (document, url) = try open(data)
    #expect(!document.warnings.isEmpty)
    try edit(document)
    let report = try document.saveAndWait()
    #expect(report.method == .rewrite && !report.warnings.isEmpty)
    #expect(try Tool.qpdfCheck(url).status == 0)
    try expectEdited(PDFDocument.openAndWait(url))
  }

  @Test func aSignedDocumentIsNotRewrittenUnasked() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[4 0 R]>>>>", as: 1)
    builder.add("<</T(a)/FT/Sig/V<</Type/Sig/ByteRange[0 9 20 30]/Contents<3000>>>>>", as: 4)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>", as: 3)
    let (document, _) = try open(builder.data())
    #expect(document.isSigned)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let error = #expect(throws: PDFError.self) { try document.saveAndWait(SaveOptions.rewrite()) }
    #expect(error?.code == .wouldBreakSignature)
    #expect(
      try document.saveAndWait(SaveOptions.rewrite().allowing(breakingSignatures: true)).method == .rewrite)
  }

  @Test func aSignedAndEncryptedDocumentIsAppendedToButNotRewritten() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[4 0 R]>>>>", as: 1)
    builder.add("<</T(a)/FT/Sig/V<</Type/Sig/ByteRange[0 9 20 30]/Contents<3000>>>>>", as: 4)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>", as: 3)
    let (plain, url) = try open(builder.data())
    let aes = RewriteOptions.Encryption.aes256(userPassword: "", ownerPassword: "own")
    try plain.saveAndWait(
      SaveOptions.rewrite(RewriteOptions(encryption: aes)).allowing(breakingSignatures: true))
    let document = try PDFDocument.openAndWait(url)
    #expect(try document.saveAndWait().method == .nothing)
    let copy = folder.url.appendingPathComponent("copy.pdf")
    #expect(try document.saveAndWait(to: copy).method == .copy)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let error = #expect(throws: PDFError.self) { try document.saveAndWait(SaveOptions.rewrite()) }
    #expect(error?.code == .wouldBreakSignature)
    let dataError = #expect(throws: PDFError.self) {
      try document.dataRepresentationAndWait(SaveOptions.rewrite())
    }
    #expect(dataError?.code == .wouldBreakSignature)
    #expect(document.hasUnsavedChanges && document.url == copy)
    #expect(try document.saveAndWait().method == .append)
    #expect(try PDFDocument.openAndWait(copy).page(at: 0).rotation == .clockwise90)
  }

  @Test func dataIsMadeAsTheOptionsSay() throws {
    let (document, _) = try open(sample())
    try edit(document)
    let aes = RewriteOptions.Encryption.aes256(userPassword: "user", ownerPassword: "own")
    let data = try document.dataRepresentationAndWait(SaveOptions.rewrite(RewriteOptions(encryption: aes)))
    #expect(throws: PDFError.self) { try PDFDocument(data: data) }
    try expectEdited(PDFDocument(data: data, password: "user"))
    let rewritten = try document.dataRepresentationAndWait(SaveOptions.rewrite())
    #expect(try PDFDocument(data: rewritten).revisionCount == 1)
    let (encrypted, _) = try open(data, password: "user")
    try encrypted.rotatePages([encrypted.pageIDs[0]], by: .clockwise90)
    let appended = try encrypted.dataRepresentationAndWait(SaveOptions.incremental())
    #expect(appended.starts(with: data))
    #expect(try PDFDocument(data: appended, password: "own").page(at: 0).rotation == .clockwise90)
  }

  // MARK: - The file system

  @Test(arguments: [SaveOptions.Safety.atomicCopy, .inPlace])
  func aFileThatAnotherProgramChangedIsNotOverwritten(safety: SaveOptions.Safety) throws {
    let (document, url) = try open(sample())
    try edit(document)
    let other = Data("something else".utf8)
    try other.write(to: url)
    let error = #expect(throws: PDFError.self) {
      try document.saveAndWait(SaveOptions.automatic(safety: safety))
    }
    #expect(error?.code == .fileChanged)
    #expect(try Data(contentsOf: url) == other)
    #expect(document.hasUnsavedChanges)
    try document.saveAndWait(SaveOptions().allowing(overwritingChangedFile: true))
    try expectEdited(PDFDocument.openAndWait(url))
  }

  @Test func aFileThatIsGoneIsWrittenAgain() throws {
    let (document, url) = try open(sample())
    try edit(document)
    try FileManager.default.removeItem(at: url)
    try document.saveAndWait(SaveOptions.automatic(safety: .inPlace))
    try expectEdited(PDFDocument.openAndWait(url))
  }

  @Test func aLinkIsFollowedAndModesAreKept() throws {
    let (_, url) = try open(sample())
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
    let link = folder.url.appendingPathComponent("link.pdf")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let document = try PDFDocument.openAndWait(link)
    try edit(document)
    try document.saveAndWait()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == url.path)
    try expectEdited(PDFDocument.openAndWait(url))
    #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int == 0o640)
  }

  @Test func onlyFilesAreReplaced() throws {
    let (document, _) = try open(sample())
    try edit(document)
    let pipe = folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for place in [pipe, folder.url, folder.url.appendingPathComponent("new", isDirectory: true)] {
      let error = #expect(throws: PDFError.self) { try document.saveAndWait(to: place) }
      #expect(error?.code == .cannotWrite)
    }
    #expect(folder.names == ["a.pdf", "pipe"])
    #expect(document.hasUnsavedChanges)
  }

  @Test func foldersThatAreNotThereAreSaidSo() throws {
    let (document, url) = try open(sample())
    try edit(document)
    let nowhere = folder.url.appendingPathComponent("no/such/folder.pdf")
    let error = #expect(throws: PDFError.self) { try document.saveAndWait(to: nowhere) }
    #expect(error?.code == .cannotWrite && error?.url == nowhere)
    #expect(document.url == url)
    try document.saveAndWait()
    #expect(folder.names == ["a.pdf"])
  }

  @Test func aDocumentFromMemoryNeedsAPlace() throws {
    let data = sample()
    let document = try PDFDocument(data: data)
    try edit(document)
    let error = #expect(throws: PDFError.self) { try document.saveAndWait() }
    #expect(error?.code == .noFile)
    #expect(try document.dataRepresentationAndWait().starts(with: data))
    #expect(document.hasUnsavedChanges)
    let url = folder.url.appendingPathComponent("new.pdf")
    try document.saveAndWait(to: url)
    try expectEdited(PDFDocument.openAndWait(url))
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(try document.saveAndWait().method == .append)
  }

  // MARK: - What pages are connected with

  @Test func whatLeadsToPagesStillLeadsThere() throws {
    let (document, url) = try open(sample())
    try document.movePages([document.pageIDs[4]], to: 0)
    try document.rotatePages([document.pageIDs[1], document.pageIDs[2]], by: .clockwise180)
    try document.saveAndWait()
    let summary = try PageSummary(url)
    #expect(summary.pages.map(\.object) == ["8 0 R", "4 0 R", "5 0 R", "6 0 R", "7 0 R"])
    #expect(summary.outlines.first?.destpageposfrom1 == 1)
    // A-3, then i and ii, then A-1 and A-2.
    #expect(summary.pagelabels.map(\.index) == [0, 1, 3])
  }
}

/// What qpdf says of the pages of a file.
private struct PageSummary: Decodable {
  struct Page: Decodable { let object: String }
  struct Outline: Decodable { let destpageposfrom1: Int? }
  struct Label: Decodable { let index: Int }
  let pages: [Page]
  let outlines: [Outline]
  let pagelabels: [Label]

  init(_ url: URL) throws {
    let keys = ["pages", "outlines", "pagelabels"].map { "--json-key=\($0)" }
    let json = try Tool.run("qpdf", ["--json"] + keys + [url.path]).output
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}
