import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite("DocumentEditing.addOverlay") struct PageOverlayTests {
  private let red: UInt32 = 0xFFFF_0000
  private let blue: UInt32 = 0xFF00_00FF
  private let white: UInt32 = 0xFFFF_FFFF

  /// Pages of 400 × 300 points with a blue square at 100, 100 to 200, 200.
  private func document(rotation: Int = 0, cropBox: [Double]? = nil) throws -> PDFDocument {
    var pages = PageDocument(pageCount: 2)
    for index in pages.pages.indices {
      pages.pages[index].mediaBox = [0, 0, 400, 300]
      pages.pages[index].content = "0 0 1 rg 100 100 100 100 re f"
      pages.pages[index].rotation = rotation
      pages.pages[index].cropBox = cropBox
    }
    return try PDFDocument(data: pages.data)
  }

  /// A page whose lower half is red.
  private func mark(width: Double = 400, height: Double = 300) throws -> PDFDocument {
    var page = PageDocument(pageCount: 1)
    page.pages[0].mediaBox = [0, 0, width, height]
    page.pages[0].content = "1 0 0 rg 0 0 \(width) \(height / 2) re f"
    return try PDFDocument(data: page.data)
  }

  private func pixels(_ document: PDFDocument, _ index: Int = 0) async throws -> Pixels {
    Pixels(
      try await PageRenderer(document, options: .forTests).image(of: document.pageIDs[index], scale: 1))
  }

  private func reopened(_ document: PDFDocument) throws -> PDFDocument {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("out.pdf")
    let data = try document.dataRepresentationAndWait()
    try data.write(to: file)
    #expect(try Tool.qpdfCheck(file).status == 0)
    return try PDFDocument(data: data)
  }

  @Test func anOverlayCoversAndAnUnderlayIsCovered() async throws {
    let mark = try mark()
    for isUnderlay in [false, true] {
      let document = try document()
      try document.addOverlayAndWait(
        PageOverlay(mark.pageIDs[0], of: mark, isUnderlay: isUnderlay), to: [document.pageIDs[0]])
      for shown in [document, try reopened(document)] {
        let first = try await pixels(shown)
        // The square lies across the edge of the red half.
        #expect(first[150, 300 - 120] == (isUnderlay ? blue : red))
        #expect(first[150, 300 - 180] == blue && first[20, 290] == red && first[20, 20] == white)
        #expect(try shown.page(at: 0).annotations.isEmpty)
        #expect(try await pixels(shown, 1)[20, 290] == white)
      }
    }
  }

  @Test func fieldsArePaintedWithTheirValues() async throws {
    let form = try mark()
    try form.addField(
      NewFormField(
        .text, named: "name", on: form.pageIDs[0], in: PageRect(x: 100, y: 200, width: 100, height: 20),
        value: "Ada"))
    for source in [form, try reopened(form)] {
      let document = try document()
      try document.addOverlayAndWait(PageOverlay(source.pageIDs[0], of: source), to: [document.pageIDs[0]])
      let saved = try reopened(document)
      #expect(try await saved.text(of: saved.pageIDs[0]).string.contains("Ada"))
      #expect(try saved.page(at: 0).annotations.isEmpty && saved.form?.fields.isEmpty ?? true)
    }
  }

  /// Content that restores a state that it did not save, and leaves another one saved.
  @Test(arguments: [false, true]) func contentThatIsUnevenMovesNothing(isUnderlay: Bool) async throws {
    let mark = try mark()
    var pages = PageDocument()
    pages.pages[0].mediaBox = [0, 0, 400, 300]
    pages.pages[0].content = "Q 0.5 0 0 0.5 50 50 cm Q 3 0 0 3 9 9 cm q 2 0 0 2 0 0 cm q"
    let document = try PDFDocument(data: pages.data)
    try document.addOverlayAndWait(
      PageOverlay(mark.pageIDs[0], of: mark, isUnderlay: isUnderlay), to: [document.pageIDs[0]])
    try document.setMark(
      PageMark("W W W W W"), on: [document.pageIDs[0]])
    let first = try await pixels(try reopened(document))
    #expect(first[2, 298] == red && first[398, 152] == red && first[2, 148] == white)
    #expect(first[398, 148] == white)
  }

  @Test func bothOnOnePageAndInTwoSaves() async throws {
    let (mark, small) = (try mark(), try mark(width: 100, height: 100))
    let document = try document()
    let page = document.pageIDs[0]
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("out.pdf")
    try document.addOverlayAndWait(PageOverlay(mark.pageIDs[0], of: mark, isUnderlay: true), to: [page])
    try document.saveAndWait(to: file)
    try document.addOverlayAndWait(
      PageOverlay(
        small.pageIDs[0], of: small, placement: .rect(PageRect(x: 100, y: 100, width: 40, height: 40))),
      to: [page])
    try document.saveAndWait()
    let shown = try await pixels(try PDFDocument.openAndWait(file))
    #expect(shown[110, 300 - 110] == red && shown[150, 300 - 110] == blue && shown[20, 290] == red)
    #expect(try await pixels(document) == shown)
  }

  @Test(arguments: [0, 90, 180, 270])
  func itStandsUprightOnTurnedPages(rotation: Int) async throws {
    let mark = try mark()
    let document = try document(rotation: rotation, cropBox: [50, 20, 350, 280])
    try document.addOverlayAndWait(
      PageOverlay(mark.pageIDs[0], of: mark, placement: .fit), to: document.pageIDs)
    for shown in [document, try reopened(document)] {
      let pixels = try await pixels(shown)
      let (width, height) = (pixels.width, pixels.values.count / pixels.width)
      // As large as the page allows, its lower half red.
      let scale = min(Double(width) / 400, Double(height) / 300)
      let half = Int(150 * scale) - 3
      #expect(pixels[width / 2, height / 2 + 3] == red && pixels[width / 2, height / 2 + half] == red)
      #expect(pixels[3, height / 2 - 3] != red)
    }
  }

  @Test func asLargeAsItIsItStandsInTheMiddle() async throws {
    let small = try mark(width: 40, height: 20)
    let document = try document()
    try document.addOverlayAndWait(
      PageOverlay(small.pageIDs[0], of: small, placement: .actualSize), to: document.pageIDs)
    let shown = try await pixels(document)
    let reds = shown.values.indices.filter { shown.values[$0] == red }
    #expect(reds.count == 400)
    #expect(reds.map { $0 % 400 }.min() == 180 && reds.map { $0 % 400 }.max() == 219)
    #expect(reds.map { $0 / 400 }.min() == 150 && reds.map { $0 / 400 }.max() == 159)
  }

  @Test func itIsPaintedWithItsAnnotationsInItsOpacity() async throws {
    let mark = try mark()
    try mark.add(
      Annotation(
        .rectangle(PageRect(x: 0, y: 200, width: 100, height: 100)),
        style: AnnotationStyle(color: .red, fill: .red)), to: mark.pageIDs[0])
    let document = try document()
    try document.addOverlayAndWait(
      PageOverlay(mark.pageIDs[0], of: mark, opacity: 0.5), to: [document.pageIDs[0]])
    let shown = try await pixels(document)
    for (x, y) in [(20, 290), (50, 50)] {
      #expect(Pixels.distance(shown[x, y], 0xFFFF_7F7F) <= 2)
    }
    #expect(try mark.page(at: 0).annotations.count == 1)
  }

  @Test func undoTakesItBackAndASecondSaveToo() async throws {
    let mark = try mark()
    let document = try document()
    let (state, before) = (document.state, try await pixels(document))
    try document.addOverlayAndWait(
      PageOverlay(mark.pageIDs[0], of: mark, isUnderlay: true), to: document.pageIDs)
    #expect(document.undoName == "Add Underlay")
    let after = try await pixels(document)
    try document.undo()
    #expect(document.state == state)
    try document.redo()
    #expect(try await pixels(document) == after)
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("out.pdf")
    try document.saveAndWait(to: file)
    try document.undo()
    try document.saveAndWait()
    let reopened = try PDFDocument.openAndWait(file)
    #expect(try await pixels(reopened) == before)
  }

  @Test func theEditIsTheSameAfterCoding() throws {
    for isUnderlay in [false, true] {
      let edit = Edit.flattenAnnotations(["a"], page: PageID(number: 2), asUnderlay: isUnderlay)
      let data = try JSONEncoder().encode(edit)
      #expect(try JSONDecoder().decode(Edit.self, from: data) == edit)
      #expect(String(decoding: data, as: UTF8.self).contains("asUnderlay") == isUnderlay)
    }
  }

  @Test func whatCannotBePaintedIsRefusedAndNothingChanges() throws {
    let (mark, document) = (try mark(), try document())
    let state = document.state
    func code(_ overlay: PageOverlay, _ pages: [PageID]) -> PDFError.Code? {
      do { try document.addOverlayAndWait(overlay, to: pages) } catch { return error.code }
      return nil
    }
    let good = PageOverlay(mark.pageIDs[0], of: mark)
    #expect(code(PageOverlay(PageID(number: 9), of: mark), document.pageIDs) == .pageOutOfRange)
    #expect(code(good, [document.pageIDs[0], PageID(number: 9)]) == .pageOutOfRange)
    #expect(code(PageOverlay(mark.pageIDs[0], of: mark, opacity: .nan), document.pageIDs) == .invalidArgument)
    let nothing = PageRect(x: 0, y: 0, width: .nan, height: 10)
    #expect(
      code(PageOverlay(mark.pageIDs[0], of: mark, placement: .rect(nothing)), document.pageIDs)
        == .invalidGeometry)
    #expect(document.state == state)
  }
}
