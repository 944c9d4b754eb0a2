import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Pages of documents that are damaged.
@Suite struct DamagedSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two pages, the second of which has content, and `parent` as its parent.
  private func builder(parent: Int = 2) -> PDFBuilder {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>", as: 3)
    builder.add("<</Type/Page/Parent \(parent) 0 R/Contents 5 0 R>>", as: 4)
    builder.addStream("0 0 10 10 re f 20 20 10 10 re f", as: 5)
    return builder
  }

  private func replacing(_ old: String, by new: String, in data: Data) throws -> Data {
    var data = data
    data.replaceSubrange(try #require(data.range(of: Data(old.utf8))), with: Data(new.utf8))
    return data
  }

  private func content(of document: PDFDocument, at page: Int) throws -> String {
    let data = try document.dataRepresentationAndWait()
    let copy = try PDFDocument(data: data)
    let bytes = try copy.store.withLock { try $0.contents(ofPageAt: copy.pageIDs[page]) }
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  @Test(arguments: ["/Length 12", "/Length 33", "/Length 99", "/Length  1"])
  func aStreamWhoseLengthIsWrongIsCopied(length: String) throws {
    let whole = builder().data()
    let data = try replacing("/Length 31", by: length, in: whole)
    let source = try PDFDocument(data: data)
    let result = try PDFDocument()
    try result.insertPagesAndWait(of: source, [source.pageIDs[1]], at: 0)
    #expect(try content(of: result, at: 0).hasPrefix("0 0 10 10 re f 20 20 10 10 re f"))
  }

  @Test func damageOfASourceIsTold() throws {
    let whole = builder().data()
    func damage(_ data: Data) throws -> (told: String?, saved: [String]) {
      let source = try PDFDocument(data: data)
      let result = try PDFDocument()
      let told = try result.insertPagesAndWait(of: source, at: 0).damage
      return (told, try result.saveAndWait(to: folder.url.appendingPathComponent("r.pdf")).warnings)
    }
    let right = try damage(whole)
    #expect(right.told == nil && right.saved.isEmpty)
    // A page that is missing, a table that is wrong, and a stream of which that comes to light when it is copied.
    #expect(try damage(replacing("4 0 R]", by: "9 0 R]", in: whole)).told != nil)
    #expect(try damage(replacing("startxref\n", by: "startxref\n1", in: whole)).told != nil)
    let late = try damage(replacing("/Length 31", by: "/Length 12", in: whole))
    #expect(late.told != nil || !late.saved.isEmpty)
    #expect((late.told == nil) == !late.saved.isEmpty)
  }

  /// Readers that look for what a page inherits by its `/Parent` would turn it as well.
  @Test func aPageThatNamesAnotherAsItsParentDoesNotTurnWithIt() throws {
    let document = try PDFDocument(data: builder(parent: 3).data())
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let copy = try PDFDocument(data: document.dataRepresentationAndWait())
    let page = try copy.store.withLock { try $0.page(copy.pageIDs[1]).dictionary }
    #expect(page["Parent"]?.reference?.number == 2 && page["Rotate"] == nil)
    #expect(page["MediaBox"]?.array?.count == 4)
    // Nothing is written of it where the page that it names stays as it is.
    let other = try PDFDocument(data: builder(parent: 3).data())
    try other.rotatePages([other.pageIDs[1]], by: .clockwise90)
    let now = try PDFDocument(data: other.dataRepresentationAndWait())
    #expect(
      try now.store.withLock { try $0.page(now.pageIDs[1]).dictionary }["Parent"]?.reference?.number == 3)
  }
}
