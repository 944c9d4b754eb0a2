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

  @Test func theFillAndTheTextComeInTheEnd() throws {
    let mark = Annotation(.redaction(Self.rect, overlayText: "GONE"), style: .redaction)
    let appearance = try #require(mark.redactedAppearance())
    #expect(appearance.items.count == 2 && appearance.items[0].fill == .black)
    #expect(appearance.texts.map(\.text.string) == ["GONE"] && appearance.texts.map(\.text.color) == [.white])
    #expect(Annotation(.redaction(Self.rect), style: AnnotationStyle()).redactedAppearance() == nil)
    #expect(Annotation(.rectangle(Self.rect), style: .redaction).redactedAppearance() == nil)
  }

  @Test func areasWithoutExtentAreLeftOut() throws {
    let flat = PageQuad(PageRect(x: 0, y: 0, width: 9, height: 0))
    let mark = try Annotation(.redaction([flat, PageQuad(Self.rect)], overlayText: "")).validated()
    #expect(mark.content.redaction?.quads == [PageQuad(Self.rect)])
    #expect(mark.content.redaction?.overlayText == nil)
    #expect(throws: PDFError.self) { try Annotation(.redaction([flat])).validated() }
  }
}
