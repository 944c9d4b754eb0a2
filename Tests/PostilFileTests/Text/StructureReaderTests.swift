import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct StructureReaderTests {
  private let ids = [PageID(number: 1), PageID(number: 2)]

  /// Two pages, of which the first has `content`; the elements are the objects from 20 on, 10 is the root.
  private func structure(
    _ content: String, root: String, elements: [String], page: String = "", pages: [Int] = [0, 1],
    others: [(Int, String)] = [], catalog: String = ""
  ) throws -> DocumentStructure {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/StructTreeRoot 10 0 R/Lang(en)\(catalog)>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    let resources = "/Resources<</Font<</F 5 0 R>>/XObject<</X 8 0 R>>>>"
    builder.add("<</Type/Page/Parent 2 0 R/Contents 6 0 R\(resources)\(page)>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 7 0 R\(resources)>>", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 5)
    builder.addStream("BT /F 10 Tf 20 100 Td \(content) ET", as: 6)
    builder.addStream("BT /F 10 Tf 20 100 Td /P <</MCID 0>> BDC (second) Tj EMC ET", as: 7)
    builder.addStream(
      "/P <</MCID 0>> BDC BT /F 10 Tf 20 50 Td (form) Tj ET EMC",
      dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</Font<</F 5 0 R>>>>", as: 8)
    builder.add("<</Type/StructTreeRoot\(root)>>", as: 10)
    for (index, element) in elements.enumerated() { builder.add(element, as: index + 20) }
    for (number, object) in others { builder.add(object, as: number) }
    let reader = try StructureReader(OpenedFile(data: builder.data(), password: nil))
    return try reader.structure(
      of: Dictionary(uniqueKeysWithValues: pages.map { ($0, .init(ids[$0], placement: nil)) })
    ) {}
  }

  private func lines(_ structure: DocumentStructure) -> [String] {
    var lines: [String] = []
    structure.forEach { element, depth in
      lines.append(
        String(repeating: " ", count: depth) + element.role
          + element.contents.map { " \($0.text)@\($0.page.number)" }.joined())
    }
    return lines
  }

  @Test func elementsHaveTheirContentInOrder() throws {
    let structure = try structure(
      "/H1 <</MCID 0>> BDC (Title) Tj EMC 0 -12 Td /P <</MCID 1>> BDC (one) Tj 0 -12 Td (two) Tj EMC "
        + "/Artifact <</Type/Pagination/Subtype/Footer>> BDC 0 -50 Td (7) Tj EMC 0 -12 Td (lost) Tj ET /X Do BT",
      root: "/K 20 0 R",
      elements: [
        "<</S/Document/K[22 0 R 21 0 R 23 0 R 24 0 R]>>", "<</S/H1/Pg 3 0 R/K 0/P 20 0 R>>",
        "<</S/P/Pg 3 0 R/K[1]>>", "<</S/P/Pg 4 0 R/K<</Type/MCR/MCID 0>>>>",
        "<</S/P/K<</Type/MCR/Pg 3 0 R/Stm 8 0 R/MCID 0>>>>",
      ], page: "/Tabs/S")
    #expect(
      lines(structure) == ["Document", " P one\ntwo@1", " H1 Title@1", " P second@2", " P form@1"])
    #expect(structure.artifacts.map(\.text) == ["7"] && structure.artifacts[0].artifactKind == "Footer")
    #expect(structure.untagged.map(\.text) == ["lost"])
    #expect(structure.language == "en" && !structure.isMarked && structure.tabOrders == [ids[0]: "S"])
    #expect(structure.elements[0].text == "one\ntwo\nTitle\nsecond\nform")
    let title = try #require(structure.elements[0].elements[1].contents[0].bounds)
    #expect(title.minX == 20 && title.maxX == 50 && title.contains(PagePoint(x: 30, y: 103)))
  }

  @Test func whatElementsSayIsRead() throws {
    let structure = try structure(
      "",
      root:
        "/K[20 0 R 21 0 R]/RoleMap<</Mine/Other/Other/Figure>>/ClassMap<</C<</O/Layout/Placement/Block>>>>",
      elements: [
        "<</S/Mine/T(title)/Alt(a picture)/E(long)/ActualText(short)/Lang(de)/ID(x)/C/C/A[<</O/Layout/BBox[1 2 3 4]>> 0]>>",
        "<</S/Kapitel/NS<</NS(http://example.org)/RoleMapNS<</Kapitel[/Sect 30 0 R]>>>>>>",
      ], others: [(30, "<</NS(http://iso.org/pdf2/ssn)>>")])
    let figure = try #require(structure.elements.first)
    #expect(figure.type == "Mine" && figure.role == "Figure" && figure.title == "title")
    #expect(figure.alternateText == "a picture" && figure.expansion == "long" && figure.actualText == "short")
    #expect(figure.language == "de" && figure.id == "x" && figure.text == "short")
    #expect(figure.attributes["Layout"]?["Placement"] == .name("Block"))
    #expect(
      figure.attributes["Layout"]?["BBox"] == .array([.integer(1), .integer(2), .integer(3), .integer(4)]))
    #expect(structure.elements[1].role == "Sect" && structure.elements[1].namespace == "http://example.org")
  }

  @Test func contentInTheMiddleOfAWordIsJoined() throws {
    // The second is painted right behind the first, the third a space later.
    let structure = try structure(
      "/Span <</MCID 0>> BDC (wo) Tj EMC /Span <</MCID 1>> BDC (rd) Tj EMC "
        + "/Span <</MCID 2>> BDC ( next) Tj EMC",
      root: "/K[20 0 R]",
      elements: ["<</S/P/Pg 3 0 R/K[0 21 0 R 2]>>", "<</S/Span/Pg 3 0 R/K 1>>"])
    #expect(structure.elements[0].text == "word next")
  }

  /// An index stands off the line; what comes on the next line is another word.
  @Test func anIndexIsJoinedToItsLetter() throws {
    let structure = try structure(
      "/Span <</MCID 0>> BDC (H) Tj EMC /Span <</MCID 1>> BDC /F 6 Tf -3 Ts (2) Tj EMC "
        + "/Span <</MCID 2>> BDC /F 10 Tf 0 Ts (O) Tj EMC /Span <</MCID 3>> BDC 0 -12 Td (is) Tj EMC",
      root: "/K[20 0 R]", elements: ["<</S/P/Pg 3 0 R/K[0 1 2 3]>>"])
    #expect(structure.elements[0].text == "H2O is")
  }

  @Test func elementsOfOtherPagesAreLeftOut() throws {
    let elements = ["<</S/P/Pg 3 0 R/K 0>>", "<</S/P/Pg 4 0 R/K 0>>", "<</S/Div/K[22 0 R]>>"]
    let content = "/P <</MCID 0>> BDC (first) Tj EMC"
    #expect(
      try lines(structure(content, root: "/K[20 0 R 21 0 R]", elements: elements, pages: [1])) == [
        "P second@2"
      ])
    #expect(
      try lines(structure(content, root: "/K[20 0 R 21 0 R]", elements: elements, pages: [0])) == [
        "P first@1"
      ])
  }

  @Test func treesThatLeadInACircleOrTooDeepEnd() throws {
    let circle = try structure("", root: "/K 20 0 R", elements: ["<</S/Div/K[20 0 R 21 0 R]>>", "<</S/P>>"])
    #expect(lines(circle) == ["Div", " P"])
    let deep = (0..<300).map { "<</S/Div/K \($0 + 21) 0 R>>" } + ["<</S/P>>"]
    #expect(try lines(structure("", root: "/K 20 0 R", elements: deep)).count < 110)
  }

  @Test func fieldsAndAnnotationsAreKnownByTheirIDs() throws {
    let structure = try structure(
      "", root: "/K 20 0 R", elements: ["<</S/Link/K<</Type/OBJR/Pg 3 0 R/Obj 30 0 R>>>>"],
      page: "/Annots[30 0 R]", others: [(30, "<</Type/Annot/Subtype/Link/NM(mine)/Rect[0 0 9 9]>>")])
    #expect(structure.elements[0].kids == [.annotation(AnnotationID(rawValue: "mine"), page: ids[0])])
  }

  @Test func aCheckEndsTheReading() throws {
    struct Stop: Error {}
    let reader = try StructureReader(
      OpenedFile(data: TextDocument([[.init(72, 700, "text")]]).data, password: nil))
    #expect(throws: Stop.self) {
      _ = try reader.structure(of: [0: .init(ids[0], placement: nil)]) { throw Stop() }
    }
  }
}
