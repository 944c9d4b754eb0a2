import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct MeasurementCodecTests {
  private let page = PageID(number: 1)

  private func store(_ annotations: String...) throws -> FileStore { try .withAnnotations(annotations) }

  private func saved(_ store: FileStore, _ edit: Edit) throws -> FileStore { try store.saving(edit) }

  private func dictionary(_ store: FileStore) throws -> PDFDictionary {
    let list = store.graph.resolve(store.graph.object(ObjectID(number: 3)).dictionary?["Annots"]).array ?? []
    return try #require(store.graph.resolve(list.first).dictionary)
  }

  private var measurement: PageMeasurement {
    get throws {
      PageMeasurement(
        try #require(MeasurementScale("1 in = 10 ft", precision: .fraction(8))), captionSize: 12,
        rotation: .clockwise90)
    }
  }

  @Test func measurementsComeBack() throws {
    let corners = [PagePoint(x: 10, y: 10), PagePoint(x: 82, y: 10), PagePoint(x: 82, y: 154)]
    let contents: [(AnnotationContent, PDFName, String)] = [
      (
        .line(
          LineContent(
            from: corners[0], to: corners[1], end: .openArrow,
            leaders: .init(length: -20, overhang: 4, gap: 2),
            measurement: try measurement, isCaptionBeside: true, captionOffset: PagePoint(x: 1, y: 2))),
        "LineDimension", "10 ft"
      ),
      (.perimeter(corners, try measurement), "PolyLineDimension", "30 ft"),
      (.area(corners, try measurement), "PolygonDimension", "100 sq ft"),
    ]
    for (content, intent, text) in contents {
      let file = try saved(try store(), .addAnnotation(Annotation(content), page: page))
      let written = try dictionary(file)
      #expect(written["IT"] == .name(intent) && written["Contents"] == .string(Array(text.utf8)))
      let measure = written["Measure"]?.dictionary
      #expect(measure?["Subtype"] == .name("RL") && measure?["R"] == .string(Array("1 in = 10 ft".utf8)))
      #expect(measure?["X"]?.array?[0].dictionary?["C"] == .real("0.1388888888889"))
      let back = try #require(try file.annotations(of: page).first)
      #expect(back.foreignKeys.isEmpty && back.contents == text)
      let (old, new) = (Annotation(content).bounds, back.bounds)
      #expect(
        abs(old.minX - new.minX) < 0.01 && abs(old.maxY - new.maxY) < 0.01 && abs(old.maxX - new.maxX) < 0.01)
      #expect(back.appearance.texts.map(\.text.string) == [text])
      #expect(back.appearance.texts.first?.place.rotation == .clockwise90)
    }
  }

  private static let foreignMeasure =
    "/Measure<</Type/Measure/Subtype/RL/R(1 in = 2 m)/X[<</U(m)/C 0.0277778/D 100>>]/D[<</U(m)/C 1/D 100/RT()/SS()>>]"
    + "/A[<</U(sq m)/C 1/D 100>>]/T[<</U(deg)/C 1>>]/O[0 0]/Foo 7>>"

  @Test func measurementsOfOtherProgramsAreReadAndSurvive() throws {
    let text =
      "<</Subtype/Line/Rect[0 0 90 90]/L[10 10 82 10]/IT/LineDimension/Cap true/LL 10/LLE 3\(Self.foreignMeasure)"
      + "/Contents(2.00 m)/AP<</N 9 0 R>>/Bar 1>>"
    let file = try store(text)
    var line = try #require(try file.annotations(of: page).first)
    #expect(line.foreignKeys.isEmpty && line.content.line?.leaders == .init(length: 10, overhang: 3))
    #expect(line.content.line?.measurement?.scale.text(length: 36) == "1 m")
    let before = try dictionary(file)
    // Neither a comment's author nor a move touches it.
    line.author = "Ada"
    let described = try dictionary(try saved(file, .replaceAnnotation(line, page: page)))
    for key in ["Measure", "Contents", "AP", "LL", "LLE", "Cap", "Bar"] as [PDFName] {
      #expect(described[key] == before[key], "\(key)")
    }
    // A change of the shape keeps the scale to the letter, and brings the text in step.
    line.content.line?.to = PagePoint(x: 154, y: 10)
    let changed = try dictionary(try saved(file, .replaceAnnotation(line, page: page)))
    #expect(changed["Measure"] == before["Measure"] && changed["Bar"] == .integer(1))
    #expect(changed["Contents"] == .string(Array("4 m".utf8)) && changed["AP"] != before["AP"])
    #expect(changed["LL"] == .integer(10) && changed["Cap"] == .boolean(true))
    // It becomes a mere line.
    line.content.line?.measurement = nil
    let plain = try dictionary(try saved(file, .replaceAnnotation(line, page: page)))
    #expect(plain["Measure"] == nil && plain["IT"] == nil && plain["Cap"] == nil)
  }

  @Test(arguments: [
    "/Measure<<>>", "/Measure<</Subtype/GEO>>", "/Measure<</X[]/D[]>>", "/Measure 5",
    "/Measure<</X[<</U(m)/C 1>>]/D[<</U(m)/C -1>>]>>", "/Measure<</X[<</U(m)/C 1>>]/D[<</U(m)/C 1/F/T>>]>>",
    "/Measure<</X[<</U(m)/C 1>>]/D[<</U(m)/C 1/D 7>>]>>",
    "/Measure<</X[<</U(m)/C 1>>]/D[<</U(m)/C 1/F/F/D 0>>]>>",
    "/Measure<</X[<</U(m)/C 1>>]/Y[<</U(m)/C 2>>]/D[<</U(m)/C 1>>]>>",
  ]) func measuresThatAreNotUnderstoodAreLeftAlone(measure: String) throws {
    for shape in [
      "/Subtype/Line/L[1 2 30 40]/IT/LineDimension",
      "/Subtype/PolyLine/Vertices[1 2 30 40]/IT/PolyLineDimension",
      "/Subtype/Polygon/Vertices[1 2 30 40 5 60]/IT/PolygonDimension",
    ] {
      let file = try store("<<\(shape)\(measure)/Rect[0 0 90 90]/Contents(x)>>")
      let annotation = try #require(try file.annotations(of: page).first)
      #expect(annotation.foreignKeys == ["Measure", "IT"] && annotation.contents == "x")
      #expect(!annotation.capabilities.contains(.restyled) && annotation.capabilities.contains(.moved))
    }
  }

  @Test func aTextWithAnythingInItIsRead() throws {
    let file = try store(
      "<</Subtype/Line/Rect[0 0 90 90]/L[10 10 82 10]/IT/LineDimension/Cap true\(Self.foreignMeasure)"
        + "/Contents(a\\r\\nb\\001 2.00 m)>>")
    let line = try #require(try file.annotations(of: page).first)
    #expect(line.content.line?.measurement != nil && line.foreignKeys.isEmpty)
    #expect(line.appearance.texts.count == 1)
  }
}
