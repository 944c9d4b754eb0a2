import PostilTestSupport
import Testing

@testable import PostilModel
import PostilTools

@Suite("FreehandTool, pressure") struct FreehandPressureTests {
  private let style = AnnotationStyle(color: .blue, lineWidth: 4, opacity: 0.5)

  private func samples(_ count: Int, _ random: inout SeededGenerator) -> [PenSample] {
    random.walk(count).map { PenSample($0, pressure: random.number(0...1)) }
  }

  private func drawn(_ samples: [PenSample], follows: Bool = true) -> FreehandTool {
    var tool = FreehandTool(style: style, response: follows ? .pressure : .none)
    if let first = samples.first { tool.begin(at: first) }
    for sample in samples.dropFirst() { tool.move(to: sample) }
    return tool
  }

  @Test func pressureWidensTheStrokeIfAskedTo() throws {
    var random = SeededGenerator(trial: 1)
    let samples = samples(20, &random)
    var tool = drawn(samples)
    let widths = samples.map { PressureCurve.even.width(at: $0.pressure ?? 0) }
    let stroke = InkStroke(points: samples.map(\.point), widths: widths)
    #expect(tool.draw() == Annotation(.ink([stroke]), style: style).appearance)
    #expect(tool.finish().first?.annotation?.content == .ink([stroke]))
    #expect(tool.widths.isEmpty && tool.points.isEmpty)
    var plain = drawn(samples, follows: false)
    #expect(plain.finish().first?.annotation?.content == .ink([InkStroke(points: samples.map(\.point))]))
  }

  @Test func halfThePressureIsTheLineWidth() {
    #expect(PressureCurve.even.width(at: 0.5) == 1)
    #expect(PressureCurve.even.width(at: 0) == 0.2 && PressureCurve.even.width(at: 1) == 1.8)
    #expect(PressureCurve.even.width(at: -3) == 0.2 && PressureCurve.even.width(at: .infinity) == 1.8)
    #expect(PressureCurve.even.width(at: .nan) == 1)
  }

  @Test func devicesWithoutPressureDrawPlainStrokes() {
    var random = SeededGenerator(trial: 2)
    let samples = random.walk(9).map { PenSample($0) }
    var tool = drawn(samples)
    #expect(tool.finish().first?.annotation?.content == .ink([InkStroke(points: samples.map(\.point))]))
  }

  @Test func samplesThatSayNothingAreAsWideAsTheOneBefore() {
    var tool = drawn([PenSample(.zero, pressure: 1)])
    tool.move(to: PagePoint(x: 10, y: 0))
    #expect(tool.widths == [1.8, 1.8])
  }

  @Test func aTapIsAsWideAsItsHardestPressure() {
    var tool = drawn([PenSample(PagePoint(x: 30, y: 40), pressure: 0)])
    let box = tool.move(to: PenSample(PagePoint(x: 30, y: 40), pressure: 1))
    #expect(abs(box.width - 4 * 1.8) < 1e-9)
    #expect(tool.move(to: PenSample(PagePoint(x: 30, y: 40), pressure: 0.2)).isEmpty)
    #expect(tool.widths == [1.8])
  }

  /// Every part of the picture that a move changes is in the rectangle that it returns.
  @Test(arguments: 0..<20) func theRectangleHoldsWhatChanges(seed: Int) {
    var random = SeededGenerator(trial: seed)
    var tool = FreehandTool(style: style, response: .pressure)
    var old = PagePath()
    for (index, sample) in samples(25, &random).enumerated() {
      let box = (index == 0 ? tool.begin(at: sample) : tool.move(to: sample)).insetBy(-0.02)
      let new = tool.draw().items.first?.path ?? PagePath()
      for _ in 0..<150 {
        let point = random.point(0...200)
        if old.encloses(point, by: .nonzero) != new.encloses(point, by: .nonzero) {
          #expect(box.contains(point), "\(seed) \(index)")
        }
      }
      old = new
    }
  }

  @Test(arguments: 0..<10) func partsMakeUpTheWhole(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let samples = samples(25, &random)
    let tool = drawn(samples)
    let places = [0, 1, 2, 9, 10, 24]
    var parts = zip(places, places.dropFirst()).map { tool.drawTail(from: $0, to: $1) }
    parts.append(tool.drawTail(from: 24))
    #expect(parts.allSatisfy { $0.opacity == 1 })
    let paths = parts.flatMap(\.items).map(\.path)
    let whole = tool.draw().items.first?.path ?? PagePath()
    for _ in 0..<500 {
      let point = random.point()
      let isInside = whole.encloses(point, by: .nonzero)
      // Where the outlines of parts join, they differ by rounding.
      let around = [(0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05)].map { point.offset(dx: $0, dy: $1) }
      guard around.allSatisfy({ whole.encloses($0, by: .nonzero) == isInside }) else { continue }
      #expect(paths.contains { $0.encloses(point, by: .nonzero) } == isInside)
    }
    let shorter = drawn(Array(samples.prefix(15)))
    #expect(shorter.drawTail(from: 2, to: 14) == tool.drawTail(from: 2, to: 14))
  }

  @Test func strangePlacesOfPartsAreHarmless() {
    for count in 0...4 {
      let tool = drawn((0..<count).map { PenSample(PagePoint(x: Double($0), y: 0), pressure: 0.3) })
      for start in [Int.min, -1, 0, 1, 2, 3, 9, .max] {
        for end in [nil, Int.min, -1, 0, 1, 2, 3, 9, .max] { _ = tool.drawTail(from: start, to: end) }
      }
    }
  }

  @Test func aHundredThousandPointsCostNoMoreThanTen() {
    var random = SeededGenerator(trial: 7)
    var tool = drawn([PenSample(PagePoint(x: 100, y: 100), pressure: 0.5)])
    for _ in 0..<100_000 {
      let box = tool.move(to: PenSample(random.point(100...110), pressure: random.number(0...1)))
      #expect(box.width <= 10 + 4 * 1.8)
    }
    #expect((tool.drawTail(from: 99_990).items.first?.path.elements.count ?? 0) < 6000)
  }
}
