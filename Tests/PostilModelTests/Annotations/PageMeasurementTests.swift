import Foundation
import PostilModel
import Testing

@Suite struct PageMeasurementTests {
  private static let measurement = PageMeasurement(
    MeasurementScale(
      ratio: "1 in = 10 ft", unitsPerPoint: 10.0 / 72, lengthFormats: [MeasurementFormat("ft")],
      areaFormats: [MeasurementFormat("sq ft")]))
  private static let corners = [
    PagePoint(x: 10, y: 10), PagePoint(x: 82, y: 10), PagePoint(x: 82, y: 154), PagePoint(x: 10, y: 154),
  ]

  static let shapes: [(AnnotationContent, String)] = [
    (.distance(from: PagePoint(x: 10, y: 10), to: PagePoint(x: 154, y: 10), measurement), "20.00 ft"),
    (.perimeter(corners, measurement), "40.00 ft"), (.area(corners, measurement), "200.00 sq ft"),
    (.area(corners.reversed(), measurement), "200.00 sq ft"),
  ]

  private func texts(_ annotation: Annotation) -> [String] { annotation.appearance.texts.map(\.text.string) }

  @Test(arguments: shapes) func theCaptionIsTheTextAndFollowsTheShape(
    content: AnnotationContent, text: String
  ) throws {
    var annotation = try Annotation(content, style: AnnotationStyle(color: .red)).validated()
    #expect(annotation.contents == text && texts(annotation) == [text] && !annotation.content.isPathsOnly)
    let box = try #require(annotation.appearance.box)
    #expect(annotation.appearance.texts.allSatisfy { box.union($0.place.frame) == box })
    annotation.content = AnnotationContent(
      annotation.content.value.mapPoints { PagePoint(x: $0.x * 2, y: $0.y * 2) })
    let larger = text == "200.00 sq ft" ? "800.00 sq ft" : text == "20.00 ft" ? "40.00 ft" : "80.00 ft"
    #expect(annotation.contents == larger && texts(annotation) == [larger])
    #expect(
      annotation.capabilities.contains(.erasedWhole) && !annotation.capabilities.contains(.erasedInParts))
    let data = try JSONEncoder().encode(annotation)
    #expect(try JSONDecoder().decode(Annotation.self, from: data) == annotation)
  }

  @Test func aTextKeepsTheValueThatItHas() {
    var wall = Annotation(Self.shapes[0].0)
    wall.contents = "Wall: 20.00 ft, about"
    wall.content.line?.to.x = 82
    #expect(wall.contents == "Wall: 10.00 ft, about" && texts(wall) == ["Wall: 10.00 ft, about"])
    // As another program writes it, with other zeros.
    wall.contents = "10 ft"
    wall.content.line?.to.x = 154
    #expect(wall.contents == "20.00 ft")
    wall.contents = "as built"
    wall.content.line?.to.x = 82
    #expect(wall.contents == "as built" && texts(wall) == ["as built"])
    wall.contents = nil
    #expect(wall.contents == "10.00 ft")
  }

  @Test func aCaptionInterruptsItsLineIfThereIsRoom() throws {
    func pieces(_ line: LineContent) -> Int {
      let path = Annotation(.line(line)).appearance.items.first?.path.elements ?? []
      return path.count { if case .move = $0 { true } else { false } }
    }
    let long = LineContent(
      from: PagePoint(x: 10, y: 10), to: PagePoint(x: 154, y: 10), measurement: Self.measurement)
    var beside = long
    beside.isCaptionBeside = true
    var short = long
    short.to.x = 30
    var plain = long
    plain.measurement = nil
    #expect(pieces(long) == 2 && pieces(beside) == 1 && pieces(short) == 1 && pieces(plain) == 1)
    let frame = try #require(Annotation(.line(beside)).appearance.texts.first?.place.frame)
    #expect(frame.minY > 10 && abs(frame.center.x - 82) < 1e-9)
    beside.captionOffset = PagePoint(x: 5, y: 7)
    let moved = try #require(Annotation(.line(beside)).appearance.texts.first?.place.frame)
    #expect(
      abs(moved.center.x - frame.center.x - 5) < 1e-9 && abs(moved.center.y - frame.center.y - 7) < 1e-9)
  }

  @Test(arguments: PageRotation.allCases) func captionsStandUprightAndAboveTheLine(turn: PageRotation) throws
  {
    var measurement = Self.measurement
    measurement.rotation = turn
    let line = LineContent(
      from: PagePoint(x: 100, y: 100),
      to: turn.isSideways ? PagePoint(x: 100, y: 250) : PagePoint(x: 250, y: 100),
      measurement: measurement, isCaptionBeside: true)
    let frame = try #require(Annotation(.line(line)).appearance.texts.first?.place.frame)
    #expect((frame.width > frame.height) != turn.isSideways)
    switch turn {
    case .none: #expect(frame.minY > 100)
    case .clockwise90: #expect(frame.maxX < 100)
    case .clockwise180: #expect(frame.maxY < 100)
    case .clockwise270: #expect(frame.minX > 100)
    }
  }

  @Test func leaderLinesLeadToTheLine() throws {
    let ends = (from: PagePoint(x: 10, y: 100), to: PagePoint(x: 110, y: 100))
    func bounds(_ length: Double) -> PageRect {
      let leaders = LineContent.Leaders(length: length, overhang: 5, gap: 2)
      return Annotation(
        .line(LineContent(from: ends.from, to: ends.to, leaders: leaders)),
        style: AnnotationStyle(lineWidth: 0)
      ).bounds
    }
    // To the right of the direction is down.
    #expect(bounds(20) == PageRect(x: 10, y: 73, width: 100, height: 25))
    #expect(bounds(-20) == PageRect(x: 10, y: 102, width: 100, height: 25))
    var line = LineContent(from: ends.from, to: ends.to, leaders: .init(length: 20))
    line.measurement = Self.measurement
    let annotation = Annotation(.line(line))
    #expect(annotation.contents == "13.89 ft" && annotation.isHit(at: PagePoint(x: 20, y: 80)))
    #expect(!annotation.isHit(at: PagePoint(x: 60, y: 100)) && annotation.isHit(at: PagePoint(x: 10, y: 90)))
  }

  @Test func hiddenCaptionsAreTextAllTheSame() {
    var line = Annotation(Self.shapes[0].0)
    line.content.line?.measurement?.isCaptionShown = false
    #expect(texts(line).isEmpty && line.contents == "20.00 ft" && line.content.isPathsOnly)
  }

  @Test func aScaleThatGivesNoNumbersIsRefused() {
    var scale = Self.measurement.scale
    for factor in [0, -1, .nan, .infinity] {
      scale.unitsPerPoint = factor
      let error = #expect(throws: PDFError.self) {
        try Annotation(.perimeter(Self.corners, PageMeasurement(scale))).validated()
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func anAreaWithoutAreaHasACaptionNevertheless() throws {
    let flat = Annotation(.area([.zero, PagePoint(x: 50, y: 0), PagePoint(x: 100, y: 0)], Self.measurement))
    #expect(flat.contents == "0.00 sq ft")
    #expect(try #require(flat.appearance.texts.first).place.frame.isUsable)
  }
}
