import PostilTestSupport
import Testing

@testable import PostilModel

/// What an eraser leaves of strokes with widths, against the definition.
@Suite("Eraser, strokes with widths") struct EraserWidthTests {
  private struct Trial {
    let annotation: Annotation
    let way: [PagePoint]
    let width: Double
    let left: [Annotation]
    let eraser: Polyline

    init(_ curve: InkStroke.Curve, _ seed: Int) {
      var random = SeededGenerator(trial: seed * 3 + curve.rawValue.count)
      let points = random.walk(curve == .bezier ? 22 : 20, step: 25)
      let stroke = InkStroke(points: points, curve: curve, widths: points.map { _ in random.number(0.2...2) })
      annotation = Annotation(.ink([stroke]), style: AnnotationStyle(lineWidth: random.number(0.5...12)))
      way = random.walk(Int.random(in: 1...8, using: &random), step: random.number(2...50))
      width = random.number(0...25)
      left = applied(Eraser.changes(to: [annotation], along: way, width: width), to: [annotation])
      eraser = Polyline(way)
    }

    /// A stroke's places: where, and how far the pen reaches there.
    func places(of annotations: [Annotation]) -> [(point: PagePoint, radius: Double)] {
      annotations.flatMap { annotation in
        (annotation.content.ink?.strokes ?? []).flatMap(\.segments).flatMap { segment in
          (0...20).map { step in
            let time = Double(step) / 20
            let width = segment.widths?.cubic.point(at: time).x ?? 1
            return (segment.center.cubic.point(at: time), annotation.style.lineWidth / 2 * width)
          }
        }
      }
    }
  }

  @Test(arguments: InkStroke.Curve.allCases, 0..<25)
  func theyAreCutWhereTheHeadTouchesThem(curve: InkStroke.Curve, seed: Int) {
    let trial = Trial(curve, seed)
    guard trial.left != [trial.annotation] else { return }
    #expect(trial.left.allSatisfy { $0.content.ink?.strokes.allSatisfy(\.hasWidths) == true })
    for place in trial.places(of: trial.left) {
      // Widths are kept in thousandths.
      let slack = 2e-4 + 0.0005 * trial.annotation.style.lineWidth
      let distance = trial.eraser.distance(to: place.point)
      #expect(distance >= trial.width / 2 + place.radius - slack, "\(curve) \(seed)")
    }
    let left = trial.left.flatMap(\.appearance.items).map(\.path)
    for place in trial.places(of: [trial.annotation]) {
      guard trial.eraser.distance(to: place.point) > trial.width / 2 + place.radius + 0.05,
        place.radius > 0.05
      else { continue }
      #expect(left.contains { $0.encloses(place.point, by: .nonzero) }, "\(curve) \(seed) \(place)")
    }
  }

  @Test(arguments: InkStroke.Curve.allCases, 0..<12)
  func erasingAgainChangesNothing(curve: InkStroke.Curve, seed: Int) {
    let trial = Trial(curve, seed)
    let again = applied(
      Eraser.changes(to: trial.left, along: trial.way, width: trial.width), to: trial.left)
    #expect(again.count == trial.left.count)
    let (first, second) = (trial.places(of: trial.left), trial.places(of: again))
    let after = Polyline(PagePath(again.flatMap(\.centreLines.elements)), tolerance: 0.01)
    for place in first { #expect(after.distance(to: place.point) < 0.05) }
    #expect(first.isEmpty == second.isEmpty)
  }

  /// What changes between two moves is inside the rectangle that the second returns.
  @Test(arguments: 0..<12) func theRectangleHoldsWhatChanges(seed: Int) {
    let trial = Trial(.smooth, seed)
    var eraser = Eraser(width: trial.width, mode: .partial, of: [trial.annotation])
    var random = SeededGenerator(trial: seed)
    var old = trial.annotation.appearance.items.first?.path ?? PagePath()
    for (index, point) in trial.way.enumerated() {
      let box = eraser.erase(from: trial.way[max(index - 1, 0)], to: point) ?? .zero
      let new = PagePath(eraser.annotations.flatMap(\.appearance.items).flatMap(\.path.elements))
      for _ in 0..<200 {
        let probe = random.point()
        if old.encloses(probe, by: .nonzero) != new.encloses(probe, by: .nonzero) {
          #expect(box.insetBy(-0.05).contains(probe), "\(seed) \(index)")
        }
      }
      old = new
    }
  }
}
