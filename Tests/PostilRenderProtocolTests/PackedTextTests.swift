import Testing

@testable import PostilRenderProtocol

@Suite struct PackedTextTests {
  private let characters: [Unicode.Scalar] = ["a", "é", "日", "\u{1F600}", "\n", "\u{0}"]
  private let boxes: [SIMD4<Float>] = [
    SIMD4(1, 2, 3, 4), SIMD4(3, 2, 5, 4), .zero, SIMD4(-1, 1e7, 2e-38, -0.0), SIMD4(-1, 1e7, 7, 0),
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

  /// A font may have glyphs of any width: what comes of it must not get into sums.
  @Test func boxesThatAreNowhereAreEmpty() {
    let odd: [SIMD4<Float>] = [
      SIMD4(.nan, 0, 1, 1), SIMD4(0, -.infinity, 1, 1), SIMD4(0, 0, 1.1e7, 1), SIMD4(0, 0, 1, -1.1e7),
    ]
    let packed = PackedText(characters: ["a", "b", "c", "d"], boxes: odd)
    #expect(packed.boxes == [.zero, .zero, .zero, .zero])
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1.1e7, -3e38])
  func receivedBoxesThatAreNowhereAreRefused(edge: Float) throws {
    // One character, its box with one edge.
    let head: [UInt8] = [1, 0, 0, 0, 1, 0, 0, 0, UInt8(ascii: "x"), 2]
    func bytes(_ edge: Float) -> [UInt8] { head + withUnsafeBytes(of: edge.bitPattern, Array.init) }
    #expect(try PackedText(bytes(-5)).boxes == [SIMD4(0, -5, 0, 0)])
    #expect(throws: MessageError.malformed) { () throws in _ = try PackedText(bytes(edge)) }
  }

  @Test func moreCharactersThanAPageHasAreRefused() {
    let count = PackedText.countLimit + 1
    var bytes = [UInt32(count), UInt32(count)].flatMap { withUnsafeBytes(of: $0, Array.init) }
    bytes += [UInt8](repeating: UInt8(ascii: "x"), count: count) + [UInt8](repeating: 0, count: count)
    #expect(throws: MessageError.malformed) { () throws in _ = try PackedText(bytes) }
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
