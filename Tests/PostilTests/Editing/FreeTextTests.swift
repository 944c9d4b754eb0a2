import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import Postil

@Suite struct FreeTextTests {
  private static let rect = PageRect(x: 60, y: 150, width: 120, height: 60)

  private static func annotation(
    _ text: String = "Text in a box", style: AnnotationStyle = AnnotationStyle(),
    rotation: PageRotation = .none
  ) -> Annotation {
    Annotation(
      .freeText(text, in: rect, font: TextFont("DejaVu Sans", size: 14), rotation: rotation), style: style,
      id: "text")
  }

  @Test(arguments: [PageRotation.none, .clockwise90, .clockwise180, .clockwise270])
  func itIsShownUprightAndAsItIsSaved(rotation: PageRotation) async throws {
    let document = try PDFDocument(data: PageDocument.tinted(rotation: rotation.degrees).data)
    let page = document.pageIDs[0]
    let picture = SavedPicture(document)
    let style = AnnotationStyle(color: .black, fill: .yellow, lineWidth: 2)
    try document.add(Self.annotation("HHHHH HHHHH", style: style, rotation: rotation), to: page)
    #expect(try await picture.largestDifference() == 0)
    // The first line stands at the box's upper edge as the reader sees it, and is wider than it is high.
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    let box = try document.page(page).transform(scale: 1).viewRect(Self.rect)
    let top = image.ink(
      x: Int(box.x) + 4..<Int(box.x + box.width) - 4, y: Int(box.y) + 4..<Int(box.y) + 22)
    #expect(top > 100)
  }

  @Test func everyEditIsUndoneAndRedone() async throws {
    let document = try PDFDocument(data: PageDocument.tinted().data)
    let page = document.pageIDs[0]
    let picture = SavedPicture(document)
    try document.add(Self.annotation(), to: page)
    try document.update("text", on: page) { $0.contents = "Other" }
    try document.update("text", on: page) {
      $0.style = AnnotationStyle(color: .red, fill: .green, opacity: 0.5)
    }
    try document.update("text", on: page) { $0 = $0.offset(dx: 10, dy: 10) }
    let last = try #require(try document.page(page).annotation(named: "text"))
    #expect(last.contents == "Other")
    #expect(try await picture.largestDifference() <= 2)
    for _ in 0..<4 { try document.undo() }
    #expect(try document.page(page).annotations.isEmpty)
    #expect(try await picture.largestDifference() == 0)
    for _ in 0..<4 { try document.redo() }
    #expect(try document.page(page).annotation(named: "text") == last)
    let script = try JSONEncoder().encode(Edit.addAnnotation(last, page: page))
    #expect(try JSONDecoder().decode(Edit.self, from: script) == Edit.addAnnotation(last, page: page))
  }

  @Test(arguments: [false, true]) func itSurvivesSavingAndReopening(isRewrite: Bool) throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", PageDocument.tinted().data)
    let document = try PDFDocument.openAndWait(url)
    try document.add(Self.annotation("Ünïcödé Текст"), to: document.pageIDs[0])
    try document.saveAndWait(isRewrite ? .rewrite() : .automatic)
    let reopened = try PDFDocument.openAndWait(url)
    let read = try #require(try reopened.page(at: 0).annotation(named: "text"))
    #expect(read.content == Self.annotation("Ünïcödé Текст").content && read.style == AnnotationStyle())
    try reopened.update("text", on: reopened.pageIDs[0]) { $0.contents = "changed" }
    try reopened.saveAndWait()
    try reopened.remove("text", from: reopened.pageIDs[0])
    try reopened.saveAndWait(isRewrite ? .rewrite() : .automatic)
    #expect(try Tool.qpdfCheck(url).status == 0)
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.isEmpty)
  }

  /// The fonts are those that `make deps` installs.
  @Test(arguments: [
    "Straße façade", "Привет, мир", "Καλημέρα κόσμε", "שלום עולם", "مرحبا بالعالم", "नमस्ते दुनिया",
    "क्षत्रिय विद्यार्थी प्रत्यक्ष", "你好世界",
  ])
  func everyScriptIsFoundInTheFile(text: String) throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", PDFBuilder(annotations: []).data())
    let document = try PDFDocument.openAndWait(url)
    try document.add(Self.annotation(text), to: document.pageIDs[0])
    try document.saveAndWait()
    // Arabic letters may be given in the forms that they have in a word, with marks of direction about them.
    func letters(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .format
          }))
    }
    let poppler = try Tool.run("pdftotext", [url.path, "-"]).output
    #expect(letters(poppler).contains(letters(text)), "\(poppler)")
    // Versions of MuPDF before 1.24 read from left to right, glyph by glyph.
    guard text.unicodeScalars.allSatisfy({ !(0x590...0xDFF).contains($0.value) }) else { return }
    let mupdf = try Tool.run("mutool", ["draw", "-q", "-F", "text", url.path, "1"]).output
    #expect(letters(mupdf).contains(letters(text)), "\(mupdf)")
  }

  @Test func aLatinTextAppendsLessThan8KB() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", PageDocument.tinted().data)
    let document = try PDFDocument.openAndWait(url)
    let before = try Data(contentsOf: url).count
    try document.add(Self.annotation("Please check the third paragraph"), to: document.pageIDs[0])
    try document.saveAndWait()
    #expect(try Data(contentsOf: url).count - before < 8_192)
  }

  private static let foreign =
    "<</Type/Annot/Subtype/FreeText/NM(theirs)/Rect[60 60 160 100]/F 4/DA(/Helv 12 Tf 1 0 0 rg)/Contents(Theirs)/AP<</N @0 >>>>"

  private func foreignDocument() throws -> PDFDocument {
    var paper = PageDocument.tinted(annotations: [Self.foreign])
    paper.pages[0].forms = [([0, 0, 100, 40], "0 0.5 0 rg 0 0 100 40 re f")]
    return try PDFDocument(data: paper.data)
  }

  @Test func whatAnotherProgramDrewMovesAlong() async throws {
    let document = try foreignDocument()
    let page = document.pageIDs[0]
    let picture = SavedPicture(document)
    try document.update("theirs", on: page) { $0 = $0.offset(dx: 50, dy: 0) }
    #expect(try await picture.largestDifference() == 0)
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    // The middle of where it is now: x 160 − 20, y 280 − 80.
    #expect(image[140, 200] & 0xFF_FFFF == 0x00_8000)
  }

  @Test func restyledItIsDrawnByUs() async throws {
    let document = try foreignDocument()
    let page = document.pageIDs[0]
    let picture = SavedPicture(document)
    try document.update("theirs", on: page) { $0.style.fill = .yellow }
    #expect(try await picture.largestDifference() == 0)
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    #expect(image[130, 215] & 0xFF_FFFF == 0xFF_FF00)
    try document.undo()
    #expect(try await picture.largestDifference() == 0)
  }

  @Test func lockedTextStays() throws {
    let document = try PDFDocument(data: PageDocument.tinted().data)
    let page = document.pageIDs[0]
    var locked = Self.annotation()
    locked.flags.insert(.lockedContents)
    try document.add(locked, to: page)
    let error = #expect(throws: PDFError.self) {
      try document.update("text", on: page) { $0.contents = "other" }
    }
    #expect(error?.code == .notEditable)
    try document.update("text", on: page) { $0 = $0.offset(dx: 1, dy: 1) }
  }
}
