import PostilModel
import Testing

@Suite struct PolylineContentTests {
  private static let way = [PagePoint(x: 0, y: 0), PagePoint(x: 100, y: 0), PagePoint(x: 100, y: 100)]
  private static let style = AnnotationStyle(fill: .red, lineWidth: 2)

  @Test func filledEndingsShortenTheShaft() throws {
    let line = Annotation(.polyline(Self.way, end: .closedArrow), style: Self.style)
    let items = line.appearance.items
    #expect(items.count == 2 && items[1].fill == .red)
    guard case .line(let end)? = items[0].path.elements.last else { return #expect(Bool(false)) }
    #expect(end.x == 100 && end.y < 90 && end.y > 85)
  }

  @Test func anEraserCutsItInPolylinesThatKeepTheirEndings() throws {
    let line = Annotation(.polyline(Self.way, start: .circle, end: .openArrow), style: Self.style, id: "p")
    let changes = Eraser.changes(
      to: [line], along: [PagePoint(x: 50, y: -10), PagePoint(x: 50, y: 10)], width: 4)
    try #require(changes.count == 2)
    let (first, second) = (changes[0].annotation?.content.polyline, changes[1].annotation?.content.polyline)
    #expect(first?.start == .circle && first?.end == LineEnding.none && first?.vertices.first == Self.way[0])
    #expect(second?.start == LineEnding.none && second?.end == .openArrow)
    #expect(second?.vertices.dropFirst() == Self.way.dropFirst())
    // The head's radius and half the pen.
    #expect(
      abs((first?.vertices.last?.x ?? 0) - 47) < 0.01 && abs((second?.vertices.first?.x ?? 0) - 53) < 0.01)
  }

  @Test func anEndingThatIsTouchedGoes() throws {
    let line = Annotation(.polyline(Self.way, start: .circle, end: .openArrow), style: Self.style)
    let changes = Eraser.changes(to: [line], along: [PagePoint(x: -6, y: 0)], width: 2)
    let rest = try #require(changes.first?.annotation?.content.polyline)
    #expect(rest.start == .none && rest.end == .openArrow && rest.vertices[0].x > 5)
  }

  @Test func aPolylineOfTwoPointsIsPaintedAsALine() {
    let (a, b) = (PagePoint(x: 10, y: 10), PagePoint(x: 90, y: 40))
    for ending in LineEnding.allCases {
      let line = Annotation(.line(from: a, to: b, start: ending, end: ending), style: Self.style)
      let polyline = Annotation(.polyline([a, b], start: ending, end: ending), style: Self.style)
      let (items, others) = (line.appearance.items, polyline.appearance.items)
      #expect(items.map(\.fill) == others.map(\.fill) && items.map(\.pen) == others.map(\.pen), "\(ending)")
      for (item, other) in zip(items, others) {
        let (box, otherBox) = (item.path.controlBounds ?? .zero, other.path.controlBounds ?? .zero)
        #expect(item.path.elements.count == other.path.elements.count, "\(ending)")
        // But for rounding.
        #expect(box.insetBy(-1e-9).contains(otherBox.origin) && otherBox.insetBy(-1e-9).contains(box.origin))
        #expect(abs(box.width - otherBox.width) < 1e-9 && abs(box.height - otherBox.height) < 1e-9)
      }
    }
  }
}
