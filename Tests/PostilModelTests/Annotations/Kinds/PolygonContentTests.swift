import PostilModel
import Testing

@Suite struct PolygonContentTests {
  private static let triangle = [PagePoint(x: 0, y: 0), PagePoint(x: 100, y: 0), PagePoint(x: 0, y: 100)]

  @Test func theBoundsHoldTheTipsOfMitredCorners() {
    let bounds = Annotation(.polygon(Self.triangle), style: AnnotationStyle(lineWidth: 10)).bounds
    // At 45 degrees a corner stands out by half the width over the sine of 22.5 degrees, along its bisector.
    #expect(abs(bounds.minX + 5) < 1e-9 && abs(bounds.minY + 5) < 1e-9)
    #expect(abs(bounds.maxX - 112.0710678) < 1e-6 && abs(bounds.maxY - 112.0710678) < 1e-6)
  }

  @Test func sharpCornersAreCutOff() {
    let needle = [PagePoint(x: 0, y: 0), PagePoint(x: 100, y: 2), PagePoint(x: 0, y: 4)]
    #expect(Annotation(.polygon(needle), style: AnnotationStyle(lineWidth: 10)).bounds.maxX == 105)
  }

  @Test func itIsHitInsideIfItIsFilled() {
    let inside = PagePoint(x: 20, y: 20)
    #expect(!Annotation(.polygon(Self.triangle)).isHit(at: inside))
    #expect(Annotation(.polygon(Self.triangle), style: AnnotationStyle(fill: .red)).isHit(at: inside))
  }

  @Test func anEraserLeavesInk() throws {
    let polygon = Annotation(
      .polygon(Self.triangle), style: AnnotationStyle(fill: .red, lineWidth: 4), id: "p")
    let changes = Eraser.changes(
      to: [polygon], along: [PagePoint(x: 50, y: -10), PagePoint(x: 50, y: 60)], width: 8)
    try #require(changes.count == 1)
    let rest = try #require(changes[0].annotation)
    #expect(rest.id == "p" && rest.content.ink?.areas.count == 2)
    #expect(rest.content.ink?.strokes.count == 2)
  }

  @Test func onePointIsNoPolygon() {
    #expect(throws: PDFError.self) { try Annotation(.polygon([.zero])).validated() }
    #expect(throws: PDFError.self) { try Annotation(.polygon([.zero, .zero])).validated() }
  }
}
