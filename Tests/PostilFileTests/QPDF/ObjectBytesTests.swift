import PostilModel
import Testing

@testable import PostilFile

@Suite struct ObjectBytesTests {
  private func decoded(_ bytes: [UInt8]) -> PDFObject? { bytes.withUnsafeBytes(ObjectBytes.decode) }

  private static let samples: [PDFObject] = [
    .null, .boolean(true), .boolean(false), .integer(.min), .integer(7), .real("-.50"), .string([]),
    .string([0, 255, 40]), .name("A B#/"), .name(PDFName(bytes: [])), .name(PDFName(bytes: [0xFF, 1])),
    .reference(ObjectID(number: 12, generation: 3)), .array([]), .dictionary([:]),
    .array([.array([]), .integer(1), .dictionary(["K": .array([.null, .name("x")])]), .boolean(true)]),
    .dictionary(["A": .dictionary(["B": .dictionary([:])]), "C": .string([1])]),
  ]

  @Test(arguments: samples) func whatGoesInComesOut(object: PDFObject) throws {
    #expect(try decoded(ObjectBytes.encode(object)) == object)
  }

  @Test func aStreamsDictionaryIsRead() throws {
    let bytes = try [UInt8(ascii: "S")] + ObjectBytes.encode(.dictionary(["Length": .integer(3)]))
    #expect(decoded(bytes) == .stream(["Length": .integer(3)], .inFile))
  }

  private func nested(_ depth: Int) -> PDFObject {
    (0..<depth).reduce(.integer(1)) { object, _ in .array([object]) }
  }

  @Test func depthIsLimited() throws {
    let deepest = nested(ObjectBytes.maximumDepth)
    let bytes = try ObjectBytes.encode(deepest)
    #expect(decoded(bytes) == deepest)
    #expect(throws: PDFError.self) { try ObjectBytes.encode(nested(ObjectBytes.maximumDepth + 1)) }
    #expect(decoded(Array(bytes.prefix(5)) + bytes) == nil)
  }

  @Test func whatNoFileCanHaveIsRefused() {
    #expect(throws: PDFError.self) { try ObjectBytes.encode(.array([.stream([:], .encoded([1]))])) }
    let number = ObjectID(number: Int.max)
    #expect(throws: PDFError.self) { try ObjectBytes.encode(.reference(number)) }
  }

  /// Whatever is cut off or changed: no value, or another one, and no trap.
  @Test func brokenBytesAreNoTrap() throws {
    let bytes = try ObjectBytes.encode(.array(Self.samples))
    for count in 0..<bytes.count { #expect(decoded(Array(bytes.prefix(count))) == nil) }
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x5B, 0x3C, 0x53, 0x73, 0xFF] {
        var broken = bytes
        broken[index] = value
        _ = decoded(broken)
      }
    }
  }
}
