import Foundation
import PostilModel
import Testing

@Suite struct FreeTextContentTests {
  private static let rect = PageRect(x: 100, y: 200, width: 120, height: 40)

  private static func annotation(
    _ text: String = "Hello", form: FreeTextContent.Form = .box, style: AnnotationStyle = AnnotationStyle()
  ) -> Annotation {
    Annotation(.freeText(FreeTextContent(text, in: rect, form: form)), style: style, id: "text")
  }

  private static let callout = FreeTextContent.Form.callout(
    .init([PagePoint(x: 20, y: 20), PagePoint(x: 60, y: 220), PagePoint(x: 100, y: 220)]))

  @Test func theTextIsTheAnnotationsText() {
    var annotation = Self.annotation()
    #expect(annotation.contents == "Hello")
    annotation.contents = "Other"
    #expect(annotation.content.freeText?.text == "Other")
    annotation.contents = nil
    #expect(annotation.content.freeText?.text == "" && annotation.contents == "")
    let made = Annotation(.freeText("a", in: Self.rect), contents: "b")
    #expect(made.content.freeText?.text == "b")
    // Of other kinds it is a note.
    var shape = Annotation(.rectangle(Self.rect), contents: "note")
    shape.content = .freeText("shown", in: Self.rect)
    #expect(shape.contents == "shown")
  }

  @Test func linesEndWithALineFeed() {
    #expect(FreeTextContent("a\r\nb\rc\n", in: Self.rect).text == "a\nb\nc\n")
    var content = FreeTextContent("", in: Self.rect)
    content.text = "x\ry"
    #expect(content.text == "x\ny")
  }

  @Test func boxTextAndLineArePainted() throws {
    let plain = Self.annotation(style: AnnotationStyle(color: .red, fill: .yellow, lineWidth: 2)).appearance
    #expect(plain.items.count == 2 && plain.box == Self.rect.insetBy(-1))
    #expect(plain.items[0].fill == .yellow && plain.items[0].pen?.color == .red)
    let text = try #require(plain.texts.first)
    #expect(text.text.color == .red && text.place.frame == Self.rect.insetBy(3))
    let line = Self.annotation(form: Self.callout).appearance
    #expect(try #require(line.box).contains(PagePoint(x: 20, y: 20)) && line.items.count > 2)
    #expect(Self.annotation(style: AnnotationStyle(lineWidth: 0)).appearance.items.count == 1)
  }

  @Test func itIsHitWhereTheTextStands() {
    let annotation = Self.annotation(form: Self.callout)
    #expect(annotation.isHit(at: PagePoint(x: 160, y: 220)))
    #expect(annotation.isHit(at: PagePoint(x: 60, y: 220), tolerance: 1))
    #expect(!annotation.isHit(at: PagePoint(x: 30, y: 200), tolerance: 1))
  }

  @Test func aMoveTakesTheLineAlong() throws {
    let moved = Self.annotation(form: Self.callout).offset(dx: 5, dy: -5)
    guard case .callout(let line)? = moved.content.freeText?.form else { return #expect(Bool(false)) }
    #expect(line.points.first == PagePoint(x: 25, y: 15))
    #expect(moved.content.freeText?.rect == Self.rect.offset(dx: 5, dy: -5))
  }

  @Test func everyPropertyComesBackFromJSON() throws {
    for form in [FreeTextContent.Form.box, .typewriter, Self.callout] {
      let content = FreeTextContent(
        "Текст\nשלום", in: Self.rect, font: TextFont("DejaVu Serif", size: 9.5, isBold: true, isItalic: true),
        alignment: .right, lineSpacing: 1.5, form: form, rotation: .clockwise270)
      let annotation = Annotation(.freeText(content), author: "A", id: "x")
      let data = try JSONEncoder().encode(annotation)
      #expect(try JSONDecoder().decode(Annotation.self, from: data) == annotation)
    }
    let short = #"{"kind": "freeText", "text": "Hi", "rect": [1, 2, 3, 4]}"#
    let read = try JSONDecoder().decode(Annotation.self, from: Data(short.utf8))
    #expect(read.content.freeText == FreeTextContent("Hi", in: PageRect(x: 1, y: 2, width: 3, height: 4)))
  }

  @Test(arguments: [
    FreeTextContent("a\u{0}", in: rect), FreeTextContent("a", in: rect, font: TextFont(size: .nan)),
    FreeTextContent("a", in: rect, font: TextFont("")), FreeTextContent("a", in: rect, lineSpacing: -1),
    FreeTextContent(String(repeating: "a", count: 40_000), in: rect),
    FreeTextContent("a", in: PageRect(x: .nan, y: 0, width: 1, height: 1)),
    FreeTextContent("a", in: .zero), FreeTextContent("a", in: rect, form: .callout(.init([.zero]))),
    FreeTextContent("a", in: rect, form: .callout(.init([PagePoint(x: 1e300, y: 0), .zero]))),
  ]) func whatCannotBeDrawnIsRefused(content: FreeTextContent) {
    #expect(throws: PDFError.self) { try Annotation(.freeText(content)).validated() }
  }

  @Test func anUprightFrameTurnsWithThePage() {
    let frame = PageRect(x: 10, y: 20, width: 100, height: 30)
    // The reader's upper left corner, one to the right and one up.
    let corners: [PageRotation: [Double]] = [
      .none: [1, 0, 0, 1, 10, 50], .clockwise90: [0, 1, -1, 0, 10, 20],
      .clockwise180: [-1, 0, 0, -1, 110, 20], .clockwise270: [0, -1, 1, 0, 110, 50],
    ]
    for (rotation, matrix) in corners {
      let upright = UprightFrame(frame, rotation)
      #expect(upright.matrix() == matrix)
      #expect((upright.width, upright.height) == (rotation.isSideways ? (30, 100) : (100, 30)))
      // The same corner through the page's own transform.
      let transform = PageTransform(
        cropBox: PageRect(x: 0, y: 0, width: 200, height: 100), rotation: rotation)
      let view = transform.viewRect(frame)
      let corner = transform.viewPoint(PagePoint(x: matrix[4], y: matrix[5]))
      #expect(abs(corner.x - view.x) < 1e-9 && abs(corner.y - view.y) < 1e-9)
    }
  }
}
