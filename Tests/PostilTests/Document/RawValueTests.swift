import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite struct RawValueTests {
  private func document() throws -> (PDFDocument, PageID) {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R 8 0 R]>>", as: 3)
    builder.add("<</Subtype/Link/Rect[10 10 90.5 90]/A 6 0 R/NM(link)/P 3 0 R/F 4/Border[0 0 0]>>", as: 4)
    builder.add("<</Subtype/Text/Rect[1 1 9 9]/IRT 4 0 R/NM(note)/AP<</N 7 0 R>>/Loop 9 0 R>>", as: 5)
    builder.add("<</S/URI/URI(https://example.org)>>", as: 6)
    builder.addStream("0 0 m", dictionary: "/Subtype/Form/Resources 9 0 R", as: 7)
    builder.add("<</Subtype/Stamp/Rect[1 1 9 9]/NM<FEFF00E9>/Open true/X null>>", as: 8)
    builder.add("<</Again 9 0 R>>", as: 9)
    let document = try PDFDocument(data: builder.data())
    return (document, document.pageIDs[0])
  }

  @Test func everythingInTheDictionaryCanBeRead() throws {
    let (document, page) = try document()
    let link = try #require(try document.rawValue(of: "link", on: page))
    #expect(link["Subtype"] == .name("Link") && link["Subtype"]?.text == "Link" && link["F"] == .integer(4))
    #expect(link["A"]?["URI"]?.text == "https://example.org" && link["P"] == .reference(3))
    #expect(link["Rect"]?.array?.compactMap(\.number) == [10, 10, 90.5, 90])
    #expect(link["Rect"]?[2] == .real(90.5) && link["Rect"]?[4] == nil && link["no"] == nil)
    #expect(link["Border"]?[0]?.text == nil && link[0] == nil && link["F"]?["F"] == nil)
    let expected =
      "<</A <</S /URI/URI (https://example.org)>>/Border [0 0 0]/F 4/NM (link)/P 3 0 R/Rect [10 10 90.5 90]/Subtype /Link>>"
    #expect(link.description == expected)
    let stamp = try document.rawValue(of: "é", on: page)
    #expect(stamp?["NM"]?.text == "é" && stamp?["Open"] == .boolean(true))
  }

  @Test func whatLeadsInACircleIsNotFollowed() throws {
    let (document, page) = try document()
    let note = try #require(try document.rawValue(of: "note", on: page))
    #expect(note["IRT"] == .reference(4))
    #expect(note["Loop"] == .dictionary(["Again": .reference(9)]))
    guard case .stream(let form, nil) = note["AP"]?["N"] else { return #expect(note["AP"] == nil) }
    #expect(form["Subtype"] == .name("Form") && form["Resources"] == .reference(9))
  }

  @Test func itIsWhatTheFileSays() throws {
    let (document, page) = try document()
    let box = Annotation(.rectangle(PageRect(x: 9, y: 9, width: 9, height: 9)), id: "box")
    try document.add(box, to: page)
    try document.update("link", on: page) { $0.contents = "new" }
    #expect(try document.rawValue(of: "box", on: page) == nil)
    #expect(try document.rawValue(of: "link", on: page)?["Contents"] == nil)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    let there = saved.pageIDs[0]
    #expect(try saved.rawValue(of: "box", on: there)?["Subtype"] == .name("Square"))
    #expect(try saved.rawValue(of: "link", on: there)?["Contents"]?.text == "new")
    try document.remove("link", from: page)
    for name in ["link", "no"] as [AnnotationID] {
      let error = #expect(throws: PDFError.self) { try document.rawValue(of: name, on: page) }
      #expect(error?.code == .noSuchAnnotation)
    }
  }
}
