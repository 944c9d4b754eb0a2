import PostilTestSupport
import Testing

@testable import PostilModel

/// What is left of random annotations after random ways of the eraser, against the definition.
@Suite struct EraserPropertyTests {
  /// How much farther than exact the eraser may cut, in points.
  private static let slack = 0.02

  private struct Trial {
    let annotation: Annotation
    let way: [PagePoint]
    let width: Double
    let left: [Annotation]
    let eraser: Polyline
    var radius: Double { width / 2 }
    var reach: Double { (width + annotation.style.lineWidth) / 2 }

    init(_ shape: AnnotationContent, _ style: AnnotationStyle, _ random: inout SeededGenerator) {
      annotation = Annotation(shape, style: style)
      way = random.walk(Int.random(in: 1...12, using: &random), step: random.number(2...50))
      width = random.number(0...30)
      left = applied(
        Eraser.changes(to: [annotation], along: way, width: width), to: [annotation])
      eraser = Polyline(way)
    }
  }

  private func shape(_ kind: Int, _ random: inout SeededGenerator) -> AnnotationContent {
    let rect = PageRect(corner: random.point(), corner: random.point())
    switch kind {
    case 0: return .line(from: random.point(), to: random.point())
    case 1: return .rectangle(rect)
    case 2: return .ellipse(rect)
    case 3: return .ink([InkStroke(points: random.walk(30)), InkStroke(points: random.walk(2))])
    case 4: return .ink([InkStroke(points: random.walk(30), curve: .straight)])
    default:
      let areas = [random.walk(8, step: 60), PagePath.corners(of: rect)]
      return .ink([InkStroke(points: random.walk(31, step: 50), curve: .bezier)], areas: areas)
    }
  }

  private func trial(_ kind: Int, _ seed: Int, fill: Color? = nil) -> Trial {
    var random = SeededGenerator(trial: seed * 7 + kind)
    let style = AnnotationStyle(fill: fill, lineWidth: random.number(0.1...12))
    return Trial(shape(kind, &random), style, &random)
  }

  @Test(arguments: 0..<6, 0..<25) func strokesAreCutWhereTheHeadTouches(kind: Int, seed: Int) {
    let trial = trial(kind, seed, fill: seed.isMultiple(of: 3) ? .red : nil)
    let old = trial.annotation.centreLines
    let new = PagePath(trial.left.flatMap(\.centreLines.elements))
    let (before, after) = (Polyline(old, tolerance: 0.01), Polyline(new, tolerance: 0.01))
    for point in new.samples(step: 3) {
      if trial.left != [trial.annotation] {
        #expect(trial.eraser.distance(to: point) >= trial.reach - 2e-4, "\(kind) \(seed)")
      }
      #expect(before.distance(to: point) < 0.012, "\(kind) \(seed)")
    }
    for point in old.samples(step: 3)
    where trial.eraser.distance(to: point) > trial.reach + Self.slack {
      #expect(after.distance(to: point) < 0.012, "\(kind) \(seed) \(point)")
    }
  }

  @Test(arguments: [1, 2, 5], 0..<40) func areasLoseWhatTheHeadCovers(kind: Int, seed: Int) {
    let trial = trial(kind, seed, fill: .red)
    let (old, new) = (filled([trial.annotation]), filled(trial.left))
    let edges = Polyline(old)
    var random = SeededGenerator(trial: seed)
    for _ in 0..<200 {
      let point = random.point()
      let margin = trial.eraser.distance(to: point) - trial.radius
      guard edges.distance(to: point) > Self.slack, abs(margin) > Self.slack else { continue }
      #expect(new.encloses(point) == (old.encloses(point) && margin > 0), "\(kind) \(seed) \(point)")
    }
  }

  private func filled(_ annotations: [Annotation]) -> PagePath {
    PagePath(annotations.flatMap(\.appearance.items).filter { $0.fill != nil }.flatMap(\.path.elements))
  }

  /// Line endings and mitred corners as well.
  @Test(arguments: LineEnding.allCases, 0..<15) func nothingThatIsPaintedIsUnderTheHead(
    ending: LineEnding, seed: Int
  ) {
    var random = SeededGenerator(trial: seed)
    let style = AnnotationStyle(fill: seed.isMultiple(of: 2) ? .red : nil, lineWidth: random.number(0.1...8))
    let other = LineEnding.allCases[seed % 10]
    let to = random.point(80...120)
    let shapes: [AnnotationContent] = [
      .line(from: random.point(), to: random.point(), start: ending, end: other),
      .line(from: random.point(80...120), to: to, start: other, end: ending),
      .line(from: to, to: to, start: other, end: ending), .rectangle(PageRect(corner: to, corner: .zero)),
    ]
    for trial in shapes.map({ Trial($0, style, &random) }) {
      for item in trial.left.flatMap(\.appearance.items) {
        for point in item.path.samples(step: 1) {
          let distance = trial.eraser.distance(to: point)
          #expect(distance >= trial.radius + (item.pen?.width ?? 0) / 2 - 0.002, "\(ending) \(seed)")
        }
      }
    }
  }

  @Test(arguments: 0..<6, 0..<10) func stepByStepIsTheSameAsAtOnce(kind: Int, seed: Int) {
    let trial = trial(kind, seed, fill: .red)
    var eraser = Eraser(width: trial.width, mode: .partial, of: [trial.annotation])
    var list = [trial.annotation]
    for (index, point) in trial.way.enumerated() {
      _ = eraser.erase(from: trial.way[max(index - 1, 0)], to: point)
      list = applied(eraser.takeChanges(), to: list)
      _ = eraser.erase(from: point, to: point)
    }
    #expect(list.count == eraser.annotations.count)
    let (steps, once) = (PagePath(list.flatMap(\.centreLines.elements)), trial.left.map(\.centreLines))
    let target = Polyline(once.map { Polyline($0, tolerance: 0.01) })
    for point in steps.samples(step: 5) { #expect(target.distance(to: point) < 0.02) }
  }

  @Test(arguments: 0..<6, 0..<12) func erasingAgainChangesNothing(kind: Int, seed: Int) {
    let trial = trial(kind, seed, fill: .red)
    let again = applied(
      Eraser.changes(to: trial.left, along: trial.way, width: trial.width), to: trial.left)
    #expect(again.count == trial.left.count)
    let (first, second) = (
      PagePath(trial.left.flatMap(\.centreLines.elements)), PagePath(again.flatMap(\.centreLines.elements))
    )
    let target = Polyline(second, tolerance: 0.01)
    for point in first.samples(step: 3) { #expect(target.distance(to: point) < 0.02) }
  }

  /// What changes between two moves is inside the rectangle that the second returns.
  @Test(arguments: 0..<6, 0..<10) func theRectangleHoldsWhatChanges(kind: Int, seed: Int) {
    let trial = trial(kind, seed)
    var eraser = Eraser(width: trial.width, mode: .partial, of: [trial.annotation])
    var old = [trial.annotation]
    for (index, point) in trial.way.enumerated() {
      let box = eraser.erase(from: trial.way[max(index - 1, 0)], to: point) ?? .zero
      let new = eraser.annotations
      let after = Polyline(new.map { Polyline($0.centreLines, tolerance: 0.01) })
      for gone in old.flatMap({ $0.centreLines.samples(step: 2) }) where after.distance(to: gone) > 0.012 {
        #expect(box.insetBy(trial.annotation.style.lineWidth / 2 - 1e-6).contains(gone))
      }
      old = new
    }
  }
}
