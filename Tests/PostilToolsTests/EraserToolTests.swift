import Foundation
import PostilModel
import PostilTestSupport
import PostilTools
import Testing

@Suite struct EraserToolTests {
  private let wide = AnnotationStyle(color: .red, lineWidth: 4)
  private let left = PagePoint(x: 0, y: 0)
  private let right = PagePoint(x: 100, y: 0)

  private func rub(_ annotations: [Annotation], _ points: [PagePoint], width: Double = 10)
    -> [AnnotationChange]
  {
    Eraser.changes(to: annotations, along: points, width: width)
  }

  /// Straight down through x = 50: with a head of 10 and a pen of 4, all from 43 to 57 goes.
  private let down = [PagePoint(x: 50, y: 20), PagePoint(x: 50, y: -50)]

  /// The ink in the changes with its points rounded, for comparing with whole numbers.
  private func rounded(_ changes: [AnnotationChange]) -> [AnnotationChange] {
    changes.map { change in
      guard case .replace(var annotation) = change.kind, let strokes = annotation.content.ink?.strokes,
        let areas = annotation.content.ink?.areas
      else {
        return change
      }
      func round(_ x: Double) -> Double { (x * 1e6).rounded() / 1e6 }
      let points = strokes.map { $0.points.map { PagePoint(x: round($0.x), y: round($0.y)) } }
      annotation.content = .ink(
        zip(points, strokes).map { InkStroke(points: $0, curve: $1.curve) }, areas: areas)
      return .replace(annotation)
    }
  }

  private func straight(_ points: PagePoint...) -> InkStroke { InkStroke(points: points, curve: .straight) }

  @Test func inkThatIsCutStaysOneAnnotation() {
    var ink = Annotation(.ink([straight(left, right)]), style: wide, contents: "c", author: "a", flags: [])
    ink.creationDate = Date(timeIntervalSince1970: 1)
    ink.modificationDate = Date(timeIntervalSince1970: 2)
    var expected = ink
    expected.content = .ink([
      straight(left, PagePoint(x: 43, y: 0)), straight(PagePoint(x: 57, y: 0), right),
    ])
    #expect(rounded(rub([ink], down)) == [.replace(expected)])
  }

  @Test func aLineThatIsCutBecomesLines() throws {
    let below = Annotation(.rectangle(PageRect(x: 500, y: 500, width: 9, height: 9)))
    let line = Annotation(
      .line(from: left, to: right, start: .openArrow, end: .circle), style: wide, contents: "c", author: "a")
    let changes = rub([below, line, below], down)
    var first = line
    first.content = .line(from: left, to: PagePoint(x: 43, y: 0), start: .openArrow, end: .none)
    try #require(changes.count == 2)
    #expect(changes[0] == .replace(first))
    guard case .add(let second, at: 2) = changes[1].kind else { return #expect(Bool(false), "\(changes[1])") }
    #expect(second.content == .line(from: PagePoint(x: 57, y: 0), to: right, start: .none, end: .circle))
    #expect(second.id != line.id)
    #expect(second.style == line.style && second.author == "a" && second.contents == "c")
  }

  @Test func placesCountTheChangesBefore() {
    let gone = Annotation(.ink([InkStroke(points: [PagePoint(x: 50, y: 20)])]))
    let lines = (0..<3).map { index in
      Annotation(.line(from: left.offset(dx: 0, dy: Double(index)), to: right), style: wide)
    }
    let list = [lines[0], gone, lines[1], lines[2]]
    let result = applied(rub(list, down), to: list)
    #expect(result.count == 6)
    #expect([0, 2, 4].map { result[$0].id } == lines.map(\.id))
    var eraser = EraserTool(width: 10, erasing: list)
    eraser.begin(at: down[0])
    eraser.move(to: down[1])
    #expect(eraser.annotations.map(\.content) == result.map(\.content))
    let ids = eraser.annotations.map(\.id)
    let finished = applied(eraser.finish(), to: list)
    #expect(finished.map(\.id) == ids)
  }

  @Test func endingsThatAreTouchedGo() {
    let line = Annotation(.line(from: left, to: right, start: .square, end: .closedArrow), style: wide)
    let arrow = rub([line], [PagePoint(x: 85, y: 12)], width: 10)
    guard case .replace(let rest)? = arrow.first?.kind,
      let line = rest.content.line
    else { return #expect(Bool(false), "\(arrow)") }
    #expect(line.from == left && line.start == .square && line.end == .none)
    #expect(line.to.x < 82 && line.to.x > 78)
  }

  @Test func anUnfilledRectangleBecomesItsOutline() {
    let rect = PageRect(x: 0, y: 0, width: 100, height: 60)
    let square = Annotation(.rectangle(rect), style: wide)
    var expected = square
    let corners = [
      PagePoint(x: 0, y: 0), PagePoint(x: 100, y: 0), PagePoint(x: 100, y: 60), PagePoint(x: 0, y: 60),
    ]
    let way = [
      PagePoint(x: 57, y: 0), corners[1], corners[2], corners[3], corners[0], PagePoint(x: 43, y: 0),
    ]
    expected.content = .ink([InkStroke(points: way, curve: .straight)])
    #expect(rounded(rub([square], down)) == [.replace(expected)])
  }

  @Test func aMitredCornerUnderTheHeadIsRounded() {
    let rect = PageRect(x: 0, y: 0, width: 100, height: 60)
    let thick = Annotation(.rectangle(rect), style: AnnotationStyle(lineWidth: 20))
    #expect(rub([thick], [PagePoint(x: 111.1, y: 60)], width: 2).isEmpty)
    #expect(rub([thick], [PagePoint(x: 111, y: 71)], width: 2).isEmpty)
    guard case .replace(let rest)? = rub([thick], [PagePoint(x: 109.5, y: 69.5)], width: 2).first?.kind,
      let strokes = rest.content.ink?.strokes
    else { return #expect(Bool(false)) }
    #expect(strokes.count == 1 && strokes[0].points.count == 5)
  }

  @Test func aFilledShapeKeepsWhatIsLeftOfItsInside() throws {
    let rect = PageRect(x: 0, y: 0, width: 100, height: 60)
    for shape in [AnnotationContent.rectangle(rect), .ellipse(rect)] {
      let filled = Annotation(shape, style: AnnotationStyle(fill: .yellow, lineWidth: 4))
      let inside = rub([filled], [PagePoint(x: 40, y: 30), PagePoint(x: 60, y: 30)])
      guard case .replace(let rest)? = inside.first?.kind, let strokes = rest.content.ink?.strokes,
        let areas = rest.content.ink?.areas
      else {
        return #expect(Bool(false), "\(inside)")
      }
      #expect(rest.id == filled.id && rest.style == filled.style)
      #expect(strokes.count == 1 && strokes[0].points.first == strokes[0].points.last)
      #expect(strokes[0].curve == (filled.subtype == "Square" ? .straight : .bezier))
      #expect(areas.count == 2)
      var bare = filled
      bare.style.lineWidth = 0
      guard case .replace(let only)? = rub([bare], down).first?.kind, let halves = only.content.ink?.areas
      else {
        return #expect(Bool(false))
      }
      #expect(halves.count == 1)
    }
  }

  @Test func whatIsWhollyErasedIsRemoved() {
    let rect = PageRect(x: 40, y: 40, width: 20, height: 10)
    let style = AnnotationStyle(fill: .red, lineWidth: 2)
    let shapes: [AnnotationContent] = [
      .rectangle(rect), .ellipse(rect),
      .line(from: rect.origin, to: rect.center, start: .slash, end: .diamond),
      .ink([InkStroke(points: [rect.origin, rect.center])], areas: [[rect.origin, rect.center, .zero]]),
      .ink([InkStroke(points: [rect.center])]),
    ]
    let annotations = shapes.map { Annotation($0, style: style) }
    let zigzag = (0...60).map { PagePoint(x: $0.isMultiple(of: 2) ? -20 : 90, y: Double($0) * 2 - 20) }
    #expect(rub(annotations, zigzag, width: 12) == annotations.map { .remove($0.id) })
  }

  @Test func whatIsNotTouchedYieldsNothing() {
    let line = Annotation(.line(from: left, to: right), style: wide)
    let filled = Annotation(
      .ellipse(PageRect(x: 0, y: 0, width: 100, height: 60)), style: AnnotationStyle(fill: .red))
    #expect(rub([line, filled], [PagePoint(x: 50, y: -7.01), PagePoint(x: 90, y: -8)]).isEmpty)
    #expect(rub([filled], [PagePoint(x: 2, y: 2)], width: 6).isEmpty)
    #expect(rub([line, filled], []).isEmpty)
    #expect(rub([], down).isEmpty)
    let open = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 100, height: 60)), style: wide)
    #expect(rub([open], [PagePoint(x: 50, y: 30)]).isEmpty)
  }

  @Test(arguments: [AnnotationFlags.locked, .readOnly, .hidden])
  func protectedAnnotationsAreNeverTouched(flag: AnnotationFlags) {
    let line = Annotation(.line(from: left, to: right), style: wide, flags: [.print, flag])
    #expect(rub([line], down).isEmpty)
  }

  @Test func invisibleAndForeignAnnotationsAreNeverTouched() {
    let bare = AnnotationStyle(lineWidth: 0)
    let rect = PageRect(x: 0, y: -50, width: 100, height: 100)
    let list = [
      Annotation(.unsupported(subtype: "Stamp", bounds: rect)), Annotation(.ellipse(rect), style: bare),
      Annotation(.line(from: left, to: right), style: bare),
      Annotation(.ink([InkStroke(points: [left, PagePoint(x: .nan, y: 0)])])),
      Annotation(.rectangle(PageRect(x: 0, y: 0, width: .infinity, height: 3))),
    ]
    #expect(rub(list, down).isEmpty)
  }

  @Test func wholeAnnotationsGoAtATouch() {
    let line = Annotation(.line(from: left, to: right), style: wide)
    let other = Annotation(.line(from: left, to: PagePoint(x: 40, y: 9)), style: wide)
    let changes = Eraser.changes(to: [line, other], along: down, width: 10, mode: .wholeAnnotations)
    #expect(changes == [.remove(line.id)])
  }

  @Test func aDotIsAllOrNothing() {
    let dot = Annotation(.ink([InkStroke(points: [left])]), style: wide)
    #expect(rub([dot], [PagePoint(x: 6.9, y: 0)]) == [.remove(dot.id)])
    #expect(rub([dot], [PagePoint(x: 7.1, y: 0)]).isEmpty)
  }

  @Test func unusablePointsAndWidthsAreHarmless() {
    let line = Annotation(.line(from: left, to: right), style: wide)
    let bad = [PagePoint(x: .nan, y: 0), PagePoint(x: .infinity, y: 0), PagePoint(x: 1e8, y: 0)]
    #expect(rub([line], bad).isEmpty)
    #expect(rub([line], bad + down + bad).count == rub([line], down).count)
    #expect(EraserTool(width: .nan, erasing: [line]).width == 0)
    #expect(EraserTool(width: -.infinity, erasing: [line]).width == 0)
    #expect(EraserTool(width: .infinity, erasing: [line]).width == 1000)
    let filled = Annotation(
      .ellipse(PageRect(x: 0, y: 0, width: 9, height: 9)), style: AnnotationStyle(fill: .red))
    for width in [0, -1, .nan, 1e-9, 1e9] { _ = rub([line, filled], down, width: width) }
  }

  @Test func cancellingPutsEverythingBack() {
    let list = [Annotation(.line(from: left, to: right), style: wide)]
    let hand = Hand(EraserTool(width: 10, erasing: list))
    hand.begin(at: down[0])
    hand.move(to: down[1])
    #expect((hand.tool as? EraserTool)?.annotations.count == 2)
    let box = hand.cancel()
    #expect(box.union(list[0].bounds) == box)
    #expect((hand.tool as? EraserTool)?.annotations == list)
    #expect(!hand.isDrawing && hand.finish().isEmpty)
  }

  @Test func theNextChangesAreRelativeToTheLast() throws {
    let list = [Annotation(.line(from: left, to: right), style: wide)]
    var eraser = EraserTool(width: 10, erasing: list)
    eraser.begin(at: PagePoint(x: 50, y: 0))
    let after = applied(eraser.finish(), to: list)
    eraser.begin(at: PagePoint(x: 50, y: 0))
    let nothing = eraser.finish()
    #expect(nothing.isEmpty)
    eraser.begin(at: PagePoint(x: 60, y: 0))
    let more = eraser.finish()
    #expect(more.count == 1)
    #expect(applied(more, to: after) == eraser.annotations)
    #expect(eraser.annotations.map(\.id) == after.map(\.id))
  }

  @Test func theHeadIsShown() {
    let hand = Hand(EraserTool(width: 10, erasing: []))
    #expect(hand.draw().items.isEmpty)
    let box = hand.begin(at: left)
    #expect(hand.draw().items.first?.path.controlBounds == PageRect(x: -5, y: -5, width: 10, height: 10))
    #expect(box == PageRect(x: -5.5, y: -5.5, width: 11, height: 11))
    #expect(hand.move(to: left).isEmpty)
  }
}
