import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite struct RevisionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let box = Annotation(
    .rectangle(PageRect(x: 10, y: 10, width: 50, height: 50)), author: "Ann")

  /// A file that was saved four times, and what it was each time.
  private func file(_ xref: PDFBuilder.Xref = .table) throws -> (url: URL, states: [Data]) {
    var sample = SampleDocument()
    sample.xref = xref
    let url = try folder.file("a.pdf", sample.data)
    var states = [try Data(contentsOf: url)]
    let edits: [(PDFDocument) throws -> Void] = [
      { try $0.add(Self.box, to: $0.pageIDs[0]) }, { try $0.rotatePages([$0.pageIDs[1]], by: .clockwise90) },
      { try $0.removePages([$0.pageIDs[2]]) },
    ]
    for edit in edits {
      let document = try PDFDocument.openAndWait(url)
      try edit(document)
      try document.saveAndWait()
      states.append(try Data(contentsOf: url))
    }
    return (url, states)
  }

  @Test(arguments: [PDFBuilder.Xref.table, .stream]) func theyAreListedAndOpenedToTheByte(
    xref: PDFBuilder.Xref
  ) throws {
    let (url, states) = try file(xref)
    let document = try PDFDocument.openAndWait(url)
    let revisions = try document.revisionsAndWait()
    #expect(revisions.map(\.length) == states.map(\.count))
    #expect(revisions.map(\.number) == [1, 2, 3, 4] && document.revisionCount == 4)
    let kinds = revisions.map { $0.changes?.kinds }
    #expect(kinds[..<3] == [nil, [.annotations], [.pages]])
    // The labels of the pages that follow change as well.
    #expect(kinds[3] == [.pages, .other])
    #expect(
      revisions[1].authors == ["Ann"] && revisions[1].date.map { abs($0.timeIntervalSinceNow) < 3600 } == true
    )
    for (number, state) in zip(1..., states) {
      let old = try document.revision(number)
      #expect(try old.dataRepresentationAndWait() == state)
      #expect(old.url == nil && old.pageCount == (number == 4 ? 3 : 4))
    }
    #expect { try document.revision(5) } throws: { ($0 as? PDFError)?.code == .invalidArgument }
    #expect { try document.revision(0) } throws: { ($0 as? PDFError)?.code == .invalidArgument }
  }

  @Test func savesOfTheSessionAreRevisionsToo() throws {
    let (url, states) = try file()
    let document = try PDFDocument.openAndWait(url)
    try document.add(Annotation(Self.box.content), to: document.pageIDs[1])
    #expect(try document.revisionsAndWait().count == 4)
    try document.saveAndWait()
    #expect(try document.revisionsAndWait().count == 5)
    #expect(try document.revision(4).dataRepresentationAndWait() == states[3])
  }

  @Test(arguments: [PDFBuilder.Xref.table, .stream], 1...3)
  func whatWasIsRestoredByAppending(xref: PDFBuilder.Xref, number: Int) throws {
    let (url, states) = try file(xref)
    let report = try PDFDocument.restoreRevisionAndWait(number, of: url)
    let restored = try Data(contentsOf: url)
    #expect(restored.starts(with: states[3]) && restored.count == report.fileSize)
    let (now, then) = (try PDFDocument.openAndWait(url), try PDFDocument(data: states[number - 1]))
    #expect(now.pageCount == then.pageCount && now.revisionCount == 5)
    for index in 0..<now.pageCount {
      let pages = (try now.page(at: index), try then.page(at: index))
      #expect(pages.0.rotation == pages.1.rotation && pages.0.annotations == pages.1.annotations)
    }
    #expect(try Tool.qpdfCheck(url).status == 0)
    // And back again.
    try PDFDocument.restoreRevisionAndWait(4, of: url)
    #expect(try PDFDocument.openAndWait(url).pageCount == 3)
    #expect { try PDFDocument.restoreRevisionAndWait(6, of: url) } throws: {
      ($0 as? PDFError)?.code == .invalidArgument
    }
  }

  /// Other programs give a document an information dictionary that it did not have, and other catalogs.
  @Test(arguments: [PDFBuilder.Xref.table, .stream]) func whereTheTrailerLedIsRestored(xref: PDFBuilder.Xref)
    throws
  {
    let original = PDFBuilder(annotations: []).data(xref)
    let start = try #require(
      String(decoding: original, as: Unicode.ASCII.self).components(separatedBy: "startxref\n").last)
    var update = "90 0 obj\n<</Title(New)>>\nendobj\n"
    let catalog = original.count + update.utf8.count
    update += "91 0 obj\n<</Type/Catalog/Pages 2 0 R/Lang(de)>>\nendobj\n"
    let section = original.count + update.utf8.count
    var data = Data()
    let previous = start.prefix { $0.isNumber }
    if xref == .table {
      update += "xref\n90 2\n"
      for offset in [original.count, catalog] {
        update += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n\r\n"
      }
      update += "trailer\n<</Size 92/Root 91 0 R/Info 90 0 R/Prev \(previous)>>"
    } else {
      var rows: [UInt8] = []
      for offset in [original.count, catalog, section] {
        rows += [1, 0, 0, UInt8(offset >> 8), UInt8(offset & 0xFF), 0]
      }
      update += """
        92 0 obj
        <</Type/XRef/Size 93/W[1 4 1]/Index[90 3]/Root 91 0 R/Info 90 0 R/Prev \(previous)/Length \(rows.count)>>
        stream

        """
      data = Data(update.utf8) + rows
      update = "\nendstream\nendobj"
    }
    update += "\nstartxref\n\(section)\n%%EOF\n"
    let url = try folder.file("a.pdf", original + data + Data(update.utf8))
    let changed = try PDFDocument.openAndWait(url)
    let count = try changed.revisionsAndWait().count
    #expect(changed.information.title == "New" && count == 2)
    try PDFDocument.restoreRevisionAndWait(1, of: url)
    let restored = try PDFDocument.openAndWait(url)
    let restoredCount = try restored.revisionsAndWait().count
    #expect(restored.information.title == nil && restoredCount == 3)
    let trailer = try Tool.run("qpdf", ["--show-object=trailer", url.path]).output
    #expect(trailer.contains("/Root 1 0 R") && !trailer.contains("/Info"))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func anEncryptedFileIsRestored() throws {
    let (url, _) = try file()
    let secret = RewriteOptions.Encryption.aes256(userPassword: "pw", ownerPassword: "own")
    try PDFDocument.openAndWait(url).saveAndWait(.rewrite(RewriteOptions(encryption: secret)))
    let document = try PDFDocument.openAndWait(url, password: "pw")
    try document.add(Annotation(Self.box.content, id: "second"), to: document.pageIDs[0])
    try document.saveAndWait()
    #expect(try document.revisionsAndWait().count == 2)
    try PDFDocument.restoreRevisionAndWait(1, of: url, password: "pw")
    let ids = try PDFDocument.openAndWait(url, password: "own").page(at: 0).annotations.map(\.id)
    #expect(ids.contains(Self.box.id) && !ids.contains("second"))
    #expect(try Tool.qpdfCheck(url, password: "pw").status == 0)
  }

  /// What was written and removed again is in no byte of the file, and in no stream.
  @Test(arguments: [
    RewriteOptions(), RewriteOptions(objectStreams: true), RewriteOptions(linearize: true),
    RewriteOptions(encryption: .aes256(userPassword: "pw", ownerPassword: "own")),
  ]) func nothingOfThePastIsLeftAfterASquash(options: RewriteOptions) async throws {
    let (url, _) = try file()
    let document = try PDFDocument.openAndWait(url)
    let secret = Annotation(Self.box.content, contents: "Moriarty", id: "secret")
    try document.add(secret, to: document.pageIDs[0])
    try document.saveAndWait()
    try document.remove("secret", from: document.pageIDs[0])
    try document.saveAndWait(.incremental())
    #expect(try document.revisionsAndWait().count == 6)
    #expect(try Data(contentsOf: url).firstRange(of: Data("Moriarty".utf8)) != nil)
    let report = try await document.save(.squash(options))
    #expect(report.method == .rewrite)
    let password = options.encryption == .keep ? nil : "pw"
    #expect(try PDFDocument.openAndWait(url, password: password).revisionsAndWait().count == 1)
    let plain = folder.url.appendingPathComponent("plain.pdf")
    let words = ["--qdf", "--object-streams=disable", "--password=\(password ?? "")", "--decrypt", url.path]
    #expect(try Tool.run("qpdf", words + [plain.path]).status == 0)
    #expect(try Data(contentsOf: plain).firstRange(of: Data("Moriarty".utf8)) == nil)
    // The history of the session is not the file's.
    try document.undo()
    #expect(try document.page(at: 0).annotations.contains { $0.id == "secret" })
  }

  /// A destination leads to a page that was removed by a save before.
  @Test func removedPagesAreEmptyAfterASquash() throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(a)[4 0 R/Fit]]>>/Pages<</Names[(t)5 0 R]>>>>>>",
      as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Removed(Moriarty)/Contents 6 0 R>>", as: 4)
    builder.add("<</Type/Template/Kept(Template)/MediaBox[0 0 9 9]>>", as: 5)
    builder.addStream("(Moriarty) pop", as: 6)
    let url = try folder.file("b.pdf", builder.data())
    let document = try PDFDocument.openAndWait(url)
    try document.removePages([document.pageIDs[1]])
    try document.saveAndWait(.incremental())
    let again = try PDFDocument.openAndWait(url)
    let data = try again.dataRepresentationAndWait(.squash())
    #expect(data.firstRange(of: Data("Moriarty".utf8)) == nil)
    #expect(data.firstRange(of: Data("Template".utf8)) != nil)
    #expect(try PDFDocument(data: data).pageCount == 1)
  }

  @Test func aSquashOfMemoryIsOneRevisionToo() throws {
    let (url, _) = try file()
    let data = try PDFDocument.openAndWait(url).dataRepresentationAndWait(.squash())
    #expect(try PDFDocument(data: data).revisionsAndWait().count == 1)
  }

  @Test func aTaskIsSuspendedWhileAFileIsRestored() async throws {
    let url = try folder.file("a.pdf", SampleDocument().data)
    let document = try PDFDocument.openAndWait(url)
    try document.add(Self.box, to: document.pageIDs[0])
    try document.saveAndWait()
    let report = try await PDFDocument.restoreRevision(1, of: url)
    #expect(report.method == .append)
    let restored = try await PDFDocument.open(url)
    #expect(try restored.page(at: 0).annotations.allSatisfy { $0.id != Self.box.id })
    #expect(try restored.revisionsAndWait().count == 3)
    await #expect(throws: PDFError.self) { try await PDFDocument.restoreRevision(9, of: url) }
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await PDFDocument.restoreRevision(1, of: url)
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try PDFDocument.openAndWait(url).revisionsAndWait().count == 3)
  }

  @Test func aFileThatWasSavedOnceHasOneRevision() throws {
    let document = try PDFDocument(data: SampleDocument().data + Data("\n% more\n".utf8))
    let revisions = try document.revisionsAndWait()
    #expect(revisions.count == 1 && revisions[0].changes == nil && revisions[0].length == document.fileSize)
    #expect(revisions[0].date != nil)
  }

  /// A table that begins a byte later than the file says is found by all readers, and its revision counts.
  @Test func aTableThatIsALittleOffBelongsToARevision() throws {
    let original = SampleDocument().data
    let text = String(decoding: original, as: Unicode.ASCII.self)
    let place = try #require(text.range(of: "startxref\n", options: .backwards)).upperBound
    let start = try #require(Int(text[place...].prefix { $0.isNumber }))
    let shifted = original.prefix(text.utf8.distance(from: text.startIndex, to: place))
    let url = try folder.file("a.pdf", shifted + Data("\(start - 1)\n%%EOF\n".utf8))
    let document = try PDFDocument.openAndWait(url)
    try document.add(Self.box, to: document.pageIDs[0])
    try document.saveAndWait(.incremental())
    #expect(try document.revisionsAndWait().count == 2 && document.revisionCount == 2)
    #expect(try document.revision(1).page(at: 0).annotations.allSatisfy { $0.id != Self.box.id })
  }

  /// What is restored may be no object at all: the table of the update is empty then, and has a subsection nevertheless.
  @Test func anUpdateThatAddedAnObjectAloneIsTakenBack() throws {
    let original = SampleDocument().data
    let text = String(decoding: original, as: UTF8.self)
    let start = try #require(text.components(separatedBy: "startxref\n").last?.prefix { $0.isNumber })
    let update = "90 0 obj\nnull\nendobj\n"
    let section = """
      xref
      90 1
      \(String(repeating: "0", count: 10 - "\(original.count)".count))\(original.count) 00000 n\r
      trailer
      <</Size 91/Root 1 0 R/Prev \(start)>>
      startxref
      \(original.count + update.utf8.count)
      %%EOF

      """
    let url = try folder.file("a.pdf", original + Data((update + section).utf8))
    #expect(try Tool.qpdfCheck(url).status == 0)
    try PDFDocument.restoreRevisionAndWait(1, of: url)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    #expect(try PDFDocument.openAndWait(url).revisionsAndWait().count == 3)
  }

  @Test func aLinearizedFileWasSavedOnce() throws {
    let url = try folder.file("plain.pdf", SampleDocument().data)
    let linear = folder.url.appending(path: "linear.pdf")
    try PDFDocument.openAndWait(url).saveAndWait(to: linear, .rewrite(RewriteOptions(linearize: true)))
    let original = try Data(contentsOf: linear)
    let document = try PDFDocument.openAndWait(linear)
    #expect(try document.revisionsAndWait().count == 1)
    try document.add(Self.box, to: document.pageIDs[0])
    try document.saveAndWait()
    #expect(
      try document.revisionsAndWait().map(\.length).first == original.count
        && document.revisionsAndWait().count == 2)
    #expect(try document.revision(1).dataRepresentationAndWait() == original)
  }
}
