import Foundation
import PostilModel
import Testing

@Suite struct AnnotationCodableTests {
  private func read(_ json: String) throws -> Annotation {
    try JSONDecoder().decode(Annotation.self, from: Data(json.utf8))
  }

  @Test func aLineWithAllItsKeys() throws {
    let annotation = try read(
      """
      {"kind": "line", "from": [1, 2], "to": [3, 4], "startEnding": "OpenArrow", "endEnding": "Circle",
       "color": "FF8000", "fill": [0, 0.5, 1], "lineWidth": 2.5, "opacity": 0.5, "dash": [3, 2],
       "contents": "a", "author": "b", "created": "2026-05-04T12:30:00.25+02:00", "modified": 86400,
       "flags": 128, "id": "x"}
      """)
    let shape = AnnotationContent.line(
      from: PagePoint(x: 1, y: 2), to: PagePoint(x: 3, y: 4), start: .openArrow, end: .circle)
    let style = AnnotationStyle(
      color: Color(red: 1, green: 128 / 255, blue: 0), fill: Color(red: 0, green: 0.5, blue: 1),
      lineWidth: 2.5, opacity: 0.5, dash: [3, 2])
    let expected = Annotation(
      shape, style: style, contents: "a", author: "b",
      creationDate: Date(timeIntervalSince1970: 1_777_890_600.25),
      modificationDate: Date(timeIntervalSince1970: 86400), flags: .locked, id: AnnotationID(rawValue: "x"))
    #expect(annotation == expected)
  }

  @Test func inkTakesPointsOrStrokesWithACurve() throws {
    let annotation = try read(
      """
      {"kind": "ink", "strokes": [[[1, 2], [3, 4]], {"points": [[5, 6]], "curve": "straight"}],
       "areas": [[[0, 0], [1, 0], [0, 1]]]}
      """)
    let strokes = [
      InkStroke(points: [PagePoint(x: 1, y: 2), PagePoint(x: 3, y: 4)]),
      InkStroke(points: [PagePoint(x: 5, y: 6)], curve: .straight),
    ]
    let area = [PagePoint(x: 0, y: 0), PagePoint(x: 1, y: 0), PagePoint(x: 0, y: 1)]
    #expect(annotation.content == .ink(strokes, areas: [area]))
  }

  @Test func strokesHaveAWidthForEachPoint() throws {
    let annotation = try read(
      #"{"kind": "ink", "strokes": [{"points": [[1, 2], [3, 4]], "widths": [0.25, 1.5]}], "id": "a"}"#)
    let stroke = InkStroke([PagePoint(x: 1, y: 2), PagePoint(x: 3, y: 4)], widths: [0.25, 1.5])
    #expect(annotation.content == .ink([stroke]))
    #expect(try JSONDecoder().decode(Annotation.self, from: JSONEncoder().encode(annotation)) == annotation)
    let encoder = JSONEncoder()
    encoder.userInfo[try #require(InkStroke.packingKey)] = true
    #expect(try JSONDecoder().decode(Annotation.self, from: encoder.encode(annotation)) == annotation)
    for (widths, complaint) in [("[1]", "1 widths for 2 points"), ("[1, 11]", "from 0 to 10")] {
      do {
        _ = try read(
          #"{"kind": "ink", "strokes": [{"points": [[1, 2], [3, 4]], "widths": \#(widths)}]}"#)
        Issue.record("\(widths) was taken")
      } catch DecodingError.dataCorrupted(let context) {
        #expect(context.debugDescription.contains(complaint))
      }
    }
  }

  @Test func whatHasItsDefaultIsNotWritten() throws {
    let annotation = Annotation(
      .ellipse(PageRect(x: 1, y: 2, width: 3, height: 4)), id: AnnotationID(rawValue: "a"))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(annotation), as: UTF8.self)
    #expect(text == #"{"id":"a","kind":"ellipse","rect":[1,2,3,4]}"#)
  }

  @Test func rectanglesWhoseWidthIsRoundedSurvive() throws {
    let rect = PageRect(corner: PagePoint(x: -1000.3, y: 0), corner: PagePoint(x: 0.1, y: 1))
    let data = try JSONEncoder().encode(rect)
    #expect(try JSONDecoder().decode(PageRect.self, from: data) == rect)
  }
}
