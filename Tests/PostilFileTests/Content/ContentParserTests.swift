import Testing

@testable import PostilFile

@Suite struct ContentParserTests {
  private func operations(_ text: String) throws -> [ContentOperation] {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { bytes in
      var parser = ContentParser(bytes)
      var result: [ContentOperation] = []
      while let operation = try parser.next() { result.append(operation) }
      return result
    }
  }

  @Test func operandsBelongToTheirOperator() throws {
    let found = try operations("q 1 0 0 RG[(a)-2.5<62>]TJ/F 12 Tf % no\n true null /A<</B 1>>BDC\nf*")
    #expect(found.map(\.name) == ["q", "RG", "TJ", "Tf", "BDC", "f*"])
    // "0 0 R" of "1 0 0 RG" is no reference.
    #expect(found[1].operands == [.integer(1), .integer(0), .integer(0)])
    #expect(found[2].operands == [.array([.string([0x61]), .real("-2.5"), .string([0x62])])])
    #expect(found[4].operands.count == 4)
  }

  @Test(arguments: [
    ("--5", -5.0), ("4-5", 45), ("1.2.3", 1.2), (".5", 0.5), ("-.5", -0.5), ("5.", 5), ("-", 0), ("+7", 7),
  ])
  func numbersAreReadAsReadersDo(text: String, value: Double) throws {
    #expect(try operations("\(text) w").first?.numbers(1) == [value])
  }

  @Test func anOperatorMayStandRightBehindANumber() throws {
    #expect(try operations("1 0 0 1 5 6cm 3w").map(\.name) == ["cm", "w"])
  }

  @Test func anInlineImageEndsWhereItsDataEnd() throws {
    let found = try operations("BI /W 2/H 1/BPC 8/CS/RGB ID aEI Ib EI Q BI /W 1 /H 1 /F/Fl ID xx EI S")
    #expect(found.map(\.name) == ["BI", "Q", "BI", "S"])
    #expect(found[0].imageData?.count == 6)
    #expect(found[0].operands.first?.dictionary?["ColorSpace"] == .name("RGB"))
    #expect(found[2].imageData?.count == 2)
  }

  @Test(arguments: ["(open", "<</A", "[1 2", "BI /W 2 ID", "BI (x"])
  func whatIsCutIsRefused(text: String) {
    #expect(throws: ContentParser.Failure.self) { try operations(text) }
  }

  @Test func straySignsAreSkipped() throws {
    #expect(try operations("] ) >> } q").map(\.name) == ["q"])
  }
}
