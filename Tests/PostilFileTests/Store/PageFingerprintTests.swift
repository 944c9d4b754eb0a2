import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct PageFingerprintTests {
  private func fingerprint(_ resources: String, contents: [String] = ["/X Do"], _ stream: String = "") throws
    -> [UInt8]
  {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>", as: 2)
    let list = contents.indices.map { "\($0 + 10) 0 R" }.joined(separator: " ")
    builder.add("<</Type/Page/Parent 2 0 R/Contents[\(list)]/Resources<<\(resources)>>>>", as: 3)
    builder.addStream("abc", dictionary: stream, as: 4)
    for (index, text) in contents.enumerated() { builder.addStream(text, as: index + 10) }
    let store = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
    return try #require(store.fingerprint(of: .opened(0)))
  }

  @Test func howAPictureIsCodedCountsWhereItIsNotDecoded() throws {
    let image = "/Type/XObject/Subtype/Image/Width 9/Height 9/Filter/CCITTFaxDecode/DecodeParms"
    let one = try fingerprint("/XObject<</X 4 0 R>>", "\(image)<</BlackIs1 true>>")
    #expect(try fingerprint("/XObject<</X 4 0 R>>", "\(image)<</BlackIs1 true>>") == one)
    #expect(try fingerprint("/XObject<</X 4 0 R>>", "\(image)<</BlackIs1 false>>") != one)
  }

  @Test func thePolicyOfLayersCounts() throws {
    func layers(_ policy: String) throws -> [UInt8] {
      try fingerprint("/Properties<</L<</Type/OCMD/OCGs[]/P/\(policy)>>>>")
    }
    #expect(try layers("AnyOn") == layers("AnyOn"))
    #expect(try layers("AnyOn") != layers("AllOff"))
  }

  @Test func howContentIsDividedDoesNotCount() throws {
    #expect(try fingerprint("", contents: ["q 1 w\nQ"]) == fingerprint("", contents: ["q 1 w", "Q"]))
    #expect(try fingerprint("", contents: ["q", "Q"]) != fingerprint("", contents: ["Q", "q"]))
  }
}
