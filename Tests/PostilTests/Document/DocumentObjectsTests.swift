import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite struct DocumentObjectsTests {
  private func document() throws -> PDFDocument {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/Lang(en)/Own<</A[1 2.5 /B (c) null true 4 0 R]>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Rotate 90>>", as: 3)
    builder.addStream("3020712051>", dictionary: "/Filter/ASCIIHexDecode", as: 4)
    builder.addStream("x", dictionary: "/Filter/DCTDecode", as: 5)
    return try PDFDocument(data: builder.data())
  }

  @Test func objectsAreValues() throws {
    let document = try document()
    let objects = document.objects
    #expect(try objects.trailer["Root"] == .reference(1))
    #expect(try objects.catalog["Lang"]?.text == "en" && objects.catalog["Pages"] == .reference(2))
    #expect(
      try objects.catalog["Own"]?["A"]?.array == [
        .integer(1), .real(2.5), .name("B"), .string(Data("c".utf8)), .null, .boolean(true), .reference(4),
      ])
    #expect(try objects.page(document.pageIDs[0])?["Rotate"] == .integer(90))
    #expect(try objects.page(document.pageIDs[0])?["MediaBox"] == nil)
    #expect(try objects.object(2)["Kids"]?[0] == .reference(3))
    let stream = try objects.object(4)
    guard case .stream(let entries, nil) = stream else {
      Issue.record("\(stream)")
      return
    }
    #expect(entries["Filter"] == .name("ASCIIHexDecode"))
  }

  @Test(arguments: [99, 0, -1, Int.max, Int.min]) func whatIsNotThereIsNull(_ number: Int) throws {
    #expect(try document().objects.object(number) == .null)
    #expect(try document().objects.object(2, generation: 7) == .null)
    let error = #expect(throws: PDFError.self) { try document().objects.stream(number, limit: 10) }
    #expect(error?.code == .invalidArgument)
  }

  @Test func streamsAreDecodedWithinALimit() throws {
    let objects = try document().objects
    #expect(try objects.stream(4, limit: 5) == Data("0 q Q".utf8))
    #expect(try objects.encodedStream(4, limit: 100) == Data("3020712051>".utf8))
    #expect(#expect(throws: PDFError.self) { try objects.stream(4, limit: 4) }?.code == .unsupported)
    #expect(#expect(throws: PDFError.self) { try objects.encodedStream(4, limit: 4) }?.code == .unsupported)
    #expect(#expect(throws: PDFError.self) { try objects.stream(5, limit: 99) }?.code == .damaged)
    #expect(#expect(throws: PDFError.self) { try objects.stream(2, limit: 99) }?.code == .invalidArgument)
    #expect(try objects.encodedStream(5, limit: 99) == Data("x".utf8))
  }

  /// Edits are seen when they were saved.
  @Test func objectsAreThoseOfTheFile() async throws {
    let folder = try TemporaryFolder()
    let document = try document()
    let page = document.pageIDs[0]
    try document.rotatePages([page], by: .clockwise90)
    let new = try document.insertBlankPage(width: 100, height: 100, at: 1)
    #expect(try document.objects.page(page)?["Rotate"] == .integer(90))
    #expect(try document.objects.page(new) == nil)
    try await document.save(to: folder.url.appending(path: "a.pdf"))
    #expect(try document.objects.page(page)?["Rotate"] == .integer(180))
    #expect(try document.objects.page(new)?["MediaBox"]?.array?.count == 4)
    #expect(throws: PDFError.self) { try document.objects.page(PageID(number: 99)) }
  }
}
