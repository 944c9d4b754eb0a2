import Testing

@testable import PostilFile

@Suite struct ByteSearchTests {
  private func bytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    Array(text.utf8).withUnsafeBytes(body)
  }

  @Test func theFirstFromAPositionOn() {
    bytes("end endstream, endstream") { bytes in
      #expect(ByteSearch.first("endstream", in: bytes) == 4..<13)
      #expect(ByteSearch.first("endstream", in: bytes, from: 5) == 15..<24)
      #expect(ByteSearch.first("endstream", in: bytes, from: 16) == nil)
      #expect(ByteSearch.first("endstream", in: bytes, from: 100) == nil)
    }
  }

  @Test func countingEndsAtTheLimit() {
    bytes("%%EOF%%EOF %%EOF") { bytes in
      #expect(ByteSearch.count("%%EOF", in: bytes, limit: 10) == 3)
      #expect(ByteSearch.count("%%EOF", in: bytes, limit: 2) == 2)
      #expect(ByteSearch.count("%%EOF ", in: bytes, limit: 2) == 1)
    }
    #expect(bytes("") { ByteSearch.count("%%EOF", in: $0, limit: 2) } == 0)
  }
}
