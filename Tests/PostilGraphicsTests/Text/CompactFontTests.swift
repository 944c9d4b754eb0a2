@testable import PostilGraphics
import PostilTestSupport
import Testing

@Suite struct CompactFontTests {
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

  /// A program with the charset and that many glyphs; with names instead of numbers, also with an encoding.
  private static func program(
    _ charset: [UInt8], glyphs: Int, hasNumbers: Bool = true, encoding: [UInt8] = [], names: [String] = [],
    last: [UInt8] = [14]
  ) -> [UInt8] {
    let registry: [UInt8] = hasNumbers ? [139, 139, 139, 12, 30] : []
    // Behind the names no routines.
    let strings = index(names.map { Array($0.utf8) }) + index([])
    func dictionary(_ charset: Int, _ encoding: Int, _ glyphs: Int) -> [UInt8] {
      registry + number(charset) + [15] + number(encoding) + [16] + number(glyphs) + [17]
    }
    let head: [UInt8] = [1, 0, 4, 2] + index([Array("Font".utf8)])
    let start = head.count + index([dictionary(0, 0, 0)]).count + strings.count
    let ends = (start + charset.count, start + charset.count + encoding.count)
    return head + index([dictionary(start, encoding.isEmpty ? 0 : ends.0, ends.1)]) + strings + charset
      + encoding
      + index([[UInt8]](repeating: [14], count: glyphs - 1) + [last])
  }

  /// What stands behind the last piece is none of the program.
  @Test func aProgramEndsBehindItsLastPiece() {
    func end(_ bytes: [UInt8]) -> Int? { bytes.withUnsafeBufferPointer { CompactFont.end(of: $0) } }
    for program in [
      Self.program([0, 0, 7, 0, 9, 1, 0], glyphs: 4), Self.program([1, 0, 5, 2], glyphs: 4),
      Self.program(
        [0, 0, 34, 1, 136], glyphs: 3, hasNumbers: false, encoding: [0, 2, 65, 66], names: ["more"]),
    ] {
      #expect(end(program) == program.count && end(program + Array("SECRET".utf8)) == program.count)
      #expect(end(Array(program.dropLast(3))) == nil)
    }
    #expect(end([1, 0, 4]) == nil && end([]) == nil)
  }

  private static func font(_ bytes: [UInt8]) -> CompactFont? {
    bytes.withUnsafeBufferPointer { CompactFont($0) }
  }

  @Test func formatsOfTheCharsetAreRead() throws {
    let each = try #require(Self.font(Self.program([0, 0, 7, 0, 9, 1, 0], glyphs: 4)))
    #expect((0..<5).map { each.characterID(of: $0) } == [0, 7, 9, 256, nil])
    let short = try #require(Self.font(Self.program([1, 0, 5, 2], glyphs: 4)))
    #expect((0..<4).map { short.characterID(of: $0) } == [0, 5, 6, 7])
    let long = try #require(Self.font(Self.program([2, 0, 5, 0, 200], glyphs: 3)))
    #expect((0..<3).map { long.characterID(of: $0) } == [0, 5, 6])
  }

  @Test(
    arguments: [
      ([14], true), ([139, 14], true), ([28, 1, 0, 14], true), ([247, 5, 14], true),
      ([139, 139, 21, 14], false),
      ([139, 139], false), ([], false),
    ] as [([UInt8], Bool)])
  func glyphsThatDrawNothingAreTold(_ last: [UInt8], _ isEmpty: Bool) throws {
    let font = try #require(Self.font(Self.program([0, 0, 7, 0, 9], glyphs: 3, last: last)))
    #expect(font.emptyGlyphs == (isEmpty ? [0, 1, 2] : [0, 1]))
  }

  @Test func glyphsHaveNamesOrNumbers() throws {
    // A is the 34th of the standard names; the first that is not known by number is the 391st.
    let charset: [UInt8] = [0, 0, 34, 1, 136]
    let named = try #require(
      Self.font(
        Self.program(
          charset, glyphs: 3, hasNumbers: false, encoding: [0, 2, 65, 66],
          names: ["Acircumflexacute", "more"])))
    #expect((0..<4).map { named.name(of: $0) } == [".notdef", "A", "more", nil])
    #expect(named.characterID(of: 1) == nil && named.codes == [65: 1, 66: 2])
    let ranges = Self.program(charset, glyphs: 3, hasNumbers: false, encoding: [1, 1, 70, 1])
    #expect(try #require(Self.font(ranges)).codes == [70: 1, 71: 2])
    #expect(try #require(Self.font(Self.program(charset, glyphs: 3))).name(of: 1) == nil)
  }

  private func readAll(_ bytes: [UInt8]) {
    guard let font = Self.font(bytes) else { return }
    for glyph in 0..<6 { _ = (font.name(of: glyph), font.characterID(of: UInt32(glyph))) }
  }

  @Test func damagedOnesSayNothing() throws {
    let names = ["first", "second"]
    let programs = [
      Self.program([0, 0, 7, 0, 9, 1, 0], glyphs: 4),
      Self.program(
        [0, 1, 135, 1, 136, 1, 0], glyphs: 4, hasNumbers: false, encoding: [0, 2, 65, 66], names: names),
    ]
    for whole in programs { for length in 0..<whole.count { readAll(Array(whole[..<length])) } }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var bytes = try #require(programs.randomElement(using: &generator))
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      readAll(bytes)
    }
    #expect(Self.font([]) == nil)
  }
}
