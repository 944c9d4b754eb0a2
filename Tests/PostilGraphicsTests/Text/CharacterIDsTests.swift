@testable import PostilGraphics
import PostilTestSupport
import Testing

@Suite struct CharacterIDsTests {
  private static func index(_ objects: [[UInt8]]) -> [UInt8] {
    guard !objects.isEmpty else { return [0, 0] }
    var (offset, offsets): (Int, [UInt8]) = (1, [])
    for object in [[]] + objects {
      offset += object.count
      offsets += [UInt8(offset >> 8), UInt8(offset & 255)]
    }
    return [UInt8(objects.count >> 8), UInt8(objects.count & 255), 2] + offsets + objects.flatMap { $0 }
  }

  private static func number(_ value: Int) -> [UInt8] {
    [29] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A program with the charset and that many glyphs.
  private static func program(_ charset: [UInt8], glyphs: Int, hasNumbers: Bool = true) -> [UInt8] {
    let registry: [UInt8] = hasNumbers ? [139, 139, 139, 12, 30] : []
    func dictionary(_ charset: Int, _ glyphs: Int) -> [UInt8] {
      registry + number(charset) + [15] + number(glyphs) + [17]
    }
    let head: [UInt8] = [1, 0, 4, 2] + index([Array("Font".utf8)])
    let start = head.count + index([dictionary(0, 0)]).count
    return head + index([dictionary(start, start + charset.count)]) + charset
      + index([[UInt8]](repeating: [14], count: glyphs))
  }

  private static func ids(_ bytes: [UInt8]) -> CharacterIDs? {
    bytes.withUnsafeBufferPointer { CharacterIDs($0) }
  }

  @Test func formatsOfTheCharsetAreRead() throws {
    let each = try #require(Self.ids(Self.program([0, 0, 7, 0, 9, 1, 0], glyphs: 4)))
    #expect((0..<5).map { each[$0] } == [0, 7, 9, 256, nil])
    let short = try #require(Self.ids(Self.program([1, 0, 5, 2], glyphs: 4)))
    #expect((0..<4).map { short[$0] } == [0, 5, 6, 7])
    let long = try #require(Self.ids(Self.program([2, 0, 5, 0, 200], glyphs: 3)))
    #expect((0..<3).map { long[$0] } == [0, 5, 6])
  }

  @Test func programsWhoseGlyphsHaveNamesAreNone() {
    #expect(Self.ids(Self.program([0, 0, 7], glyphs: 2, hasNumbers: false)) == nil)
  }

  @Test func damagedOnesAreNone() {
    let whole = Self.program([0, 0, 7, 0, 9, 1, 0], glyphs: 4)
    for length in 0..<whole.count { _ = Self.ids(Array(whole[..<length])) }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      _ = Self.ids(bytes)
    }
    #expect(Self.ids([]) == nil)
  }
}
