import Foundation
import Postil
import Testing

@testable import PostilLayout

@Suite struct StyleCodingTests {
  private func style(_ json: String) throws -> LayoutStyle {
    try JSONDecoder().decode(LayoutStyle.self, from: Data(json.utf8))
  }

  private func page(_ json: String) throws -> PageStyle {
    try JSONDecoder().decode(PageStyle.self, from: Data(json.utf8))
  }

  @Test func whatIsMissingIsAsUsual() throws {
    #expect(try style("{}") == LayoutStyle() && page("{}") == PageStyle())
    #expect(try style(#"{"family": "Serif", "size": 12}"#) == LayoutStyle(family: "Serif", size: 12))
    var expected = LayoutStyle(size: 12)
    expected.body.alignment = .justified
    expected.headings[1].color = Color(hex: 0x0B4F9E)
    expected.table.columnRule = .black
    expected.linkColor = nil
    let found = try style(
      ##"{"size": 12, "body": {"alignment": "justified"}, "headings": [{}, {"color": "0B4F9E"}], "table": {"columnRule": "000000"}, "linkColor": null}"##
    )
    #expect(found == expected)
  }

  @Test func stylesAreWrittenAndRead() throws {
    var style = LayoutStyle(family: "Serif", size: 9)
    style.headings.append(ParagraphStyle(font: TextFont("Sans", size: 8, isItalic: true)))
    style.bullets = ["-"]
    style.table.rowRule = nil
    #expect(try JSONDecoder().decode(LayoutStyle.self, from: JSONEncoder().encode(style)) == style)
    var page = PageStyle(.letter, margins: 30)
    (page.left, page.columns) = (50, 2)
    #expect(try JSONDecoder().decode(PageStyle.self, from: JSONEncoder().encode(page)) == page)
  }

  @Test func pagesHaveNamesAndSides() throws {
    #expect(try page(#"{"size": "a5", "margins": 20, "left": 40}"#).size == .a5)
    let wide = try page(#"{"size": {"width": 300, "height": 200}, "margins": 20, "left": 40}"#)
    #expect(wide.size == PageSize(width: 300, height: 200) && wide.left == 40 && wide.right == 20)
  }

  @Test(arguments: [
    #"{"sise": 12}"#, #"{"body": {"colour": "000000"}}"#, #"{"body": {"color": "mud"}}"#,
    #"{"headings": [1]}"#,
    #"{"size": "big"}"#, "[]",
  ])
  func whatIsUnknownIsAnError(json: String) {
    #expect(throws: DecodingError.self) { try style(json) }
  }
}
