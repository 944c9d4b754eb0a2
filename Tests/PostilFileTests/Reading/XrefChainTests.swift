import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct XrefChainTests {
  private func chain(_ data: Data) throws -> XrefChain {
    try data.withUnsafeBytes { try XrefChain($0) }
  }

  @Test(arguments: PDFBuilder.Xref.allCases)
  func theNewestSectionIsFound(xref: PDFBuilder.Xref) throws {
    var sample = SampleDocument()
    sample.xref = xref
    let data = sample.data
    let chain = try chain(data)
    #expect(chain.kind == (xref == .stream ? .stream : .table))
    #expect(chain.sections?.count == (xref == .hybrid ? 2 : 1))
    #expect(chain.revisions == 1 && chain.headerOffset == 0)
    #expect(chain.trailer["Root"] == .reference(ObjectID(number: 1)))
    let highest = String(decoding: data, as: UTF8.self).matches(of: /(\d+) 0 obj/).compactMap { Int($0.1) }
      .max()
    #expect(chain.size == highest.map { $0 + 1 })
  }

  /// A file whose cross-reference table is the given text.
  private func file(_ xref: String, trailer: String = "<</Size 3/Root 1 0 R>>") -> Data {
    let head = "%PDF-1.4\n"
    return Data("\(head)\(xref)trailer\n\(trailer)\nstartxref\n\(head.utf8.count)\n%%EOF".utf8)
  }

  @Test func aSizeThatIsTooSmallIsCorrected() throws {
    let entries = String(repeating: "0000000009 00000 n \n", count: 7)
    #expect(try chain(file("xref\n0 7\n\(entries)")).size == 7)
    #expect(try chain(file("xref\n3 7\n\(entries)")).size == 10)
    #expect(try chain(file("xref\n0 7\n\(entries)", trailer: "<</Size 40/Root 1 0 R>>")).size == 40)
  }

  @Test func entriesOfNineteenBytesAreRead() throws {
    let entries = String(repeating: "0000000009 00000 n\n", count: 7)
    #expect(try chain(file("xref\n0 7\n\(entries)")).size == 7)
  }

  /// Where the second of two subsections begins is found only by reading entries of 19 bytes.
  @Test func shortEntriesDoNotHideASubsection() throws {
    let found = try chain(file("xref\n0 1\n0000000000 65535 f\n13 1\n0000000009 00000 n\n"))
    #expect(found.size == 14 && found.sections == nil)
  }

  @Test(arguments: [
    "<</Root 1 0 R>>", "<</Size 3>>", "<</Size 3/Root<<>>>>", "<</Size 9223372036854775807/Root 1 0 R>>",
    "<</Size 3/Root 1 0 R/Prev 999999>>", "<</Size 3/Root 1 0 R", "",
  ])
  func trailersThatCannotBeContinuedAreRefused(trailer: String) {
    let entries = String(repeating: "0000000009 00000 n \n", count: 3)
    #expect(throws: XrefChain.Unusable.self) { try chain(file("xref\n0 3\n\(entries)", trailer: trailer)) }
  }

  @Test func aChainThatBitesItsTailEnds() throws {
    let entries = String(repeating: "0000000009 00000 n \n", count: 3)
    let data = file("xref\n0 3\n\(entries)", trailer: "<</Size 3/Root 1 0 R/Prev 9>>")
    #expect(try chain(data).revisions <= 2)
  }

  @Test(arguments: [
    "", "%PDF-1.4", "startxref", "%PDF-1.4\nstartxref\n", "%PDF-1.4\nstartxref\n99999999999999999999",
  ])
  func whatHasNoSectionIsRefused(text: String) {
    #expect(throws: XrefChain.Unusable.self) { try chain(Data(text.utf8)) }
  }
}

@Suite struct AppendBaseTests {
  @Test func numbersThatDanglingReferencesNameAreNotGivenOut() throws {
    var sample = SampleDocument()
    sample.pageEntries = "/Nothing 500 0 R"
    let base = try sample.data.withUnsafeBytes { IncrementalBase.find(in: $0) }.get()
    #expect(base.nextNumber == 501)
    sample.pageEntries = "/Nothing 4000000 0 R"
    #expect(try sample.data.withUnsafeBytes { IncrementalBase.find(in: $0) }.get().nextNumber < 100)
  }
}
