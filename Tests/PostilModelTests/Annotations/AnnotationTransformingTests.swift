import PostilModel
import PostilTestSupport
import Testing

/// Moves, sizes and turns of values of every kind.
@Suite struct AnnotationTransformingTests {
  private let box = PageRect(x: 100, y: 200, width: 40, height: 20)
  private let target = PageRect(x: 10, y: 20, width: 80, height: 60)

  @Test(arguments: AnnotationSamples.contents)
  func everyKindFitsIntoARectangleByItsOwnGeometry(content: AnnotationContent) {
    let annotation = Annotation(content)
    guard annotation.capabilities.contains(.resized) else { return }
    let resized = annotation.resized(to: target)
    #expect(resized.frame.isClose(to: target), "\(resized)")
    #expect(resized.resized(to: annotation.frame).frame.isClose(to: annotation.frame))
    #expect(resized.content.kind == content.kind && resized.style == annotation.style)
    let kept = annotation.resized(to: target, keepingAspect: true).frame
    #expect(abs(kept.width * annotation.frame.height - kept.height * annotation.frame.width) < 1e-6)
    #expect(target.insetBy(-1e-9).contains(kept.origin))
  }

  @Test func pointsAreScaledAndAStraightLineIsNotTornApart() throws {
    let line = Annotation(.line(from: PagePoint(x: 5, y: 50), to: PagePoint(x: 25, y: 50)))
    let resized = try #require(line.resized(to: PageRect(x: 0, y: 10, width: 40, height: 30)).content.line)
    #expect(resized.from == PagePoint(x: 0, y: 10) && resized.to == PagePoint(x: 40, y: 10))
    let ink = Annotation(
      .ink([InkStroke([PagePoint(x: 0, y: 0), PagePoint(x: 5, y: 5), .init(x: 10, y: 0)])]))
    let wide = ink.resized(to: PageRect(x: 0, y: 0, width: 20, height: 10))
    #expect(wide.content.ink?.strokes.first?.points[1] == PagePoint(x: 10, y: 10))
  }

  @Test func theTipOfACalloutStaysWhereItPoints() throws {
    let (tip, knee) = (PagePoint(x: 0, y: 0), PagePoint(x: 50, y: 210))
    let line = FreeTextContent.Callout([tip, knee, PagePoint(x: 100, y: 210)])
    let callout = Annotation(.freeText(FreeTextContent("a", in: box, form: .callout(line))))
    #expect(callout.frame == box && callout.bounds != box)
    let resized = try #require(
      callout.resized(to: PageRect(x: 60, y: 200, width: 80, height: 20)).content.freeText)
    guard case .callout(let after) = resized.form else {
      Issue.record("it is no callout any more")
      return
    }
    #expect(after.points == [tip, knee, PagePoint(x: 60, y: 210)])
    let moved = callout.movingControlPoint(0, to: PagePoint(x: 7, y: 8))
    #expect(moved.controlPoints == [PagePoint(x: 7, y: 8), knee, PagePoint(x: 100, y: 210)])
    #expect(moved.frame == box)
  }

  @Test(arguments: AnnotationSamples.contents)
  func fourQuarterTurnsLeadBack(content: AnnotationContent) {
    let annotation = Annotation(content)
    guard annotation.capabilities.contains(.turned) else { return }
    let once = annotation.turned(by: .clockwise90)
    #expect(once.frame.center.distance(to: annotation.frame.center) < 1e-9)
    #expect(abs(once.frame.width - annotation.frame.height) < 1e-9)
    let back = once.turned(by: .clockwise180).turned(by: .clockwise90)
    #expect(annotation.content.displacement(to: back.content)?.distance(to: .zero) ?? 1 < 1e-9)
  }

  @Test func stampsAndTextsTurnClockwiseAsTheReaderSeesThem() {
    // Upright on a page that is turned three quarters is a quarter turn clockwise on one that is not.
    let stamp = Annotation(.stamp(.name(.draft), in: box)).turned(by: .clockwise90)
    #expect(stamp.content.stamp?.rotation == .clockwise270)
    let text = Annotation(.freeText("a", in: box)).turned(by: .clockwise90)
    #expect(text.content.freeText?.rotation == .clockwise270)
    let caret = Annotation(.caret(box)).turned(by: .clockwise90)
    #expect(caret.content.caret?.turn == .clockwise90)
    let line = Annotation(.line(from: .zero, to: PagePoint(x: 10, y: 0))).turned(by: .clockwise90)
    #expect(line.content.line?.from == PagePoint(x: 5, y: 5))
  }

  @Test func controlPointsAreMovedOneByOne() {
    let line = Annotation(.line(from: .zero, to: PagePoint(x: 10, y: 0)))
    #expect(
      line.movingControlPoint(1, to: PagePoint(x: 3, y: 4)).controlPoints == [.zero, PagePoint(x: 3, y: 4)])
    #expect(line.movingControlPoint(2, to: .zero) == line && line.movingControlPoint(-1, to: .zero) == line)
    let corners = [PagePoint.zero, PagePoint(x: 10, y: 0), PagePoint(x: 5, y: 9)]
    let polygon = Annotation(.polygon(corners)).movingControlPoint(2, to: PagePoint(x: 5, y: 5))
    #expect(polygon.content.polygon?.vertices == [corners[0], corners[1], PagePoint(x: 5, y: 5)])
  }

  @Test func whatWouldLoseSomethingIsNoCapability() {
    var annotation = Annotation(.rectangle(box))
    annotation.flags.insert(.readOnly)
    #expect(annotation.isLocked && annotation.capabilities.isDisjoint(with: [.moved, .turned, .resized]))
    #expect(!Annotation(.unsupported(subtype: "Widget", bounds: box), flags: .readOnly).isLocked)
    #expect(Annotation(.highlight([box])).capabilities.isDisjoint(with: [.resized, .turned]))
  }
}

extension PageRect {
  fileprivate func isClose(to other: PageRect) -> Bool {
    abs(minX - other.minX) + abs(minY - other.minY) + abs(maxX - other.maxX) + abs(maxY - other.maxY) < 1e-6
  }
}
