import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Entries of objects in journals: objects are named as they were when the file was opened, whatever it is by now.
@Suite struct ObjectJournalTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let document: PDFDocument

  init() throws {
    folder = try TemporaryFolder()
    url = try folder.file("a.pdf", ObjectsDocument.data())
    document = try PDFDocument.openAndWait(
      url, options: OpenOptions(journalFolder: folder.url.appending(path: "journal")))
  }

  /// The document as it is recovered if the program ends here.
  private func recovered() throws -> PDFDocument {
    let copies = folder.url.appending(path: UUID().uuidString)
    try FileManager.default.copyItem(at: folder.url.appending(path: "journal"), to: copies)
    let found = PDFDocument.recoverable(url, in: copies).filter { $0.status == .ready }
    try #require(found.count == 1)
    return try found[0].recoverAndWait()
  }

  private func number(_ value: PDFValue?) throws -> Int {
    guard case .reference(let number)? = value else { throw PDFError(.other, "no reference") }
    return number
  }

  /// The number of the first page's own data.
  private func own(_ document: PDFDocument) throws -> Int {
    try number(document.objects.page(document.pageIDs[0])?["PieceInfo"])
  }

  @Test func whatWasSetIsRecovered() throws {
    try document.setEntries(
      ["A": .stream(["B": .reference(13)], Data([1, 2])), "C": .page(document.pageIDs[2]), "D": .real(2)],
      of: .catalog)
    try document.setEntry("Tabs", of: .page(document.pageIDs[0]), to: .name("S"))
    try document.removeEntry("Own", of: .object(11))
    try document.setStream(12, to: Data("set".utf8))
    let recovered = try recovered()
    #expect(recovered.state == document.state && recovered.hasUnsavedChanges)
    #expect(try recovered.objects.object(11) == document.objects.object(11))
    let saved = try saveAndReopen(recovered)
    #expect(try saved.objects.object(number(saved.objects.catalog["A"]))["B"] == .reference(13))
    #expect(
      try saved.objects.catalog["C"] == .reference(5)
        && saved.objects.stream(12, limit: 9) == Data("set".utf8))
    while try recovered.undo() {}
    let back = try saveAndReopen(recovered)
    #expect(try back.objects.object(11)["Own"]?.text == "opened" && back.objects.catalog["A"] == nil)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func undoGoesOnAfterARecovery(options: SaveOptions) throws {
    try document.setEntry("Own", of: .object(11), to: .string(Data("first".utf8)))
    try document.saveAndWait(options)
    try document.setEntry("Own", of: .object(own(document)), to: .string(Data("second".utf8)))
    // An object that no edit named before the save.
    let other = try number(document.objects.page(document.pageIDs[1])?["PieceInfo"]?["Own"])
    try document.setEntry("Own", of: .object(other), to: .reference(own(document)))
    let recovered = try recovered()
    #expect(recovered.state == document.state)
    var saved = try saveAndReopen(recovered)
    #expect(try saved.objects.object(own(saved))["Own"]?.text == "second")
    let value = try saved.objects.object(number(saved.objects.page(saved.pageIDs[1])?["PieceInfo"]?["Own"]))[
      "Own"]
    #expect(try value == .reference(own(saved)))
    try recovered.setEntry("Own", of: .object(own(recovered)), to: .integer(3))
    saved = try saveAndReopen(recovered, options)
    #expect(try saved.objects.object(own(saved))["Own"] == .integer(3))
    while try recovered.undo() {}
    saved = try saveAndReopen(recovered)
    #expect(try saved.objects.object(own(saved))["Own"]?.text == "opened")
    #expect(try saved.objects.object(own(saved))["Kept"]?.text == "kept")
  }

  @Test func numbersAreKnownThroughSeveralFiles() throws {
    try document.setEntry("Own", of: .object(11), to: .integer(1))
    try document.saveAndWait(.rewrite())
    try document.setEntry("Own", of: .object(own(document)), to: .integer(2))
    try document.saveAndWait()
    try document.saveAndWait(.rewrite(RewriteOptions(objectStreams: true)))
    try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
    let first = try recovered()
    try first.setEntry("Own", of: .object(own(first)), to: .integer(3))
    #expect(first.journalFailure == nil)
    let saved = try saveAndReopen(first)
    #expect(try saved.objects.object(own(saved))["Own"] == .integer(3))
    while try first.undo() {}
    let back = try saveAndReopen(first)
    #expect(try back.objects.object(own(back))["Own"]?.text == "opened")
  }

  /// Of a file that was written anew before the program ended only those numbers are known that edits named.
  @Test func objectsThatAreNotKnownAreRefused() throws {
    try document.setEntry("Own", of: .object(11), to: .integer(1))
    try document.saveAndWait(.rewrite())
    try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
    let recovered = try recovered()
    let other = try number(recovered.objects.page(recovered.pageIDs[1])?["PieceInfo"]?["Own"])
    let error = #expect(throws: PDFError.self) {
      try recovered.setEntry("Own", of: .object(other), to: .integer(1))
    }
    #expect(error?.code == .notEditable)
    try recovered.setEntry("Own", of: .catalog, to: .integer(1))
    try recovered.saveAndWait()
    #expect(try Tool.qpdfCheck(url).status == 0)
  }
}
