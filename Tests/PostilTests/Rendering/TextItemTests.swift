import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Pictures that have text: set by pango, and the same on screen and in the saved file.
@Suite struct TextItemTests {
  private let document: PDFDocument
  private var page: PageID { document.pageIDs[0] }

  init() throws { document = try PDFDocument(data: Self.paper().data) }

  private static func paper(rotation: Int = 0, cropBox: [Double]? = nil) -> PageDocument {
    var document = PageDocument()
    document.pages[0].mediaBox = [0, 0, 300, 300]
    document.pages[0].rotation = rotation
    document.pages[0].cropBox = cropBox
    return document
  }

  private static func text(_ string: String, size: Double = 12, color: Color = .black) -> Appearance.Text {
    Appearance.Text(string, font: TextFont("DejaVu Sans", size: size), color: color)
  }

  private static func annotation(
    _ text: Appearance.Text, in frame: PageRect, rotation: PageRotation = .none,
    fitting: Appearance.TextFitting = .wrapped, opacity: Double = 1, id: AnnotationID = AnnotationID()
  ) -> Annotation {
    let item = Appearance.Item.text(text, in: frame, rotation: rotation, fitting: fitting)
    return Annotation(
      AnnotationContent(TextPicture(item: item, frame: frame)),
      style: AnnotationStyle(fill: nil, opacity: opacity), id: id)
  }

  // MARK: - Picture

  @Test func aTextIsShownAsItIsSaved() async throws {
    let picture = SavedPicture(document)
    let frame = PageRect(x: 50, y: 100, width: 120, height: 80)
    try document.add(Self.annotation(Self.text("Some text, and more of it"), in: frame), to: page)
    #expect(try await picture.largestDifference() == 0)
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    #expect(image.ink(x: 50..<170, y: 120..<150) > 100)
    #expect(image.ink(x: 0..<300, y: 0..<118) == 0)
    try document.undo()
    #expect(try await picture.largestDifference() == 0)
    try document.redo()
    try document.add(
      Self.annotation(Self.text("Below", color: .red), in: frame.offset(dx: 0, dy: -60), opacity: 0.5),
      to: page)
    #expect(try await picture.largestDifference() <= 2)
  }

  /// Texts are forms, which take on the color that the background is painted in.
  @Test(arguments: [Color.black, .red]) func textsAreSeenOnTheirBackground(color: Color) async throws {
    let picture = SavedPicture(document)
    let frame = PageRect(x: 50, y: 100, width: 120, height: 80)
    let text = AnnotationContent.freeText("WWWW", in: frame, font: TextFont("DejaVu Sans", size: 30))
    try document.add(
      Annotation(text, style: AnnotationStyle(color: color, fill: Color(hex: 0xFFFF00))), to: page)
    #expect(try await picture.largestDifference() <= 2)
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    let dark = image.values.filter { $0 >> 8 & 0xFF < 0x40 }.count
    #expect(dark > 100)
  }

  /// What is painted while somebody writes has its letters where the saved picture has them, but for a pixel.
  @Test(arguments: [PageRotation.none, .clockwise90, .clockwise180, .clockwise270])
  func whatIsPaintedLiveIsAsItIsSaved(rotation: PageRotation) async throws {
    let document = try PDFDocument(
      data: Self.paper(rotation: rotation.degrees, cropBox: [20, 10, 280, 260]).data)
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document, options: .forTests)
    let empty = try await renderer.image(of: page, scale: 2)
    let frame = PageRect(x: 60, y: 60, width: 150, height: 120)
    let written = Self.annotation(
      Self.text("Upright on turned pages", size: 20), in: frame, rotation: rotation)
    let transform = try document.page(page).transform(scale: 2)
    let live = Pixels(try empty.painting([written], transform: transform))
    try document.add(written, to: page)
    let saved = Pixels(try await renderer.image(of: page, scale: 2))
    let (a, b) = (
      live.ink(x: 0..<live.width, y: 0..<live.height), saved.ink(x: 0..<saved.width, y: 0..<saved.height)
    )
    #expect(a > 1_000)
    #expect(abs(a - b) < a / 50)
    #expect(live.inkWithout(saved, within: 1) == 0 && saved.inkWithout(live, within: 1) == 0)
  }

  @Test func aScaledTextFillsItsFrame() async throws {
    let picture = SavedPicture(document)
    let frame = PageRect(x: 50, y: 50, width: 200, height: 200)
    try document.add(Self.annotation(Self.text("HHH"), in: frame, fitting: .scaled), to: page)
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    // As wide as the frame, in the middle of it.
    #expect(image.ink(x: 50..<80, y: 100..<200) > 100 && image.ink(x: 220..<250, y: 100..<200) > 100)
    #expect(image.ink(x: 0..<300, y: 0..<90) == 0 && image.ink(x: 0..<300, y: 210..<300) == 0)
    #expect(try await picture.largestDifference() == 0)
  }

  // MARK: - File

  static let scripts: [String] = [
    "Quick brown fox", "Съешь ещё этих", "Ξεσκεπάζω", "שלום עולם", "مرحبا بالعالم", "नमस्ते दुनिया", "你好世界",
  ]

  /// With programs that we did not write.
  @Test(arguments: [false, true])
  func everyScriptIsFoundAgainAndItsFontIsEmbedded(isRewrite: Bool) throws {
    for (index, script) in Self.scripts.enumerated() {
      let frame = PageRect(x: 20, y: 250 - Double(index) * 30, width: 250, height: 24)
      try document.add(Self.annotation(Self.text(script), in: frame), to: page)
    }
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.pdf")
    try document.saveAndWait(to: url, isRewrite ? .rewrite() : .automatic)
    #expect(try Tool.qpdfCheck(url).status == 0)
    // Marks of direction are pdftotext's.
    let text = String(
      String.UnicodeScalarView(
        try Tool.run("pdftotext", [url.path, "-"]).output.unicodeScalars
          .filter { !(0x202A...0x202E).contains($0.value) }))
    for script in Self.scripts { #expect(text.contains(script), "\(script)") }
    // Name, type, encoding, emb, sub, uni, object.
    let fonts = try Tool.run("pdffonts", [url.path]).output.split(separator: "\n").dropFirst(2)
    #expect(fonts.count >= 3)
    for font in fonts { #expect(font.contains(" yes yes yes "), "\(font)") }
  }

  @Test func aSaveHasOneSubsetOfAFont() throws {
    let before = try document.dataRepresentationAndWait().count
    for index in 0..<200 {
      let frame = PageRect(x: 10, y: Double(index), width: 250, height: 20)
      try document.add(Self.annotation(Self.text("Note number \(index)"), in: frame), to: page)
    }
    let data = try document.dataRepresentationAndWait()
    let folder = try TemporaryFolder()
    let fonts = try Tool.run("pdffonts", [folder.file("a.pdf", data).path]).output
    #expect(fonts.split(separator: "\n").dropFirst(2).count == 1, "\(fonts)")
    #expect(data.count - before < 200 * 1_500)
    // An equal text has no other form.
    let one = data.count
    try document.add(
      Self.annotation(Self.text("Note number 7"), in: PageRect(x: 20, y: 7, width: 250, height: 20)), to: page
    )
    #expect(try document.dataRepresentationAndWait().count - one < 1_200)
  }

  /// Cairo's pages are isolated groups: forms that blend with what is below are not.
  @Test func theFormHasNoGroup() throws {
    try document.add(
      Self.annotation(Self.text("a"), in: PageRect(x: 10, y: 10, width: 50, height: 20)), to: page)
    let data = try document.dataRepresentationAndWait()
    let folder = try TemporaryFolder()
    let shown = try Tool.run(
      "qpdf", ["--qdf", "--object-streams=disable", folder.file("a.pdf", data).path, "-"])
    #expect(shown.output.contains("/BaseFont") && !shown.output.contains("/Group"))
  }

  @Test func aMoveKeepsTheForm() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.pdf")
    let new = Self.annotation(Self.text("moved"), in: PageRect(x: 10, y: 10, width: 90, height: 20))
    try document.add(new, to: page)
    try document.saveAndWait(to: url)
    let size = try Data(contentsOf: url).count
    try document.replace(new.offset(dx: 30, dy: 40), on: page)
    try document.saveAndWait()
    #expect(try Data(contentsOf: url).count - size < 1_500)
    let saved = try PDFDocument.openAndWait(url)
    let image = try await PageRenderer(saved, options: .forTests).image(of: saved.pageIDs[0], scale: 1)
    #expect(Pixels(image).ink(x: 40..<130, y: 230..<250) > 50)
  }

  // MARK: - Refusals

  @Test func charactersThatNoFontHasAreRefusedWhenTheyAreWritten() throws {
    let frame = PageRect(x: 10, y: 10, width: 90, height: 20)
    let good = Self.annotation(Self.text("good"), in: frame, id: "text")
    try document.add(good, to: page)
    let bad = Self.annotation(Self.text("a\u{F1234}"), in: frame, id: "text")
    for edit in [
      Edit.addAnnotation(Self.annotation(Self.text("\u{F1234}"), in: frame), page: page),
      .replaceAnnotation(bad, page: page),
    ] {
      let error = #expect(throws: PDFError.self) { try document.apply(edit) }
      #expect(error?.code == .missingGlyphs && error?.message.contains("U+F1234") == true)
    }
    let error = #expect(throws: PDFError.self) { try document.edit { try $0.replace(bad, on: page) } }
    #expect(error?.code == .missingGlyphs)
    #expect(try document.page(page).annotations == [good])
  }
}

extension Pixels {
  var height: Int { values.count / width }

  /// How many pixels of a rectangle are darker than half.
  func ink(x: Range<Int>, y: Range<Int>) -> Int {
    y.reduce(0) { sum, y in x.reduce(sum) { $0 + (isInk($1, y) ? 1 : 0) } }
  }

  private func isInk(_ x: Int, _ y: Int) -> Bool { self[x, y] & 0xFF < 128 }

  /// How many dark pixels have no dark pixel of another picture within a distance.
  func inkWithout(_ other: Pixels, within distance: Int) -> Int {
    var count = 0
    for y in distance..<height - distance {
      for x in distance..<width - distance where isInk(x, y) {
        let isNear = (y - distance...y + distance).contains { y in
          (x - distance...x + distance).contains { other.isInk($0, y) }
        }
        if !isNear { count += 1 }
      }
    }
    return count
  }
}

/// A kind for these tests: an item in a rectangle.
private struct TextPicture: AnnotationCodec, Codable {
  static let subtype = "Stamp"
  static let name = "test text"
  static let title = "Text"
  static let keys: [String] = []
  static let capabilities: AnnotationCapabilities = [.drawn, .added, .moved, .restyled]
  var isPathsOnly: Bool { false }
  static let ownedKeys: [PDFName] = []

  var item: Appearance.Item
  var frame: PageRect

  init(item: Appearance.Item, frame: PageRect) { (self.item, self.frame) = (item, frame) }
  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) { return nil }
  init(from decoder: any Decoder) throws { throw PDFError(.invalidScript, "not in scripts") }
  func encode(to encoder: any Encoder) throws {}

  var points: [PagePoint] {
    [PagePoint(x: frame.minX, y: frame.minY), PagePoint(x: frame.maxX, y: frame.maxY)]
  }

  func mapPoints(_ transform: (PagePoint) -> PagePoint) -> TextPicture {
    let corners = points.map(transform)
    var result = TextPicture(item: item, frame: PageRect(corner: corners[0], corner: corners[1]))
    guard case .text(let text) = item.content else { return result }
    result.item = .text(text.text, in: result.frame, rotation: text.place.rotation, fitting: text.fitting)
    return result
  }

  func bounds(_ style: AnnotationStyle) -> PageRect { frame }

  func appearance(_ style: AnnotationStyle) -> Appearance {
    Appearance(items: [item], opacity: style.opacity, box: frame)
  }

  func isVisible(_ style: AnnotationStyle) -> Bool { true }
  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {}
  var description: String { "text in \(frame)" }
}
