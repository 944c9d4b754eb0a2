import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct AnnotationAppearanceTests {
  private let rect = PageRect(x: 10, y: 20, width: 100, height: 60)
  private let point = PagePoint(x: 50, y: 60)

  private func ink(_ points: [PagePoint]) -> AnnotationContent { .ink([InkStroke(points: points)]) }

  @Test(arguments: [1, 2, 5]) func aDotIsAFilledCircleAsWideAsThePen(count: Int) throws {
    let shape = ink([PagePoint](repeating: point, count: count))
    let dot = Annotation(shape, style: AnnotationStyle(color: .red, lineWidth: 6))
    let item = try #require(dot.appearance.items.first)
    #expect(dot.appearance.items.count == 1)
    #expect(item.fill == .red && item.pen == nil)
    #expect(item.path.extent == PageRect(x: 47, y: 57, width: 6, height: 6))
    #expect(dot.bounds == PageRect(x: 47, y: 57, width: 6, height: 6))
  }

  @Test func overlappingDotsDoNotCancelOut() {
    let dots = Annotation(.ink([InkStroke(points: [point]), InkStroke(points: [point])]))
    #expect(dots.appearance.items.count == 2)
  }

  @Test func strokesOfOneAnnotationArePaintedAtOnce() {
    var random = SeededGenerator(trial: 1)
    let strokes = [InkStroke(points: random.walk(5)), InkStroke(points: random.walk(9))]
    let style = AnnotationStyle(color: .blue, fill: .red, lineWidth: 3, opacity: 0.5, dash: [4, 2])
    let picture = Annotation(.ink(strokes), style: style).appearance
    #expect(picture.isSinglePaint)
    #expect(picture.opacity == 0.5)
    #expect(
      picture.items.first?.pen == Appearance.Pen(color: .blue, width: 3, dash: [4, 2], isRound: true))
    #expect(picture.items.first?.fill == nil)
  }

  @Test func areasAreFilledInOnePathUnderTheStrokes() {
    let area = PagePath.corners(of: rect)
    let hole = PagePath.corners(of: rect.insetBy(10))
    let shape = AnnotationContent.ink([InkStroke(points: area, curve: .straight)], areas: [area, hole])
    let picture = Annotation(shape, style: AnnotationStyle(fill: .yellow)).appearance
    #expect(picture.items.map(\.fill) == [.yellow, nil])
    #expect(picture.items.first?.path.elements.count == 10)
    #expect(Annotation(shape).appearance.items.map(\.fill) == [nil])
  }

  @Test func rectanglesAndEllipsesAreFilledAndStrokedInOneItem() {
    for shape in [AnnotationContent.rectangle(rect), .ellipse(rect)] {
      let items = Annotation(shape, style: AnnotationStyle(fill: .green, lineWidth: 4)).appearance.items
      #expect(items.count == 1)
      #expect(items.first?.fill == .green)
      #expect(items.first?.pen?.isRound == false)
      #expect(items.first?.path.extent == rect)
    }
  }

  @Test func anEllipseIsRound() {
    for point in PagePath.circle(around: point, radius: 100).samples(step: 0.5) {
      #expect(abs(point.distance(to: self.point) - 100) < 0.03)
    }
  }

  @Test func lineWidthZeroPaintsNoOutline() {
    let bare = AnnotationStyle(lineWidth: 0)
    let shapes: [AnnotationContent] = [
      .rectangle(rect), .ellipse(rect), ink([point]), ink([point, .zero]),
      .line(from: point, to: .zero, start: .square, end: .openArrow),
    ]
    for shape in shapes { #expect(Annotation(shape, style: bare).appearance.items.isEmpty) }
    let filled = Annotation(.ellipse(rect), style: AnnotationStyle(fill: .red, lineWidth: 0)).appearance
    #expect(filled.items.first?.pen == nil && filled.items.first?.fill == .red)
  }

  @Test func shapesOfNoExtentAreVisible() {
    let flat = PageRect(x: 10, y: 20, width: 40, height: 0)
    let dot = PageRect(corner: point, corner: point)
    let style = AnnotationStyle(lineWidth: 2)
    #expect(
      Annotation(.rectangle(flat), style: style).appearance.items.first?.path.extent == flat.insetBy(-1))
    #expect(Annotation(.ellipse(flat), style: style).appearance.items.first?.pen?.isRound == true)
    for shape in [AnnotationContent.rectangle(dot), .ellipse(dot), .line(from: point, to: point)] {
      let items = Annotation(shape, style: style).appearance.items
      #expect(items.count == 1 && items.first?.fill == .black)
      #expect(items.first?.path.extent == dot.insetBy(-1))
    }
  }

  @Test func otherKindsHaveNoPicture() {
    let note = Annotation(.unsupported(subtype: "Text", bounds: rect))
    #expect(note.appearance == Appearance())
    #expect(note.bounds == rect)
  }

  @Test(arguments: 0..<40) func boundsHoldAllThatIsPainted(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let style = AnnotationStyle(fill: .red, lineWidth: random.number(0.5...20))
    let ending = LineEnding.allCases[seed % LineEnding.allCases.count]
    let shapes: [AnnotationContent] = [
      .line(from: random.point(), to: random.point(), start: ending, end: .closedArrow),
      ink(random.walk(9)), .rectangle(rect), .ellipse(rect),
    ]
    for annotation in shapes.map({ Annotation($0, style: style) }) {
      for item in annotation.appearance.items {
        let box = annotation.bounds.insetBy((item.pen?.width ?? 0) / 2 - 1e-9)
        for point in item.path.samples(step: 1) { #expect(box.contains(point)) }
      }
    }
  }

  @Test func boundsOfRectanglesAndStrokesAreExact() {
    let style = AnnotationStyle(lineWidth: 4)
    #expect(Annotation(.rectangle(rect), style: style).bounds == rect.insetBy(-2))
    #expect(Annotation(.ellipse(rect), style: style).bounds == rect.insetBy(-2))
    let bow = InkStroke(
      points: [.zero, PagePoint(x: 0, y: 40), PagePoint(x: 60, y: 40), PagePoint(x: 60, y: 0)], curve: .bezier
    )
    let expected = PageRect(x: -2, y: -2, width: 64, height: 34)
    let bounds = Annotation(.ink([bow]), style: style).bounds
    #expect(bounds.origin.distance(to: expected.origin) < 1e-9)
    #expect(abs(bounds.width - expected.width) < 1e-9 && abs(bounds.height - expected.height) < 1e-9)
  }

  @Test func whatIsNotANumberTrapsNowhere() {
    let bad = PagePoint(x: .nan, y: -.infinity)
    let rects = [PageRect(corner: bad, corner: point), PageRect(x: 0, y: 0, width: .infinity, height: .nan)]
    var shapes: [AnnotationContent] = rects.flatMap { [.rectangle($0), .ellipse($0)] }
    shapes += LineEnding.allCases.map { .line(from: bad, to: point, start: $0, end: $0) }
    shapes += [.ink([]), ink([bad]), ink([point, bad, point]), .ink([], areas: [[bad, point], []])]
    for shape in shapes {
      let annotation = Annotation(shape, style: AnnotationStyle(fill: .red))
      _ = annotation.appearance.bounds
      _ = annotation.bounds
      _ = annotation.isHit(at: point, tolerance: .nan)
      _ = annotation.offset(dx: .nan, dy: .infinity).appearance
    }
  }
}
