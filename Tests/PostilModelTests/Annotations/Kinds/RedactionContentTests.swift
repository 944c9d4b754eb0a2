import PostilModel
import Testing

@Suite struct RedactionContentTests {
  private static let rect = PageRect(x: 10, y: 20, width: 80, height: 12)

  @Test func itIsAnOutlineWhateverTheFill() {
    let mark = Annotation(.redaction(Self.rect), style: .redaction)
    #expect(mark.appearance.items.map(\.fill) == [nil] && mark.appearance.isSinglePaint)
    #expect(mark.bounds == PageRect(x: 9.5, y: 19.5, width: 81, height: 13))
    #expect(mark.isHit(at: Self.rect.center))
  }

  @Test func areasWithoutExtentAreLeftOut() throws {
    let flat = PageQuad(PageRect(x: 0, y: 0, width: 9, height: 0))
    let mark = try Annotation(.redaction([flat, PageQuad(Self.rect)], overlayText: "")).validated()
    #expect(mark.content.redaction?.quads == [PageQuad(Self.rect)])
    #expect(mark.content.redaction?.overlayText == nil)
    #expect(throws: PDFError.self) { try Annotation(.redaction([flat])).validated() }
  }
}
