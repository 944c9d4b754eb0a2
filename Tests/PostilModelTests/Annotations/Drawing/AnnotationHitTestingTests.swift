import PostilModel
import Testing

@Suite struct AnnotationHitTestingTests {
  private let rect = PageRect(x: 10, y: 20, width: 100, height: 60)
  private let middle = PagePoint(x: 60, y: 50)

  @Test func onlyFilledShapesAreHitInside() {
    for shape in [AnnotationContent.rectangle(rect), .ellipse(rect)] {
      let edge = PagePoint(x: 10, y: 50)
      let open = Annotation(shape, style: AnnotationStyle(lineWidth: 4))
      #expect(!open.isHit(at: middle))
      #expect(open.isHit(at: edge.offset(dx: 1.9, dy: 0)) && !open.isHit(at: edge.offset(dx: 2.1, dy: 0)))
      #expect(open.isHit(at: edge.offset(dx: -4.9, dy: 0), tolerance: 3))
      #expect(!open.isHit(at: edge.offset(dx: -5.1, dy: 0), tolerance: 3))
      #expect(Annotation(shape, style: AnnotationStyle(fill: .red)).isHit(at: middle))
      #expect(Annotation(shape, style: AnnotationStyle(fill: .red, lineWidth: 0)).isHit(at: middle))
      #expect(!Annotation(shape, style: AnnotationStyle(lineWidth: 0)).isHit(at: edge))
    }
    #expect(
      !Annotation(.ellipse(rect), style: AnnotationStyle(fill: .red)).isHit(at: PagePoint(x: 14, y: 24)))
  }

  @Test func strokesAreHitAlongTheirCurve() {
    let bow = InkStroke(
      points: [.zero, PagePoint(x: 0, y: 40), PagePoint(x: 60, y: 40), PagePoint(x: 60, y: 0)], curve: .bezier
    )
    let ink = Annotation(.ink([bow]), style: AnnotationStyle(lineWidth: 2))
    #expect(ink.isHit(at: PagePoint(x: 30, y: 30.9)) && !ink.isHit(at: PagePoint(x: 30, y: 31.1)))
    #expect(!ink.isHit(at: PagePoint(x: 30, y: 0)))
    let dot = Annotation(.ink([InkStroke(points: [middle])]), style: AnnotationStyle(lineWidth: 6))
    #expect(dot.isHit(at: middle.offset(dx: 2, dy: 2)) && !dot.isHit(at: middle.offset(dx: 2.5, dy: 2)))
  }

  @Test func holesOfAreasAreNotHit() {
    func corners(_ rect: PageRect) -> [PagePoint] {
      [
        rect.origin, PagePoint(x: rect.maxX, y: rect.minY), PagePoint(x: rect.maxX, y: rect.maxY),
        PagePoint(x: rect.minX, y: rect.maxY),
      ]
    }
    let shape = AnnotationContent.ink([], areas: [corners(rect), corners(rect.insetBy(20))])
    let area = Annotation(shape, style: AnnotationStyle(fill: .blue))
    #expect(!area.isHit(at: middle) && area.isHit(at: PagePoint(x: 15, y: 50)))
    #expect(area.isHit(at: middle, tolerance: 11))
  }

  @Test func otherKindsAreHitInTheirRectangle() {
    let note = Annotation(.unsupported(subtype: "Text", bounds: rect))
    #expect(note.isHit(at: middle) && !note.isHit(at: .zero) && note.isHit(at: .zero, tolerance: 30))
  }

  @Test func nothingIsHitNowhere() {
    let filled = Annotation(.rectangle(rect), style: AnnotationStyle(fill: .red))
    #expect(!filled.isHit(at: PagePoint(x: .nan, y: 50)))
    #expect(!filled.isHit(at: PagePoint(x: .infinity, y: 50), tolerance: .infinity))
    #expect(filled.isHit(at: middle, tolerance: -5))
  }
}
