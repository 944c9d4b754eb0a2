import PostilTestSupport
import Testing

@testable import PostilModel

/// The outline of strokes with widths, against what discs along the centre line cover.
@Suite struct StrokeOutlineTests {
  /// Discs along a stroke, close together.
  private struct Discs {
    var all: [(center: PagePoint, radius: Double)] = []

    init(_ stroke: InkStroke, penWidth: Double) {
      for segment in stroke.segments {
        let (center, widths) = (segment.center.cubic, segment.widths?.cubic)
        for index in 0...400 {
          let time = Double(index) / 400
          let width = widths.map { $0.point(at: time).x } ?? 1
          all.append((center.point(at: time), penWidth / 2 * max(width, 0)))
        }
      }
    }

    /// How far outside of all discs a point is; below 0 inside.
    func margin(_ point: PagePoint) -> Double {
      all.reduce(.infinity) { min($0, $1.center.distance(to: point) - $1.radius) }
    }
  }

  private func stroke(_ curve: InkStroke.Curve, _ random: inout SeededGenerator) -> InkStroke {
    let points = random.walk(curve == .bezier ? 13 : 9, step: random.number(3...40))
    return InkStroke(points: points, curve: curve, widths: points.map { _ in random.number(0...3) })
  }

  @Test(arguments: InkStroke.Curve.allCases, 0..<25)
  func itCoversWhatDiscsOnTheWayCover(curve: InkStroke.Curve, seed: Int) throws {
    var random = SeededGenerator(trial: seed)
    let stroke = stroke(curve, &random)
    let style = AnnotationStyle(lineWidth: random.number(0.5...12))
    let annotation = Annotation(.ink([stroke]), style: style)
    let item = try #require(annotation.appearance.items.first)
    #expect(annotation.appearance.items.count == 1 && item.fill == style.color && item.pen == nil)
    let discs = Discs(stroke, penWidth: style.lineWidth)
    let bounds = annotation.bounds
    for _ in 0..<400 {
      let point = PagePoint(
        x: random.number(bounds.minX - 3...bounds.maxX + 3),
        y: random.number(bounds.minY - 3...bounds.maxY + 3))
      let margin = discs.margin(point)
      guard abs(margin) > 0.05 else { continue }
      #expect(item.path.encloses(point, by: .nonzero) == (margin < 0), "\(curve) \(seed) \(point) \(margin)")
    }
    #expect(discs.all.allSatisfy { bounds.insetBy($0.radius - 0.05).contains($0.center) })
  }

  @Test(arguments: InkStroke.Curve.allCases) func widthsOfOneAreThePlainPen(curve: InkStroke.Curve) throws {
    var random = SeededGenerator(trial: 5)
    let points = random.walk(10, step: 30)
    let plain = Annotation(.ink([InkStroke(points, curve: curve)]), style: AnnotationStyle(lineWidth: 8))
    let even = Annotation(
      .ink([InkStroke(points, curve: curve, widths: points.map { _ in 1 })]), style: plain.style)
    for _ in 0..<800 {
      let point = random.point()
      let distance = Polyline(plain.centreLines).distance(to: point)
      guard abs(distance - 4) > 0.03 else { continue }
      #expect(even.isHit(at: point) == plain.isHit(at: point))
    }
  }

  @Test func aDotIsADiscOfItsWidth() throws {
    let dot = InkStroke([PagePoint(x: 50, y: 50)], widths: [2.5])
    let annotation = Annotation(.ink([dot]), style: AnnotationStyle(lineWidth: 4))
    #expect(annotation.bounds == PageRect(x: 45, y: 45, width: 10, height: 10))
    #expect(annotation.isHit(at: PagePoint(x: 54.9, y: 50)) && !annotation.isHit(at: PagePoint(x: 54, y: 54)))
  }

  @Test func pointsThatAreTheSameAndEndsWithoutWidthAreHarmless() {
    let point = PagePoint(x: 10, y: 10)
    let places = [point, point, PagePoint(x: 60, y: 10), PagePoint(x: 60, y: 10), point, point, point]
    for curve in InkStroke.Curve.allCases {
      for widths in [[0, 0, 1, 5, 0, 0, 0], [10, 0, 10, 0, 10, 0, 10], [0, 0, 0, 0, 0, 0, 0]] as [[Double]] {
        let annotation = Annotation(.ink([InkStroke(places, curve: curve, widths: widths)]))
        let bounds = annotation.bounds
        #expect(bounds.isUsable && bounds.width <= 70)
      }
    }
  }

  @Test func numbersThatAreNoneAreHarmless() {
    let strange = [Double.nan, .infinity, -.infinity, 1e300]
    let points = strange.map { PagePoint(x: $0, y: 1) } + [.zero, PagePoint(x: 1, y: .nan), .zero]
    for curve in InkStroke.Curve.allCases {
      let stroke = InkStroke(points, curve: curve, widths: strange + [1, -.infinity, .nan])
      #expect(stroke.widths.allSatisfy { (0...10).contains($0) })
      _ = Annotation(.ink([stroke]), style: AnnotationStyle(lineWidth: 1000)).appearance
    }
  }

  @Test func aStrokeOfPlainAndSwellingPartsIsOneGroup() {
    let (a, b) = (PagePoint(x: 10, y: 10), PagePoint(x: 90, y: 40))
    let ink = Annotation(
      .ink([InkStroke([a, b]), InkStroke([b, a], widths: [0.5, 2])]), style: AnnotationStyle(opacity: 0.5))
    #expect(ink.appearance.items.count == 2 && !ink.appearance.isSinglePaint)
    let swelling = Annotation(
      .ink([InkStroke([a, b], widths: [1, 2]), InkStroke([b, a], widths: [0.5, 2])]),
      style: AnnotationStyle(opacity: 0.5))
    #expect(swelling.appearance.isSinglePaint)
  }

  /// Widths belong to points: without one for each there are none.
  @Test func widthsThatDoNotFitThePointsCountAsNone() throws {
    let points = [PagePoint(x: 10, y: 10), PagePoint(x: 90, y: 40)]
    var stroke = InkStroke(points, widths: [1, 2, 3])
    #expect(Annotation(.ink([stroke])).appearance == Annotation(.ink([InkStroke(points)])).appearance)
    #expect(try Annotation(.ink([stroke])).validated().content == .ink([InkStroke(points)]))
    stroke.points.append(PagePoint(x: 100, y: 40))
    #expect(Annotation(.ink([stroke])).appearance.items.first?.fill == .black)
  }
}
