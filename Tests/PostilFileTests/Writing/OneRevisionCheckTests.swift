import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct OneRevisionCheckTests {
  private func check(_ data: Data, password: String? = nil) throws {
    try OneRevisionCheck.check(FileBytes(data: data), password: password)
  }

  /// Where the cross-reference section is.
  private func start(_ data: Data) throws -> Int {
    let bytes = try FileBytes(data: data)
    return try withExtendedLifetime(bytes) { try XrefChain(bytes.pointer).start }
  }

  /// - Parameter reason: What the error is to say.
  private func expectLeftover(_ data: Data, _ reason: String, _ location: SourceLocation = #_sourceLocation) {
    #expect(sourceLocation: location) {
      try check(data)
    } throws: {
      guard let error = $0 as? PDFError else { return false }
      return error.code == .cannotWrite && error.underlying?.contains(reason) == true
    }
  }

  @Test(arguments: [PDFBuilder.Xref.table, .stream]) func aFileThatWasSavedOncePasses(xref: PDFBuilder.Xref)
    throws
  {
    var sample = SampleDocument()
    sample.xref = xref
    try check(sample.data)
  }

  @Test(arguments: [
    RewriteOptions(), RewriteOptions(objectStreams: true), RewriteOptions(linearize: true),
    RewriteOptions(objectStreams: true, linearize: true),
    RewriteOptions(encryption: .aes256(userPassword: "pw", ownerPassword: "own")),
    RewriteOptions(
      encryption: .aes256(userPassword: "pw", ownerPassword: "own"), objectStreams: true, linearize: true),
  ]) func whatIsWrittenAnewPasses(options: RewriteOptions) throws {
    let writer = try RewriteWriter(FileBytes(data: SampleDocument().data), password: nil)
    let data = try writer.data(options)
    try check(data, password: options.encryption == .keep ? nil : "pw")
  }

  @Test func anUpdateIsFound() throws {
    let data = SampleDocument().data
    let start = try start(data)
    let update = "xref\n0 0\ntrailer\n<</Size 3/Root 1 0 R/Prev \(start)>>\nstartxref\n\(data.count)\n%%EOF\n"
    expectLeftover(data + Data(update.utf8), "2 revisions")
  }

  @Test(arguments: [PDFBuilder.Xref.table, .stream]) func anObjectThatNothingRefersToIsFound(
    xref: PDFBuilder.Xref
  ) throws {
    var builder = PDFBuilder()
    let pages = builder.reserve()
    let page = builder.add("<</Type/Page/Parent \(pages) 0 R/MediaBox[0 0 9 9]>>")
    builder.add("<</Type/Pages/Kids[\(page) 0 R]/Count 1>>", as: pages)
    let root = builder.add("<</Type/Catalog/Pages \(pages) 0 R>>")
    try check(builder.data(xref, root: root))
    let old = builder.add("(an old text)")
    expectLeftover(builder.data(xref, root: root), "nothing refers to object \(old), and 0 more")
  }

  @Test(arguments: ["9 0 obj\n(old)\nendobj\n", "% a comment that holds an older text\n", "old", ")"])
  func whatStandsBetweenObjectsIsFound(text: String) throws {
    let data = SampleDocument().data
    let start = try start(data)
    // Before the table, which has to be found all the same.
    let head = data.prefix(start) + Data(text.utf8) + Data("\n".utf8)
    let tail = String(decoding: data.dropFirst(start), as: Unicode.ASCII.self)
      .replacing("startxref\n\(start)", with: "startxref\n\(head.count)")
    expectLeftover(head + Data(tail.utf8), "there is something at byte \(start)")
  }

  @Test func aDamagedFileDoesNotPass() throws {
    let data = SampleDocument().data
    expectLeftover(data.prefix(data.count - 30), "does not say where its cross-reference table is")
    let shifted = data.prefix(9) + Data("\n".utf8) + data.dropFirst(9)
    #expect(throws: PDFError.self) { try check(shifted) }
  }
}
