import Testing

@testable import PostilFile

@Suite struct XrefSectionTests {
  private func section(
    _ rows: [UInt8], widths: [Int] = [1, 2, 1], index: [Int]? = nil, size: Int = 3, limit: Int = 1 << 20
  ) throws -> XrefSection {
    var dictionary: PDFDictionary = [
      "W": .array(widths.map { .integer($0) }), "Size": .integer(size), "Filter": .name("FlateDecode"),
    ]
    dictionary["Index"] = index.map { .array($0.map { .integer($0) }) }
    let packed = Flate.compress(rows) ?? []
    return try packed.withUnsafeBytes { try XrefSection(stream: dictionary, data: $0, limit: limit) }
  }

  @Test func rowsOfAStreamAreLookedUp() throws {
    let found = try section([0, 0, 0, 255, 1, 1, 2, 0, 2, 0, 9, 7])
    #expect(try found.entry(of: 0) == .free)
    #expect(try found.entry(of: 1) == .offset(258, generation: 0))
    #expect(try found.entry(of: 2) == .member(of: 9, index: 7))
    #expect(try found.entry(of: 3) == nil)
  }

  @Test func rangesMayStandInAnyOrder() throws {
    let found = try section([1, 0, 1, 0, 1, 0, 2, 0, 1, 0, 3, 0], index: [90, 1, 5, 2])
    #expect(try found.entry(of: 90) == .offset(1, generation: 0))
    #expect(try found.entry(of: 5) == .offset(2, generation: 0))
    #expect(try found.entry(of: 6) == .offset(3, generation: 0))
    #expect(try found.entry(of: 7) == nil && found.entry(of: 89) == nil)
  }

  @Test func aKindThatIsNotThereIsOne() throws {
    #expect(try section([0, 7, 0, 8, 0, 9], widths: [0, 2, 0]).entry(of: 1) == .offset(8, generation: 0))
  }

  @Test func whatCannotBeIsRefused() {
    let rows = [UInt8](repeating: 1, count: 12)
    #expect(throws: XrefSection.Malformed.self) { try section(rows, size: 2) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, size: 4) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, widths: [1, 3]) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, widths: [1, -1, 4]) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, widths: [0, 0, 4]) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, widths: [1, 9, 1]) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, index: [0, 2, 1, 1]) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, index: [0, -3]) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, index: [.max, 3]) }
    #expect(throws: XrefSection.Malformed.self) { try section(rows, index: [0]) }
    #expect(throws: XrefSection.Malformed.self) { try section([9, 0, 0, 0], size: 1).entry(of: 0) }
  }

  /// A few bytes that claim to be gigabytes of rows.
  @Test func whatWouldBeTooLargeIsNotDecoded() {
    let zeros = [UInt8](repeating: 0, count: 4 << 20)
    #expect(throws: XrefSection.Malformed.self) { try section(zeros, size: 1 << 20, limit: 1 << 20) }
    #expect(throws: XrefSection.Malformed.self) { try section([0], size: 90_000_000) }
  }

  private func table(_ rows: String) throws -> XrefSection.Entry? {
    try Array(rows.utf8).withUnsafeBytes { bytes in
      try XrefSection(table: [.init(first: 3, count: 2, position: 0)], in: bytes).entry(of: 4)
    }
  }

  @Test func rowsOfATableAreLookedUp() throws {
    let first = "0000000000 65535 f \n"
    #expect(try table("\(first)0000000258 00002 n\r\n") == .offset(258, generation: 2))
    #expect(try table("\(first)0000000258 00002 f \n") == .free)
    for row in [
      "0000000258 00002 x \n", "000000025x 00002 n \n", "0000000258 0000  n \n", "0000000258-00002 n \n",
      "0000000258 00002 n\n0", "0000000258 00002 n",
    ] {
      #expect(throws: XrefSection.Malformed.self, "\(row)") { try table(first + row) }
    }
  }
}
