import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite struct RewritingTests {
  /// Edits that change objects of the file and add none: libqpdf has then read nothing when they come.
  private static let edits: [@Sendable (PDFDocument) throws -> Void] = [
    { try $0.movePages([$0.pageIDs[6]], to: 0) },
    { try $0.movePages([$0.pageIDs[1], $0.pageIDs[140]], to: 3) },
    { try $0.rotatePages([$0.pageIDs[0], $0.pageIDs[120]], by: .clockwise90) },
    { try $0.remove(AnnotationID(rawValue: "note-1"), from: $0.pageIDs[0]) },
  ]

  @Test(arguments: [false, true], edits.indices)
  func whatIsInObjectStreamsIsReplaced(isEncrypted: Bool, index: Int) throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try packed(in: folder, isEncrypted))
    try Self.edits[index](document)
    #expect(try document.saveAndWait(SaveOptions.rewrite()).method == .rewrite)
    try expectSaved(document)
    try document.undo()
    #expect(try document.saveAndWait(SaveOptions.rewrite()).method == .rewrite)
    try expectSaved(document)
  }

  /// A document whose objects are all in object streams.
  private func packed(in folder: TemporaryFolder, _ isEncrypted: Bool) throws -> URL {
    var sample = SampleDocument()
    sample.pageCount = 150
    sample.fanOut = 200
    let url = try folder.file("a.pdf", sample.data)
    let encryption = RewriteOptions.Encryption.aes256(userPassword: "", ownerPassword: "own")
    try PDFDocument.openAndWait(url).saveAndWait(
      SaveOptions.rewrite(RewriteOptions(encryption: isEncrypted ? encryption : .keep, objectStreams: true)))
    return url
  }

  @Test func aCopyIsEncrypted() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "copy.pdf")
    let document = try PDFDocument(data: SampleDocument().data)
    let options = SaveOptions.encrypted(
      userPassword: "", ownerPassword: "own", permissions: [.printing, .fillingForms])
    #expect(try document.writeAndWait(to: url, options).method == .rewrite && !document.isEncrypted)
    let copy = try PDFDocument.openAndWait(url)
    #expect(copy.isEncrypted && copy.effectivePermissions == [.printing, .fillingForms, .accessibility])
    #expect(try PDFDocument.openAndWait(url, password: "own").isOpenedByOwner)
  }

  private func expectSaved(_ document: PDFDocument) throws {
    let url = try #require(document.url)
    let reopened = try PDFDocument.openAndWait(url)
    for index in 0..<document.pageCount {
      let (page, other) = (try document.page(at: index), try reopened.page(at: index))
      #expect(
        page.rotation == other.rotation && page.annotations.map(\.subtype) == other.annotations.map(\.subtype)
      )
      #expect(page.label == other.label)
    }
    let text = try Tool.run("pdftotext", ["-layout", url.path, "-"]).output
    let printed = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("Page") }
    #expect(printed == document.pageIDs.map { "Page \($0.number)" })
  }

  /// The end of a stream that cannot be inflated is no end of the program, whatever decrypts it.
  @Test(arguments: ["128 --use-aes=y --", "256 --", "128 --use-aes=n --"])
  func damagedStreamsOfEncryptedFilesStayAsTheyAre(method: String) throws {
    let folder = try TemporaryFolder()
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Own[5 0 R 6 0 R]>>", as: 3)
    for (number, filter) in [4: "LZWDecode", 5: "FlateDecode", 6: "[/ASCIIHexDecode/LZWDecode]"] {
      let name = filter.hasPrefix("[") ? filter : "/\(filter)"
      builder.addStream("80ff1234 no such data 5678", dictionary: "/Filter\(name)", as: number)
    }
    let plain = try folder.file("plain.pdf", builder.data())
    let url = folder.url.appending(path: "encrypted.pdf")
    let arguments = ["--allow-weak-crypto", "--stream-data=preserve", "--encrypt", "", "own"]
    let run = try Tool.run(
      "qpdf", arguments + method.split(separator: " ").map(String.init) + [plain.path, url.path])
    try #require(run.status == 0 || run.status == 3, "\(run.output)")
    let document = try PDFDocument.openAndWait(url, options: OpenOptions(ignoresPermissions: true))
    try document.rotatePages(document.pageIDs, by: .clockwise90)
    for encryption in [RewriteOptions.Encryption.keep, .remove] {
      let target = folder.url.appending(path: "out.pdf")
      try document.saveAndWait(to: target, .rewrite(RewriteOptions(encryption: encryption)))
      let saved = try PDFDocument.openAndWait(target)
      #expect(try saved.page(at: 0).rotation == .clockwise90)
    }
  }
}
