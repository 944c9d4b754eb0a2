import PostilTestSupport
@testable import PostilModel
import PostilTools
import Testing

/// Tools for stamps, links, clouds, redaction marks, carets, notes and text.
@Suite struct PlacingToolsTests {
  private let start = PagePoint(x: 100, y: 300)
  private let end = PagePoint(x: 160, y: 340)
  private var box: PageRect { PageRect(corner: start, corner: end) }

  private func drawn(_ tool: some DrawingTool, tap: Bool = false) -> AnnotationContent? {
    var tool = tool
    tool.begin(at: PagePoint(x: .nan, y: 0))
    #expect(!tool.isDrawing)
    tool.begin(at: start)
    if !tool.draw().items.isEmpty { #expect(tool.draw().bounds != nil) }
    if !tap { tool.move(to: end) }
    let changes = tool.finish()
    #expect(!tool.isDrawing && tool.finish().isEmpty)
    return changes.first?.annotation?.content
  }

  @Test func eachMakesItsKind() {
    #expect(drawn(CloudTool(intensity: 2)) == .rectangle(box, cloudIntensity: 2))
    #expect(drawn(LinkTool(to: .uri("https://example.org"))) == .link(box, to: .uri("https://example.org")))
    #expect(drawn(RedactionTool()) == .redaction(box))
    #expect(drawn(RedactionTool(overlayText: "GONE")) == .redaction(box, overlayText: "GONE"))
    var stamp = StampTool(.name(.draft))
    stamp.rotation = .clockwise90
    #expect(drawn(stamp) == .stamp(.name(.draft), in: box, rotation: .clockwise90))
    #expect(drawn(CloudTool(), tap: true) == nil && drawn(LinkTool(to: .named("a")), tap: true) == nil)
  }

  @Test func aTapPutsAStampOfAUsualSize() throws {
    var stamp = StampTool(.name(.draft))
    let rect = try #require(drawn(stamp, tap: true)?.stamp?.rect)
    #expect(rect == PageRect(x: start.x - 72, y: start.y - 20, width: 144, height: 40))
    stamp.rotation = .clockwise90
    let turned = try #require(drawn(stamp, tap: true)?.stamp)
    #expect(turned.rect.center == start && turned.rect.width == 40 && turned.rotation == .clockwise90)
    // A mouse that moves a little is a tap, too.
    stamp.begin(at: start)
    stamp.move(to: start.offset(dx: 3, dy: -2))
    #expect(stamp.finish().first?.annotation?.content.stamp?.rect == turned.rect)
    let image = try Appearance.Image(SampleImage.png(width: 400, height: 100))
    let picture = try #require(drawn(StampTool(.image(image)), tap: true)?.stamp?.rect)
    #expect(picture.width == 200 && picture.height == 50)
  }

  @Test func whatNeedsATextGivesAPlaceForIt() throws {
    var text = FreeTextTool()
    #expect(text.entry == nil)
    text.rotation = .clockwise180
    text.begin(at: start)
    #expect(text.entry?.content.freeText?.form == .typewriter && text.draw().items.isEmpty)
    text.move(to: end)
    let entry = try #require(text.entry?.content.freeText)
    #expect(entry.rect == box && entry.form == .box && entry.rotation == .clockwise180)
    #expect(text.finish().isEmpty && text.entry == nil)
    var note = NoteTool()
    note.begin(at: start)
    note.move(to: end)
    #expect(note.entry?.content == .note(at: end) && note.draw() == note.entry?.appearance)
    note.cancel()
    #expect(note.entry == nil)
    var caret = CaretTool()
    caret.begin(at: start)
    #expect(caret.entry?.content.caret?.rect.center == start)
  }

  @Test func redactionMarksFollowTextAndCaretsStandBehindIt() throws {
    let text = PageText(layout: "one two")
    var mark = RedactionTool(text: text)
    mark.begin(at: PagePoint(x: 41, y: 985))
    mark.move(to: PagePoint(x: 69, y: 990))
    #expect(
      mark.finish().first?.annotation?.content.redaction?.quads.map(\.bounds) == [layoutRect(line: 0, 4..<7)])
    var caret = CaretTool(text: text)
    caret.begin(at: PagePoint(x: 32, y: 985))
    #expect(caret.entry?.content.caret?.rect.center == PagePoint(x: 30, y: 980))
    caret.move(to: PagePoint(x: 1, y: 985))
    #expect(
      caret.entry?.content.caret?.rect.center == PagePoint(x: 10, y: 980), "never before the first letter")
  }
}
