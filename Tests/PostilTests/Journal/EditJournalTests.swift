import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

@Suite struct EditJournalTests {
  let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = try folder.file("report.pdf", SampleDocument().data)
  }

  private var journals: URL { folder.url.appending(path: "journal") }
  private var options: OpenOptions { OpenOptions(journalFolder: journals) }

  private func open() throws -> PDFDocument { try PDFDocument.openAndWait(url, options: options) }

  private static let box = Annotation(.rectangle(PageRect(x: 10, y: 10, width: 50, height: 50)))

  /// The journals as they are now, as if the program ended here.
  private func crashed(_ name: String = "crashed") throws -> URL {
    let copies = folder.url.appending(path: name)
    try? FileManager.default.removeItem(at: copies)
    try FileManager.default.copyItem(at: journals, to: copies)
    return copies
  }

  private func recoverable(_ name: String = "crashed") throws -> [RecoverableEdits] {
    PDFDocument.recoverable(url, in: try crashed(name))
  }

  private func files(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  // MARK: - What is there

  @Test func withoutAFolderNothingIsWritten() throws {
    let document = try PDFDocument.openAndWait(url)
    try document.add(Self.box, to: document.pageIDs[0])
    #expect(files(in: folder.url) == ["report.pdf"])
  }

  @Test func readingWritesNoJournal() throws {
    let document = try open()
    _ = try document.page(at: 0)
    try document.saveAndWait()
    #expect(files(in: journals).isEmpty)
  }

  @Test func whatWasNotSavedIsRecovered() throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
    try document.undo()
    try document.edit("Both") { edit in
      try edit.removePages([document.pageIDs[3]])
      try edit.add(Annotation(Self.box.content), to: document.pageIDs[2])
    }
    let found = try recoverable()
    try #require(found.count == 1)
    #expect(found[0].status == .ready && found[0].stepCount == 4 && !found[0].isEncrypted)
    let recovered = try found[0].recoverAndWait()
    #expect(recovered.state == document.state && recovered.hasUnsavedChanges && recovered.url == url)
    #expect(recovered.undoName == "Both")
    while try recovered.undo() {}
    #expect(!recovered.hasUnsavedChanges)
    #expect(try recovered.dataRepresentationAndWait() == Data(contentsOf: url))
  }

  @Test func theEditsOfARecoveredDocumentAreInTheJournalToo() throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    let recovered = try recoverable()[0].recoverAndWait()
    try recovered.rotatePages([recovered.pageIDs[1]], by: .clockwise90)
    try recovered.undo()
    try recovered.undo()
    try recovered.redo()
    #expect(files(in: folder.url.appending(path: "crashed")).count == 1)
    let copies = folder.url.appending(path: "again")
    try FileManager.default.copyItem(at: folder.url.appending(path: "crashed"), to: copies)
    let again = try PDFDocument.recoverable(url, in: copies)[0].recoverAndWait()
    #expect(again.state == recovered.state && again.redoName == "Rotate")
  }

  @Test func groupsThatStayOpenAreRecovered() throws {
    let document = try open()
    let page = document.pageIDs[1]
    let group = document.openGroup(named: "Erase")
    #expect(
      try document.apply([.addAnnotation(Self.box, page: page)], in: group, to: page, version: 0)
        == .done(version: 1))
    var changed = Self.box
    changed.style.color = .green
    #expect(
      try document.apply([.replaceAnnotation(changed, page: page)], in: group, to: page, version: 1)
        == .done(version: 2))
    let open = try recoverable("open")[0].recoverAndWait()
    #expect(open.state == document.state && open.undoName == "Erase")
    document.end(group)
    let other = document.openGroup(named: "Cancelled")
    #expect(
      try document.apply([.removeAnnotation(changed.id, page: page)], in: other, to: page, version: 2)
        == .done(version: 3))
    try document.cancel(other)
    let closed = try recoverable("closed")[0].recoverAndWait()
    #expect(closed.state == document.state && closed.undoName == "Erase")
    try closed.undo()
    #expect(!closed.hasUnsavedChanges)
  }

  @Test func pagesOfOtherDocumentsAreRecovered() async throws {
    let document = try open()
    var sample = SampleDocument()
    sample.pageCount = 2
    try document.insertPagesAndWait(of: PDFDocument(data: sample.data), at: 1)
    try document.insertPage(
      showing: .init(SampleImage.png(width: 20, height: 10) { _, _ in [255, 0, 0, 255] }), at: 0)
    try document.insertBlankPage(width: 100, height: 100, at: 0)
    let recovered = try recoverable()[0].recoverAndWait()
    #expect(recovered.state == document.state && recovered.pageCount == 8)
    let texts = [
      try await recovered.text(of: recovered.pageIDs[3]), try await document.text(of: document.pageIDs[3]),
    ]
    #expect(texts[0].string == texts[1].string && !texts[0].isEmpty)
    // New pages do not get the names of those that are there.
    try recovered.insertPagesAndWait(of: PDFDocument(data: sample.data), at: 8)
    #expect(Set(recovered.pageIDs).count == 10)
    try recovered.saveAndWait()
    #expect(try PDFDocument.openAndWait(url).pageCount == 10)
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func aDocumentThatIsMissingBesideTheJournalIsNamed() throws {
    let document = try open()
    try document.insertPagesAndWait(of: PDFDocument(data: SampleDocument().data), at: 1)
    let found = try #require(try recoverable().first)
    let copies = folder.url.appending(path: "crashed")
    let source = try #require(files(in: copies).first { !$0.hasSuffix(".journal") })
    try FileManager.default.removeItem(at: copies.appending(path: source))
    let error = #expect(throws: PDFError.self) { try found.recoverAndWait() }
    #expect(error?.code == .damaged && error?.message.contains("'\(source)'") == true)
    #expect(files(in: copies).contains { $0.hasSuffix(".journal") })
  }

  /// What was filled in is shown again, too: the state says where the fields are.
  @Test func formValuesAreRecovered() async throws {
    let document = try open()
    try document.fill(["name": "Ada Lovelace"])
    try document.fill(["name": "Grace"])
    try document.undo()
    let recovered = try recoverable()[0].recoverAndWait()
    #expect(recovered.state == document.state)
    try recovered.redo()
    try document.redo()
    #expect(recovered.state == document.state && recovered.undoName == document.undoName)
    var pictures: [Pixels] = []
    for document in [recovered, document] {
      let renderer = PageRenderer(document, options: .forTests)
      pictures.append(Pixels(try await renderer.image(of: document.pageIDs[0], scale: 1)))
    }
    #expect(pictures[0].largest(from: pictures[1]) == 0)
  }

  // MARK: - Saves

  @Test(arguments: [SaveOptions(), .incremental(safety: .inPlace), .rewrite()])
  func afterASaveWhatCameLaterIsRecovered(options: SaveOptions) throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    try document.removePages([document.pageIDs[1]])
    try document.saveAndWait(options)
    #expect(try recoverable("saved").isEmpty)
    try document.undo()
    try document.rotatePages([document.pageIDs[2]], by: .clockwise90)
    let found = try recoverable()
    #expect(found.map(\.stepCount) == [2] && found[0].status == .ready)
    let saved = try Data(contentsOf: url)
    let recovered = try found[0].recoverAndWait()
    #expect(recovered.state == document.state && recovered.hasUnsavedChanges && recovered.url == url)
    // Back to what was saved, and to what was opened.
    try recovered.undo()
    try recovered.redo()
    try recovered.saveAndWait()
    #expect(try Data(contentsOf: url).starts(with: saved))
    let reopened = try PDFDocument.openAndWait(url)
    #expect(reopened.pageCount == 4)
    #expect(try reopened.page(at: 2).rotation == document.page(at: 2).rotation)
    #expect(try reopened.page(at: 0).annotations.map(\.id).contains(Self.box.id))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func aFileThatWasWrittenAnewBeforeTheFirstEditIsFollowed() throws {
    let document = try open()
    try document.saveAndWait(.rewrite())
    let saved = try Data(contentsOf: url)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let found = try recoverable()
    #expect(found.map(\.status) == [.ready] && found[0].stepCount == 1)
    let recovered = try found[0].recoverAndWait()
    #expect(recovered.state == document.state && recovered.hasUnsavedChanges)
    try recovered.saveAndWait()
    #expect(try Data(contentsOf: url).starts(with: saved))
  }

  @Test func manyPointsAreRecoveredToTheBit() throws {
    let document = try open()
    let points = (0..<2000).map { PagePoint(x: 100 + Double($0) / 7, y: 200 + sin(Double($0)) * 50) }
    let strokes = [InkStroke(points), InkStroke(points: points, curve: .straight)]
    try document.add(Annotation(.ink(strokes)), to: document.pageIDs[0])
    let found = try recoverable()
    #expect(try found[0].recoverAndWait().state == document.state)
    let size = try FileManager.default.attributesOfItem(atPath: found[0].journal.path)[.size] as? Int
    #expect(size ?? .max < 100_000)
  }

  @Test func aSaveToAnotherFileIsFollowed() throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    let other = folder.url.appending(path: "other.pdf")
    try document.saveAndWait(to: other)
    try document.rotatePages([document.pageIDs[2]], by: .clockwise90)
    let copies = try crashed()
    #expect(PDFDocument.recoverable(url, in: copies).isEmpty)
    let found = PDFDocument.recoverable(other, in: copies)
    #expect(found.map(\.stepCount) == [1])
    let recovered = try found[0].recoverAndWait()
    #expect(recovered.url?.path == other.path && recovered.state == document.state)
  }

  /// The program may end before the file is replaced, or right after.
  @Test(arguments: [SaveOptions(), .incremental(safety: .inPlace), .rewrite()], [false, true])
  func aSaveThatWasInterruptedIsRecognised(options: SaveOptions, isReplaced: Bool) throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    let original = try Data(contentsOf: url)
    let copies = folder.url.appending(path: "crashed")
    document.setDiskSync { [journals] descriptor in
      try? FileManager.default.copyItem(at: journals, to: copies)
      return fsync(descriptor)
    }
    try document.saveAndWait(options)
    if !isReplaced { try original.write(to: url) }
    let found = PDFDocument.recoverable(url, in: copies)
    #expect(found.map(\.stepCount) == (isReplaced ? [] : [1]))
    guard !isReplaced else { return }
    let recovered = try found[0].recoverAndWait()
    #expect(recovered.state == document.state && recovered.hasUnsavedChanges)
  }

  @Test func editsDuringASaveAreUnsaved() throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    document.setDiskSync { [weak document] descriptor in
      if let document, document.state.rotation(of: document.pageIDs[1]) == .none {
        try? document.rotatePages([document.pageIDs[1]], by: .clockwise90)
      }
      return fsync(descriptor)
    }
    try document.saveAndWait()
    #expect(document.hasUnsavedChanges)
    let found = try recoverable()
    #expect(found.map(\.stepCount) == [1])
    let recovered = try found[0].recoverAndWait()
    #expect(recovered.state == document.state && recovered.hasUnsavedChanges)
    try recovered.undo()
    #expect(!recovered.hasUnsavedChanges)
  }

  @Test func whatIsClosedWithNothingUnsavedLeavesNothing() throws {
    do {
      let document = try open()
      try document.add(Self.box, to: document.pageIDs[0])
      try document.saveAndWait()
      #expect(files(in: journals).count == 1)
    }
    #expect(files(in: journals).isEmpty)
    do { try open().rotatePages([PageID(number: 1)], by: .clockwise90) }
    #expect(files(in: journals).count == 1)
    let found = PDFDocument.recoverable(url, in: journals)
    #expect(found.count == 1)
    try found[0].discard()
    #expect(files(in: journals).isEmpty)
    do {
      let document = try open()
      try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
      document.discardJournal()
      try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    }
    #expect(files(in: journals).isEmpty)
  }

  /// Journals of which all is saved, of programs that ended without closing their documents, do not pile up. Looking for them keeps
  /// no edit waiting.
  @Test func finishedJournalsOfOtherProgramsAreRemoved() throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    try document.saveAndWait()
    let finished = try crashed()
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let unfinished = try #require(files(in: try crashed("unfinished")).first)
    let copy = folder.url.appending(path: "unfinished/\(unfinished)")
    let kept = finished.appending(path: "kept.journal")
    try FileManager.default.copyItem(at: copy, to: kept)
    let other = try folder.file("other.pdf", SampleDocument().data)
    let next = try PDFDocument.openAndWait(other, options: OpenOptions(journalFolder: finished))
    EditJournal.cleaning.suspend()
    try next.rotatePages([next.pageIDs[0]], by: .clockwise90)
    #expect(files(in: finished).count == 3)
    EditJournal.cleaning.resume()
    EditJournal.cleaning.sync {}
    let left = files(in: finished)
    #expect(left.count == 2 && left.contains("kept.journal"))
    #expect(PDFDocument.recoverable(other, in: finished).map(\.status) == [.inUse])
  }

  // MARK: - What can be wrong

  @Test func ofAFileThatAnotherProgramChangedACopyIsRecovered() throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    var foreign = try Data(contentsOf: url)
    foreign.append(Data("\n% more\n".utf8))
    try foreign.write(to: url)
    let found = try recoverable()
    #expect(found.map(\.status) == [.fileChanged])
    let recovered = try found[0].recoverAndWait()
    #expect(recovered.state == document.state && recovered.url == nil && recovered.hasUnsavedChanges)
    #expect { try recovered.saveAndWait() } throws: { ($0 as? PDFError)?.code == .noFile }
    try recovered.saveAndWait(to: folder.url.appending(path: "copy.pdf"))
    #expect(try Data(contentsOf: url) == foreign)
  }

  @Test func whatIsLostIsSaidAndKept() throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    try Data("another file".utf8).write(to: url)
    let found = try recoverable()
    #expect(found.map(\.status) == [.fileLost] && document.hasUnsavedChanges)
    #expect { try found[0].recoverAndWait() } throws: { ($0 as? PDFError)?.code == .fileChanged }
    #expect(files(in: folder.url.appending(path: "crashed")).count == 1)
  }

  @Test func aDocumentThatIsOpenIsLeftAlone() throws {
    let document = try open()
    try document.add(Self.box, to: document.pageIDs[0])
    let found = PDFDocument.recoverable(url, in: journals)
    #expect(found.map(\.status) == [.inUse])
    #expect { try found[0].recoverAndWait() } throws: { ($0 as? PDFError)?.code == .fileBusy }
    #expect { try found[0].discard() } throws: { ($0 as? PDFError)?.code == .fileBusy }
  }

  @Test func ofAJournalThatIsCutOffAnywhereWholeStepsAreRecovered() throws {
    let document = try open()
    var states = [document.state]
    for index in 0..<4 {
      try document.rotatePages([document.pageIDs[index]], by: .clockwise90)
      states.append(document.state)
    }
    let copies = try crashed()
    let file = copies.appending(path: try #require(files(in: copies).first))
    let bytes = try Data(contentsOf: file)
    var seen = 0
    for length in stride(from: bytes.count, through: 0, by: -1) {
      try bytes.prefix(length).write(to: file)
      guard let found = PDFDocument.recoverable(url, in: copies).first, found.status == .ready else {
        continue
      }
      let recovered = try found.recoverAndWait()
      #expect(recovered.state == states[found.stepCount])
      seen = max(seen, found.stepCount)
    }
    #expect(seen == 4)
  }

  @Test func aJournalOfANewerVersionIsKept() throws {
    let document = try open()
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let copies = try crashed()
    let file = copies.appending(path: try #require(files(in: copies).first))
    let (journal, _) = try JournalFile.resume(file)
    try journal.append([.init(kind: 99, bytes: [])])
    let found = withExtendedLifetime(journal) { PDFDocument.recoverable(in: copies) }
    #expect(found.map(\.status) == [.newerVersion])
  }

  /// Checksums are no proof: numbers are counted on from.
  @Test func aNumberThatCannotBeCountedOnIsRefused() throws {
    let document = try open()
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let copies = try crashed()
    let file = copies.appending(path: try #require(files(in: copies).first))
    let (journal, _) = try JournalFile.resume(file)
    let save = #"{"number": 9223372036854775807, "step": "began"}"#
    try journal.append([.init(kind: 2, bytes: Array(save.utf8))])
    withExtendedLifetime(journal) {}
    let found = PDFDocument.recoverable(in: copies)
    #expect(throws: PDFError.self) {
      try found.first?.recoverAndWait().saveAndWait(to: copies.appending(path: "out.pdf"))
    }
  }

  @Test func withoutRoomEditsGoOn() throws {
    try Data().write(to: journals)
    let document = try open()
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(document.journalFailure?.code == .cannotWrite)
    try document.saveAndWait()
    #expect(try PDFDocument.openAndWait(url).page(at: 0).rotation == .clockwise90)
  }

  // MARK: - Encrypted documents

  @Test func ofAnEncryptedDocumentNothingIsInTheClear() throws {
    let plain = try PDFDocument.openAndWait(url)
    try plain.saveAndWait(
      .rewrite(RewriteOptions(encryption: .aes256(userPassword: "pw", ownerPassword: "own"))))
    let document = try PDFDocument.openAndWait(url, password: "pw", options: options)
    var note = Self.box
    note.contents = "TopSecretWords"
    try document.add(note, to: document.pageIDs[0])
    var sample = SampleDocument()
    sample.pageCount = 1
    try document.insertPagesAndWait(of: PDFDocument(data: sample.data), at: 1)
    let found = try recoverable()
    #expect(found.map(\.isEncrypted) == [true] && found[0].stepCount == 2)
    for file in files(in: journals) {
      let bytes = try Data(contentsOf: journals.appending(path: file))
      #expect(
        bytes.range(of: Data("TopSecret".utf8)) == nil && bytes.range(of: Data("rectangle".utf8)) == nil)
      #expect(bytes.range(of: Data("%PDF".utf8)) == nil)
    }
    #expect { try found[0].recoverAndWait() } throws: { ($0 as? PDFError)?.code == .passwordRequired }
    #expect { try found[0].recoverAndWait(password: "no") } throws: {
      ($0 as? PDFError)?.code == .wrongPassword
    }
    let recovered = try found[0].recoverAndWait(password: "own")
    #expect(recovered.state == document.state)
  }

  @Test func aChangeOfTheEncryptionEndsTheJournal() throws {
    let document = try open()
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    try document.saveAndWait(
      .rewrite(RewriteOptions(encryption: .aes256(userPassword: "pw", ownerPassword: "own"))))
    #expect(files(in: journals).isEmpty)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(document.journalFailure?.code == .unsupported && files(in: journals).isEmpty)
  }
}
