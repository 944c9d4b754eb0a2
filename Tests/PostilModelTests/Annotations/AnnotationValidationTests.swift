import PostilModel
import Testing

@Suite struct AnnotationValidationTests {
  private static let bad = [
    PagePoint(x: .nan, y: 0), PagePoint(x: 0, y: .infinity), PagePoint(x: -1_000_001, y: 0),
  ]
  private static let rect = PageRect(x: 1, y: 2, width: 3, height: 4)

  private func isRefused(_ shape: AnnotationContent, _ style: AnnotationStyle = AnnotationStyle()) -> Bool {
    do {
      _ = try Annotation(shape, style: style).validated()
      return false
    } catch { return (error as? PDFError)?.code == .invalidGeometry }
  }

  @Test(arguments: bad) func coordinatesThatNobodyCanHoldAreRefused(point: PagePoint) {
    let corners = PageRect(corner: .zero, corner: point)
    let shapes: [AnnotationContent] = [
      .line(from: point, to: .zero), .line(from: .zero, to: point), .rectangle(corners), .ellipse(corners),
      .unsupported(subtype: "Text", bounds: corners), .ink([InkStroke(points: [.zero, point])]),
      .ink([], areas: [[.zero, point, .zero]]),
      .ink([InkStroke(points: [.zero, point], curve: .bezier)]),
    ]
    for shape in shapes { #expect(isRefused(shape), "\(shape)") }
  }

  @Test func inkWithNothingInItIsRefused() {
    #expect(isRefused(.ink([])))
    #expect(isRefused(.ink([InkStroke(points: [])], areas: [[], [.zero, .zero]])))
  }

  @Test func emptyStrokesAndAreasAreLeftOut() throws {
    let stroke = InkStroke(points: [PagePoint(x: 1, y: 1)])
    let area = [PagePoint.zero, PagePoint(x: 1, y: 0), PagePoint(x: 0, y: 1)]
    let mixed = Annotation(.ink([InkStroke(points: []), stroke], areas: [[], area, [.zero]]), contents: "a")
    var expected = mixed
    expected.content = .ink([stroke], areas: [area])
    #expect(try mixed.validated() == expected)
  }

  @Test func shapesOfNoExtentNeedAPen() {
    let flat = PageRect(x: 1, y: 1, width: 5, height: 0)
    for shape in [AnnotationContent.rectangle(flat), .ellipse(flat), .line(from: .zero, to: .zero)] {
      #expect(isRefused(shape, AnnotationStyle(fill: .red, lineWidth: 0)))
      #expect(!isRefused(shape))
    }
  }

  @Test func everythingElseStaysAsItIs() throws {
    let shapes: [AnnotationContent] = [
      .line(from: .zero, to: PagePoint(x: 1, y: 1), start: .butt), .rectangle(Self.rect),
      .ellipse(Self.rect), .unsupported(subtype: "Stamp", bounds: .zero),
      .ink([InkStroke(points: [.zero, .zero], curve: .bezier)]),
    ]
    for annotation in shapes.map({ Annotation($0, contents: "b", flags: .locked) }) {
      #expect(try annotation.validated() == annotation)
    }
  }

  @Test func movingMovesEveryPoint() {
    let p = PagePoint(x: 1, y: 2)
    let q = PagePoint(x: 11, y: -3)
    let shapes: [(AnnotationContent, AnnotationContent)] = [
      (.line(from: .zero, to: p, end: .butt), .line(from: PagePoint(x: 10, y: -5), to: q, end: .butt)),
      (.rectangle(Self.rect), .rectangle(PageRect(x: 11, y: -3, width: 3, height: 4))),
      (.ellipse(Self.rect), .ellipse(PageRect(x: 11, y: -3, width: 3, height: 4))),
      (
        .ink([InkStroke(points: [p], curve: .bezier)], areas: [[p]]),
        .ink([InkStroke(points: [q], curve: .bezier)], areas: [[q]])
      ),
      (
        .unsupported(subtype: "Text", bounds: Self.rect),
        .unsupported(subtype: "Text", bounds: PageRect(x: 11, y: -3, width: 3, height: 4))
      ),
    ]
    for (before, after) in shapes {
      let annotation = Annotation(before, author: "c")
      let moved = annotation.offset(dx: 10, dy: -5)
      #expect(moved.content == after)
      #expect(moved.id == annotation.id && moved.author == "c")
    }
  }
}
