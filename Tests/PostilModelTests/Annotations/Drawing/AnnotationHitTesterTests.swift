import Glibc
import PostilModel
import Testing

/// Hit tests among many annotations.
@Suite struct AnnotationHitTesterTests {
  private func square(_ x: Double, _ id: AnnotationID, _ flags: AnnotationFlags = .print) -> Annotation {
    Annotation(
      .rectangle(PageRect(x: x, y: 0, width: 20, height: 20)), style: AnnotationStyle(fill: .red),
      flags: flags,
      id: id)
  }

  @Test func theTopmostIsHitFirstAndWhatIsNotShownNotAtAll() {
    let tester = AnnotationHitTester([
      square(0, "low"), square(10, "high"), square(10, "hidden", .hidden), square(10, "noView", .noView),
      Annotation(.unsupported(subtype: "Popup", bounds: PageRect(x: 0, y: 0, width: 99, height: 99))),
    ])
    let both = PagePoint(x: 15, y: 10)
    #expect(tester.annotations(at: both).map(\.id) == ["high", "low"])
    #expect(tester.annotation(at: both)?.id == "high")
    #expect(tester.annotations(at: PagePoint(x: 5, y: 10)).map(\.id) == ["low"])
    #expect(tester.annotation(at: PagePoint(x: 33, y: 10)) == nil)
    #expect(tester.annotation(at: PagePoint(x: 33, y: 10), tolerance: 3)?.id == "high")
    #expect(tester.annotation(at: PagePoint(x: Double.nan, y: 10), tolerance: 3) == nil)
  }

  @Test func aRectangleTakesWhatLiesInItAsAWhole() {
    let tester = AnnotationHitTester([square(0, "low"), square(10, "high")])
    #expect(tester.annotations(in: PageRect(x: -1, y: -1, width: 25, height: 25)).map(\.id) == ["low"])
    #expect(
      tester.annotations(in: PageRect(x: -1, y: -1, width: 40, height: 25)).map(\.id) == ["low", "high"])
    #expect(tester.annotations(in: PageRect(x: 1, y: 1, width: 40, height: 25)).map(\.id) == [])
  }

  /// On a page that is turned clockwise, what stays upright hangs to the right of its upper left corner, as the reader sees it.
  @Test func whatStaysUprightIsHitWhereItIsShown() {
    let note = Annotation(
      .unsupported(subtype: "Text", bounds: PageRect(x: 100, y: 100, width: 20, height: 10)),
      flags: [.print, .noRotate, .noZoom])
    let tester = AnnotationHitTester([note], rotation: .clockwise90)
    // The reader's right is up the page, and the reader's down is to the right.
    #expect(tester.annotation(at: PagePoint(x: 105, y: 125)) != nil)
    #expect(tester.annotation(at: PagePoint(x: 115, y: 105)) == nil)
    #expect(tester.annotations(in: PageRect(x: 99, y: 109, width: 12, height: 22)).count == 1)
    #expect(AnnotationHitTester([note]).annotation(at: PagePoint(x: 115, y: 105)) != nil)
  }

  @Test(
    .disabled(if: dlsym(nil, "__asan_init") != nil, "The address sanitizer makes it slower than a frame."))
  func twoThousandAnnotationsAreTestedWithinAFrame() {
    let points = (0..<200).map { PagePoint(x: Double($0 % 14), y: Double($0) / 20) }
    let all = (0..<2_000).map { index in
      Annotation(.ink([InkStroke(points)])).offset(dx: Double(index % 50) * 20, dy: Double(index / 50) * 20)
    }
    let tester = AnnotationHitTester(all)
    let clock = ContinuousClock()
    let times = (0..<20).map { round in
      clock.measure {
        _ = tester.annotations(at: PagePoint(x: Double(round) * 37, y: Double(round) * 29), tolerance: 4)
        _ = tester.annotations(in: PageRect(x: 0, y: 0, width: Double(round) * 50, height: 400))
      }
    }
    // The fastest round is that in which nothing else kept the processor.
    #expect(times.min() ?? .seconds(1) < .milliseconds(16))
  }

  /// A hit test looks at the points of those annotations only that are near: a hundred times as many points in each of 2,000 do
  /// not make it ten times as slow.
  @Test func pointsFarAwayCostNothing() {
    func tester(_ points: Int) -> AnnotationHitTester {
      let stroke = InkStroke(
        (0..<points).map { PagePoint(x: Double($0 % 14), y: 10 * Double($0) / Double(points)) })
      let all = (0..<2_000).map { index in
        Annotation(.ink([stroke])).offset(dx: Double(index % 50) * 20, dy: Double(index / 50) * 20)
      }
      return AnnotationHitTester(all)
    }
    let (few, many) = (tester(4), tester(400))
    let clock = ContinuousClock()
    func time(_ tester: AnnotationHitTester, _ round: Int) -> Duration {
      let point = PagePoint(x: Double(round) * 37, y: Double(round) * 29)
      return clock.measure { _ = tester.annotations(at: point, tolerance: 4) }
    }
    // Of each the fastest round, in which nothing else kept the processor.
    let times = (0..<20).map { (few: time(few, $0), many: time(many, $0)) }
    let (fewest, most) = (times.map(\.few).min() ?? .zero, times.map(\.many).min() ?? .seconds(1))
    #expect(most < fewest * 10)
  }
}
