import Foundation
import PostilModel
import PostilRender
import PostilTestSupport
import Testing

@testable import Postil

/// Fields and other annotations that have no appearance: they are shown as an edit would draw them, by each renderer.
@Suite struct MissingAppearancesTests {
  private static let text = "/Subtype/Widget/FT/Tx/T(text)/Rect[10 70 90 90]/MK<</BC[1 0 0]>>"
  private static let value = "/V<FEFF00470072006500F6>"

  /// - Parameters:
  ///   - annotations: Entries of each.
  ///   - form: Entries of the form besides its fields.
  private static func document(_ annotations: [String], form: String = "") -> Data {
    var builder = PDFBuilder()
    let (catalog, tree) = (builder.reserve(), builder.reserve())
    let list = annotations.map { builder.add("<</Type/Annot/F 4\($0)>>") }
    let content = builder.addStream("0.9 g 0 0 5 5 re f")
    let appearance = builder.addStream(
      "0 1 0 rg 0 0 80 20 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 80 20]")
    let places = list.map { "\($0) 0 R" }.joined(separator: " ")
    let page = builder.add(
      "<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 100 100]/Resources<<>>/Annots[\(places)]"
        + "/Contents \(content) 0 R/Green \(appearance) 0 R>>")
    builder.add("<</Type/Pages/Kids[\(page) 0 R]/Count 1>>", as: tree)
    builder.add(
      "<</Type/Catalog/Pages \(tree) 0 R/AcroForm<</Fields[\(places)]/DA(/Helv 12 Tf 0 g)\(form)>>>>",
      as: catalog)
    return builder.data()
  }

  private static func picture(
    _ annotations: String..., form: String = "", by renderer: RendererChoice = .poppler
  ) async throws -> Pixels {
    var options = RenderOptions.forTests
    options.renderer = renderer
    let document = try PDFDocument(data: document(annotations, form: form))
    return Pixels(
      try await PageRenderer(document, options: options).image(of: document.pageIDs[0], scale: 2))
  }

  /// How many pixels of an area of the page are dark.
  private static func ink(_ picture: Pixels, in area: PageRect) -> Int {
    var count = 0
    for y in Int(200 - area.maxY * 2)..<Int(200 - area.minY * 2) {
      for x in Int(area.minX * 2)..<Int(area.maxX * 2) where picture[x, y] & 0xFF00 < 0x6000 { count += 1 }
    }
    return count
  }

  @Test func valuesAreReadAndBordersAreDrawn() async throws {
    let shown = try await Self.picture(Self.text + Self.value)
    // Poppler draws no border if nobody says how wide, and the byte order mark of UTF-8 as three letters.
    #expect(shown[100, 20] == 0xFFFF_0000)
    #expect(Self.ink(shown, in: PageRect(x: 12, y: 72, width: 70, height: 16)) > 30)
    #expect(try await Self.picture(Self.text + "/V<EFBBBF477265C3B6>") == shown)
    #expect(try await Self.picture(Self.text) != shown)
  }

  @Test func itIsAsAnEditDrawsIt() async throws {
    let document = try PDFDocument(data: Self.document([Self.text + Self.value]))
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    let before = Pixels(try await renderer.image(of: page, scale: 2))
    try document.fill(["text": .text("other")])
    #expect(Pixels(try await renderer.image(of: page, scale: 2)) != before)
    try document.fill(["text": .text("Greö")])
    #expect(Pixels(try await renderer.image(of: page, scale: 2)) == before)
    let saved = try PDFDocument(data: await document.dataRepresentation())
    let other = PageRenderer(saved, options: .forTests)
    #expect(Pixels(try await other.image(of: saved.pageIDs[0], scale: 2)) == before)
  }

  /// What has an appearance keeps it, unless the file asks readers to draw fields (`/NeedAppearances`).
  @Test func appearancesStay() async throws {
    // The appearance is the object behind the annotation and the content.
    let field = Self.text + Self.value + "/AP<</N 5 0 R>>"
    let green = try await Self.picture(field)
    #expect(green[100, 40] == 0xFF00_FF00)
    let drawn = try await Self.picture(field, form: "/NeedAppearances true")
    #expect(try await drawn == Self.picture(Self.text + Self.value))
    // Hidden ones stay so.
    let hidden = try await Self.picture(Self.text + Self.value + "/F 2")
    #expect(hidden[100, 20] == 0xFFFF_FFFF)
  }

  /// No renderer fails at what cannot be drawn.
  @Test func whatCannotBeDrawnIsLeft() async throws {
    let annotations = [
      "/Subtype/Widget/FT/Tx/Rect[10 70 90 90]/V(unnamed)",
      "/Subtype/Widget/FT/Tx/T(a)/Rect[10 50 10 50]/V(nowhere)",
      "/Subtype/Widget/FT/Tx/T(b)/Rect[10 30 90 50]/V<FEFFDBFFDFFE>", "/Subtype/Line/Rect[0 0 9 9]/L[1]",
      "/Subtype/Widget/T(c)/Rect[10 10 90 30]/Parent 3 0 R",
    ]
    let document = try PDFDocument(data: Self.document(annotations))
    let image = try await PageRenderer(document, options: .forTests).image(of: document.pageIDs[0], scale: 1)
    #expect(image.width == 100)
  }

  @Test(
    .enabled(
      if: (try? RendererProgram.find(.pdfium)) != nil, "PDFium's library was not found: make pdfium gets it"),
    arguments: [
      text + value, "/Subtype/Widget/FT/Btn/T(c)/V/On/AS/On/Rect[10 70 90 90]/MK<</CA(4)>>",
      "/Subtype/Widget/FT/Ch/Ff 131072/T(c)/V(b)/Opt[(a)(b)]/Rect[10 70 90 90]",
      "/Subtype/Widget/FT/Ch/T(c)/V(b)/Opt[(a)(b)]/Rect[10 70 90 90]",
      "/Subtype/Widget/FT/Btn/Ff 65536/T(c)/MK<</CA(Press)>>/Rect[10 70 90 90]",
      "/Subtype/Widget/FT/Sig/T(c)/MK<</BG[0]>>/Rect[10 70 90 90]",
      "/Subtype/Line/L[12 80 88 80]/C[0 0 0]/BS<</W 4>>/Rect[10 70 90 90]",
      "/Subtype/Polygon/Vertices[12 72 88 72 50 88]/C[0 0 0]/Rect[10 70 90 90]",
    ])
  func allRenderersDrawThem(annotation: String) async throws {
    let area = PageRect(x: 12, y: 72, width: 76, height: 16)
    let poppler = Self.ink(try await Self.picture(annotation), in: area)
    let pdfium = Self.ink(try await Self.picture(annotation, by: .pdfium), in: area)
    #expect(poppler > 15 && pdfium > 15)
    #expect(abs(poppler - pdfium) < max(poppler, pdfium) / 2, "\(poppler), \(pdfium)")
  }
}
