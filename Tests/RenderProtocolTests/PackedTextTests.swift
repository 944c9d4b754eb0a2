import Testing

@testable import RenderProtocol

@Suite struct PackedTextTests {
  private let characters: [Unicode.Scalar] = ["a", "é", "日", "\u{1F600}", "\n", "\u{0}"]
  private let boxes: [SIMD4<Float>] = [
    SIMD4(1, 2, 3, 4), SIMD4(3, 2, 5, 4), .zero, SIMD4(-1, .nan, .infinity, -0.0), SIMD4(-1, .nan, 7, 0),
    SIMD4(7, 1, 7, 2),
  ]

  private func isSame(_ a: [SIMD4<Float>], _ b: [SIMD4<Float>]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { a, b in (0..<4).allSatisfy { a[$0].bitPattern == b[$0].bitPattern } }
  }

  @Test func nothingIsLost() throws {
    let packed = PackedText(characters: characters, boxes: boxes)
    #expect(packed.count == 6 && packed.characters == characters && isSame(packed.boxes, boxes))
    let received = try PackedText(packed.bytes)
    #expect(received == packed && received.characters == characters && isSame(received.boxes, boxes))
    let empty = PackedText(characters: [], boxes: [])
    #expect(try PackedText(empty.bytes).characters.isEmpty && empty.boxes.isEmpty)
    #expect(PackedText(characters: characters, boxes: Array(boxes.prefix(2))).characters == ["a", "é"])
  }

  @Test func aLineTakesSixBytesACharacter() {
    let characters = [Unicode.Scalar](repeating: "x", count: 1_000)
    let boxes = (0..<1_000).map { SIMD4(Float($0) * 5.3, 700, Float($0 + 1) * 5.3, 712) }
    #expect(PackedText(characters: characters, boxes: boxes).bytes.count < 6_100)
  }

  /// Whatever a worker sends that a file has taken over: an error or a text, and no crash.
  @Test func damagedTextsEnd() {
    let bytes = PackedText(characters: characters, boxes: boxes).bytes
    for count in 0..<bytes.count {
      #expect(throws: MessageError.malformed) { () throws in _ = try PackedText(Array(bytes.prefix(count))) }
    }
    #expect(throws: MessageError.malformed) { () throws in _ = try PackedText(bytes + [0]) }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let text = try? PackedText(damaged) else { continue }
      #expect(text.characters.count == text.count && text.boxes.count == text.count)
    }
  }
}
