import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct FieldTextStyleTests {
  private func style(_ text: String) -> FieldTextStyle { FieldTextStyle(Array(text.utf8), quadding: 2) }

  @Test func readsFontSizeAndColor() {
    let style = style("0.5 0 1 rg /Arial#20Bold 11.5 Tf")
    #expect(style.fontName == "Arial Bold")
    #expect(style.size == 11.5)
    #expect(style.color == [0.5, 0, 1])
    #expect(style.alignment == .right)
  }

  @Test(arguments: [
    "", "Tf", "/ Tf", "0 Tf", "/F nan Tf", "9 9 9 9 9 g", "/F 12 Tf 1 2 rg", "((((", "/F -1e999 Tf",
  ])
  func whatIsNotUnderstoodLeavesBlack(text: String) {
    #expect(style(text).color == [0])
    #expect(style(text).size.isFinite)
  }

  @Test func standardFontsKnowTheirWidths() throws {
    let font = FieldFont(standard: "Helvetica")
    let bytes = try #require(font.encode("Aé€"))
    #expect(bytes == [0x41, 0xE9, 0x80])
    #expect(abs(font.width(of: bytes) - (0.667 + 0.556 + 0.556)) < 0.0001)
    #expect(font.encode("Ж") == nil)
    #expect(FieldFont(standard: "Courier-Bold").width(of: [65, 66]) == 1.2)
    #expect(FieldFont(standard: "Helvetica-BoldOblique").encode("x") != nil)
  }
}
