import Testing

@testable import PostilViewer

@Suite struct LassoAreaTests {
  private let square = LassoArea(
    [(0, 0), (100, 0), (100, 100), (0, 100)].map { PagePoint(x: $0.0, y: $0.1) })

  @Test func holdsKindsThatLieInItForTheMostPart() {
    let style = AnnotationStyle(lineWidth: 2)
    let inside: [AnnotationContent] = [
      .ink([InkStroke([PagePoint(x: 20, y: 20), PagePoint(x: 60, y: 70), PagePoint(x: 90, y: 30)])]),
      .line(from: PagePoint(x: 10, y: 50), to: PagePoint(x: 130, y: 50)),
      .rectangle(PageRect(x: 10, y: 10, width: 50, height: 50)),
      .ellipse(PageRect(x: 10, y: 10, width: 90, height: 40)),
      .polygon([PagePoint(x: 10, y: 10), PagePoint(x: 50, y: 10), PagePoint(x: 30, y: 60)]),
    ]
    for content in inside { #expect(square.holds(Annotation(content, style: style)), "\(content)") }
    let outside: [AnnotationContent] = [
      .line(from: PagePoint(x: 60, y: 50), to: PagePoint(x: 160, y: 50)),
      .rectangle(PageRect(x: -50, y: -50, width: 300, height: 300)),
      .ink([InkStroke([PagePoint(x: 200, y: 200), PagePoint(x: 260, y: 270)])]),
    ]
    for content in outside { #expect(!square.holds(Annotation(content, style: style)), "\(content)") }
  }

  @Test func aLoopMayBeBent() {
    let bent = LassoArea(
      [(0, 0), (100, 0), (100, 100), (50, 30), (0, 100)].map { PagePoint(x: $0.0, y: $0.1) })
    #expect(bent.encloses(PagePoint(x: 20, y: 40)) && !bent.encloses(PagePoint(x: 50, y: 60)))
  }

  @Test func aLineHoldsNothing() {
    for loop in [[], [PagePoint.zero], [.zero, PagePoint(x: 9, y: 9)], [PagePoint(x: .nan, y: 0)]] {
      #expect(!LassoArea(loop).holds(Annotation(.line(from: .zero, to: PagePoint(x: 1, y: 1)))))
    }
  }
}
