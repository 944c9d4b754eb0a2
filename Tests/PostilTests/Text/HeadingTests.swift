import Foundation
import Postil
import PostilTestSupport
import Testing

/// Outlines of headings.
@Suite struct HeadingTests {
  private func lines(_ outline: Outline) -> [String] {
    outline.flattened.map { "\($0.level) \($0.item.label) \($0.item.target.map { "\($0)" } ?? "-")" }
  }

  /// Two pages with tags: types of their own, text in pieces, a form, text that stands for other text, a description.
  private static func tagged() -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>>>", as: 1)
    builder.add(
      """
      <</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 400 400]/Resources<</Font<</F 5 0 R>>/XObject<</X 7 0 R>>\
      /Properties<</M<</MCID 2>>>>>>>>
      """, as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/StructParents 0/Contents[6 0 R 9 0 R]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/StructParents 1/Contents 8 0 R>>", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.addStream(
      """
      q 2 0 0 2 0 0 cm BT /F 10 Tf /H1 <</MCID 0>> BDC 20 150 Td (Chap) Tj (ter) Tj 60 0 Td (One) Tj EMC
      /P <</MCID 1>> BDC 0 -20 Td (text) Tj EMC /Sub /M BDC T* (Part) Tj ET Q
      """, as: 6)
    builder.addStream("BT /F 10 Tf 20 60 Td [(A) -500 (and) 20 (B)] TJ ET EMC /X Do", as: 9)
    builder.addStream(
      "/H1 <</MCID 0>> BDC BT /F 10 Tf 20 300 Td (In a form) Tj ET EMC",
      dictionary:
        "/Type/XObject/Subtype/Form/BBox[0 0 400 400]/StructParents 2/Resources<</Font<</F 5 0 R>>>>", as: 7)
    builder.addStream(
      "/H1 <</MCID 0>> BDC BT /F 10 Tf 20 300 Td (xyz) Tj ET EMC /H2 <</MCID 1>> BDC EMC", as: 8)
    builder.add(
      "<</Type/StructTreeRoot/K[11 0 R 12 0 R 13 0 R 14 0 R 15 0 R 16 0 R]/RoleMap<</Sub/Other/Other/H2>>>>",
      as: 10)
    builder.add("<</S/H1/Pg 3 0 R/K[<</Type/StructElem/S/Span/K 0>>]>>", as: 11)
    builder.add("<</S/P/Pg 3 0 R/K 1>>", as: 12)
    builder.add("<</S/Sub/Pg 3 0 R/K<</Type/MCR/MCID 2>>>>", as: 13)
    builder.add("<</S/H1/K<</Type/MCR/Pg 3 0 R/Stm 7 0 R/MCID 0>>>>", as: 14)
    builder.add("<</S/Sect/K<</S/Sect/K<</S/H/Pg 4 0 R/K[0]/ActualText(Heading)>>>>>>", as: 15)
    builder.add("<</S/H3/Pg 4 0 R/K[1 15 0 R 16 0 R]/Alt(Picture)>>", as: 16)
    return builder.data()
  }

  @Test func tagsNameHeadings() async throws {
    let document = try PDFDocument(data: Self.tagged())
    let outline = try await document.outlineOfHeadings()
    #expect(
      lines(outline) == [
        "0 Chapter One page 1", "1 Part A andB page 1", "0 In a form page 1", "1 Heading page 2",
        "2 Picture page 2",
      ])
    // Twice as large by its matrix.
    #expect(outline.items.first?.destination?.view == .position(top: 316))
    try document.setOutline(outline)
    #expect(try PDFDocument(data: document.dataRepresentationAndWait()).outline.count == 5)
    // They move with the content, and come along with pages.
    try document.resizePagesAndWait(document.pageIDs, to: PageSize(width: 800, height: 800))
    #expect(try await document.outlineOfHeadings().items.first?.destination?.view == .position(top: 631))
    let other = try PDFDocument(data: TextDocument([[]]).data)
    try other.insertPagesAndWait(of: PDFDocument(data: Self.tagged()), at: 0)
    let labels = try await other.outlineOfHeadings(from: .tags).flattened.map(\.item.label)
    #expect(labels == outline.flattened.map(\.item.label))
    try document.removePages([document.pageIDs[0]])
    #expect(try await lines(document.outlineOfHeadings()) == ["0 Heading page 2", "1 Picture page 2"])
  }

  @Test func sizesOfLettersNameHeadings() async throws {
    let words = ["One", "Two", "Three", "Four", "Five"]
    var pages: [[TextDocument.Line]] = []
    for number in 1...5 {
      pages.append([
        .init(72, 760, "Running head \(number)", size: 16),
        .init(72, 700, "Chapter \(words[number - 1])", size: 24),
        .init(72, 672, "in \(words[5 - number]) lines", size: 24),
      ])
      for section in 1...2 {
        let top = 620.0 - 200 * Double(section - 1)
        pages[number - 1].append(.init(72, top, "\(words[number - 1]) \(words[section])", size: 16.1))
        for line in 0..<8 {
          pages[number - 1].append(
            .init(72, top - 30 - 14 * Double(line), "words of the text that go on and on", size: 12))
        }
      }
    }
    let document = try PDFDocument(data: TextDocument(pages).data)
    let outline = try await document.outlineOfHeadings()
    #expect(outline.items.count == 5 && outline.count == 15)
    #expect(
      lines(outline).prefix(4) == [
        "0 Chapter One in Five lines page 1", "1 One Two page 1", "1 One Three page 1",
        "0 Chapter Two in Four lines page 2",
      ])
    #expect(try await document.outlineOfHeadings(from: .tags).isEmpty)
    guard case .position(nil, let top?, nil)? = outline.items.first?.destination?.view else {
      Issue.record("no place")
      return
    }
    #expect((700...730).contains(top))
    // On their side.
    try document.rotatePages(document.pageIDs, by: .clockwise90)
    #expect(try await document.outlineOfHeadings(from: .layout).items.first?.destination?.view == .page)
  }

  @Test func pagesWithoutHeadingsHaveNone() async throws {
    let blank = try PDFDocument()
    try blank.insertBlankPage(width: 200, height: 200, at: 0)
    #expect(try await blank.outlineOfHeadings().isEmpty)
    let plain = try PDFDocument(data: TextDocument([[.init(72, 700, "plain text")]]).data)
    #expect(try await plain.outlineOfHeadings().isEmpty)
  }
}
