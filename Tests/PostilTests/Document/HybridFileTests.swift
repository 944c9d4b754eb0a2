import Foundation
import Postil
import PostilTestSupport
import Testing

/// Hybrid-reference files (ISO 32000-2, 7.5.8.4).
@Suite struct HybridFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sample() -> Data {
    var sample = SampleDocument()
    sample.xref = .hybrid
    sample.builder.trailer = "/ID[<11111111><22222222>]"
    return sample.data
  }

  private func trailer(_ url: URL, password: String = "") throws -> String {
    try Tool.run("qpdf", ["--show-object=trailer", "--password=\(password)", url.path]).output
  }

  /// In the older trailer these lead to the root of the page tree.
  @Test(arguments: ["Info", "Root"])
  func theNewestTrailerCounts(key: String) throws {
    let text = try #require(String(data: sample(), encoding: .isoLatin1))
    let first = try #require(text.firstRange(of: try Regex("/\(key) [0-9]+ 0 R")))
    let zeros = String(repeating: "0", count: text[first].count - key.count - 7)
    let wrong = "/\(key) \(zeros)2 0 R"
    let data = text.replacingCharacters(in: first, with: wrong).data(using: .isoLatin1)
    let url = try folder.file("a.pdf", #require(data))
    let document = try PDFDocument.openAndWait(url)
    #expect(document.pageCount == 4 && document.information.title == "A sample")
    #expect(document.revisionCount == 1 && document.warnings.isEmpty)
    #expect(try document.revisionsAndWait().count == 1)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(try document.saveAndWait().method == .append)
    let saved = try PDFDocument.openAndWait(url)
    #expect(saved.information.title == "A sample" && saved.revisionCount == 2)
    #expect(try saved.revisionsAndWait().map(\.number) == [1, 2])
    #expect(try saved.page(at: 0).rotation == .clockwise90)
    #expect(try trailer(url).contains("<11111111>"))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func aRewriteKeepsInformationAndIdentifier() throws {
    let url = try folder.file("a.pdf", sample())
    let document = try PDFDocument.openAndWait(url)
    try document.movePages([document.pageIDs[0]], to: 2)
    #expect(try document.saveAndWait(SaveOptions.rewrite()).method == .rewrite)
    let saved = try PDFDocument.openAndWait(url)
    #expect(saved.information.title == "A sample" && saved.revisionCount == 1)
    let written = try trailer(url)
    #expect(written.contains("<11111111>") && !written.contains("XRefStm"))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  /// An encrypted file and an update that lists only its own cross-reference stream.
  private func encrypted(_ password: String) throws -> URL {
    let url = try folder.file("a.pdf", SampleDocument().data)
    let aes = RewriteOptions.Encryption.aes256(userPassword: password, ownerPassword: "own")
    try PDFDocument.openAndWait(url).saveAndWait(
      SaveOptions.rewrite(RewriteOptions(encryption: aes, objectStreams: false)))
    var data = try Data(contentsOf: url)
    let text = try #require(String(data: data, encoding: .isoLatin1))
    let found = try #require(text.firstMatch(of: /trailer <<(.*?)>>\s+startxref\s+(\d+)/))
    let size = try #require(found.1.firstMatch(of: /\/Size (\d+)/))
    let number = try #require(Int(size.1))
    let entries = found.1.replacing(/\/Size \d+/, with: "/Size \(number + 1)")

    let stream = data.count
    let offset = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) }
    data +=
      "\(number) 0 obj\n<</Type/XRef/W[1 4 2]/Index[\(number) 1]/Size \(number + 1)/Length 7>>\nstream\n".utf8
    data += [1] + offset + [0, 0]
    data += "\nendstream\nendobj\n".utf8
    let update = data.count
    data += "xref\n0 0\ntrailer\n<</XRefStm \(stream)/Prev \(found.2)\(entries)".utf8
    data += ">>\nstartxref\n\(update)\n%%EOF\n".utf8
    try data.write(to: url)
    return url
  }

  @Test(arguments: [(SaveOptions(), SaveReport.Method.append), (.rewrite(), .rewrite)])
  func anEncryptedOneStaysEncrypted(options: SaveOptions, method: SaveReport.Method) throws {
    let url = try encrypted("user")
    #expect(throws: PDFError.self) { try PDFDocument.openAndWait(url) }
    let document = try PDFDocument.openAndWait(url, password: "user")
    #expect(document.isEncrypted && document.pageCount == 4 && document.information.title == "A sample")
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(try document.saveAndWait(options).method == method)
    let error = #expect(throws: PDFError.self) { try PDFDocument.openAndWait(url) }
    #expect(error?.code == .passwordRequired)
    let saved = try PDFDocument.openAndWait(url, password: "user")
    #expect(saved.isEncrypted && saved.information.author == "Привет")
    #expect(try saved.page(at: 0).rotation == .clockwise90)
    #expect(try Tool.qpdfCheck(url, password: "user").status == 0)
  }

  /// A main section may not lead to a stream of hidden objects. Poppler, MuPDF, PDFium and libqpdf from version 12
  /// on take an object that it calls free for none; libqpdf 11 takes it for what the stream says.
  @Test func whatItsOwnSectionCallsFreeIsNoObstacle() throws {
    var text = try #require(String(data: sample(), encoding: .isoLatin1))
    // The update becomes a section of all objects.
    let main = try #require(text.range(of: "xref\n0 "))
    let trailer = try #require(text.range(of: "trailer\n", range: main.upperBound..<text.endIndex))
    let entries = text[main.lowerBound..<trailer.lowerBound]
    let empty = try #require(text.range(of: "xref\n0 0\n", options: .backwards))
    text.replaceSubrange(empty, with: entries)
    let data = text.replacing(/\/Prev \d+/, with: "").data(using: .isoLatin1)
    let url = try folder.file("a.pdf", #require(data))
    let document = try PDFDocument.openAndWait(url)
    #expect(document.pageCount == 4)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(try document.saveAndWait().method == .append)
    let saved = try PDFDocument.openAndWait(url)
    #expect(try saved.pageCount == 4 && saved.page(at: 0).rotation == .clockwise90)
    #expect(saved.information == document.information)
  }
}
