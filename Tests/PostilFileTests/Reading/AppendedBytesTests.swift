import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct AppendedBytesTests {
  @Test func partsInMemoryAndInTheFileAreOneSequence() throws {
    var random = SeededGenerator(seed: 4)
    var bytes = AppendedBytes(memoryLimit: 1000)
    var expected: [UInt8] = []
    var copies: [(AppendedBytes, [UInt8])] = []
    for _ in 0..<60 {
      let more = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      bytes.append(more)
      expected += more
      #expect(bytes.count == expected.count && bytes.countInMemory <= 1000)
      for _ in 0..<5 {
        let start = Int.random(in: 0...expected.count, using: &random)
        let end = Int.random(in: start...expected.count, using: &random)
        #expect(try bytes.bytes(in: start..<end) == Array(expected[start..<end]))
      }
      copies.append((bytes, expected))
    }
    // A copy has what there was, whatever was appended since.
    for (copy, expected) in copies {
      var all: [UInt8] = []
      try copy.forEachPiece { all += $0 }
      #expect(all == expected)
    }
  }
}
