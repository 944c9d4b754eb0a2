import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct AnnotationCodecTests {
  private let page = PageID(number: 1)

  private func store(_ annotations: String...) throws -> FileStore { try .withAnnotations(annotations) }

  @Test func everyKindThatIsDrawnHasACodec() {
    for kind in AnnotationKinds.all where kind.capabilities.contains(.drawn) {
      for member in kind.members {
        #expect(AnnotationCodecs.codec(ofSubtype: member.subtype) != nil, "\(member)")
      }
    }
  }

  // MARK: - Foreign looks

  static let foreign: [(String, [String])] = [
    ("<</Subtype/Square/Rect[10 10 90 90]/C[]>>", ["C"]),
    ("<</Subtype/Square/Rect[10 10 90 90]/BE<</S/C/I 1>>>>", []),
    ("<</Subtype/Square/Rect[10 10 90 90]/BE<</S/C/I 3>>>>", ["BE"]),
    ("<</Subtype/Circle/Rect[10 10 90 90]/BE<</S/C/I 1>>>>", ["BE"]),
    ("<</Subtype/Square/Rect[10 10 90 90]/BE<</S/S>>>>", []),
    ("<</Subtype/Circle/Rect[10 10 90 90]/BS<</W 2/S/B>>>>", ["BS"]),
    ("<</Subtype/Circle/Rect[10 10 90 90]/BS<</W 2/S/U>>>>", ["BS"]),
    ("<</Subtype/Circle/Rect[10 10 90 90]/BS<</W 2/S/D/D[2 1]>>>>", []),
    ("<</Subtype/Square/Rect[10 10 90 90]/Border[5 5 1]>>", ["Border"]),
    ("<</Subtype/Square/Rect[10 10 90 90]/AP<</N 9 0 R/D 9 0 R/R 9 0 R>>>>", []),
    ("<</Subtype/Square/Rect[10 10 90 90]/AS/On>>", ["AS"]),
    ("<</Subtype/Square/Rect[10 10 90 90]/BM/Screen>>", ["BM"]),
    ("<</Subtype/Line/Rect[0 0 90 90]/L[1 2 3 4]/LL 10/LLE 3>>", []),
    ("<</Subtype/Line/Rect[0 0 90 90]/L[1 2 3 4]/LLE 3/LLO 1>>", ["LLE", "LLO"]),
    ("<</Subtype/Line/Rect[0 0 90 90]/L[1 2 3 4]/Cap true>>", ["Cap"]),
    ("<</Subtype/Line/Rect[0 0 90 90]/L[1 2 3 4]/IT/LineDimension/Measure<<>>>>", ["Measure", "IT"]),
    ("<</Subtype/Line/Rect[0 0 90 90]/L[1 2 3 4]/IT/LineArrow/LL 0/Cap false>>", []),
    ("<</Subtype/Polygon/Rect[0 0 90 90]/Vertices[1 2 3 4 5 60]/BE<</S/C>>/IT/PolygonCloud>>", ["BE"]),
    ("<</Subtype/Polygon/Rect[0 0 90 90]/Vertices[1 2 3 4 5 60]/BE<</S/C/I 2>>/IT/PolygonCloud>>", []),
    ("<</Subtype/PolyLine/Rect[0 0 90 90]/Vertices[1 2 3 4 5 60]/IT/PolyLineDimension>>", ["IT"]),
    ("<</Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]/BM/Screen>>", []),
    ("<</Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]/BM/Hue>>", ["BM"]),
    ("<</Subtype/Caret/Rect[0 0 9 9]/RD[1 1 1 1]/Sy/P>>", ["Sy"]),
    ("<</Subtype/Caret/Rect[0 0 9 9]/Sy/None>>", []),
    ("<</Subtype/Redact/Rect[0 0 9 9]/OverlayText(x)/DA(0 g /Helv 9 Tf)/Repeat true>>", []),
    ("<</Subtype/Redact/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]/RO 9 0 R>>", ["RO"]),
    ("<</Subtype/Squiggly/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]/Border[1 1 0]>>", ["Border"]),
  ]

  @Test(arguments: foreign) func looksThatAreNotUnderstoodAreNamed(dictionary: String, keys: [String]) throws
  {
    let annotation = try #require(try store(dictionary).annotations(of: page).first)
    #expect(annotation.content.unsupported == nil)
    #expect(annotation.foreignKeys == keys)
    #expect(annotation.capabilities.contains(.restyled) == keys.isEmpty)
  }

  @Test(arguments: foreign) func allOfThemSurviveAnotherText(dictionary text: String, keys: [String]) throws {
    let store = try store(text)
    let before = try #require(store.graph.object(ObjectID(number: 4)).dictionary)
    let after = try store.dictionary { $0.contents = "changed" }
    #expect(after["Contents"] == .string(Array("changed".utf8)))
    for entry in before.entries { #expect(after[entry.key] == entry.value, "\(entry.key)") }
  }

  @Test(arguments: foreign) func aMoveShiftsCoordinatesAndKeepsTheRest(
    dictionary text: String, keys: [String]
  ) throws {
    let store = try store(text)
    let before = try #require(store.graph.object(ObjectID(number: 4)).dictionary)
    let after = try store.dictionary { $0 = $0.offset(dx: 5, dy: -3.5) }
    let coordinates: [PDFName] = ["Rect", "L", "Vertices", "QuadPoints"]
    for entry in before.entries where !coordinates.contains(entry.key) {
      #expect(after[entry.key] == entry.value, "\(entry.key)")
    }
    for key in coordinates {
      let (old, new) = (before[key]?.array ?? [], after[key]?.array ?? [])
      #expect(old.count == new.count)
      for (index, pair) in zip(old, new).enumerated() {
        #expect(pair.1.number == (pair.0.number ?? 0) + (index % 2 == 0 ? 5 : -3.5), "\(key)")
      }
    }
  }

  @Test func aMoveOfAnyKindKeepsItsAppearance() throws {
    let store = try store("<</Subtype/Stamp/Rect[10 10 90 90]/Name/Draft/AP<</N 9 0 R>>/Foo[1 2]>>")
    let after = try store.dictionary { $0 = $0.offset(dx: 1, dy: 2) }
    #expect(after["AP"] == .dictionary(["N": .reference(ObjectID(number: 9))]))
    #expect(after["Rect"] == .coordinates([11, 12, 91, 92]) && after["Name"] == .name("Draft"))
    #expect(after["Foo"] == .array([.integer(1), .integer(2)]))
  }

  @Test func whatDoesNotChangeIsNotWrittenInAnotherWay() throws {
    let store = try store("<</Subtype/Square/Rect[10 10 90 90]/C[0 1 1 0]/IC[0.5]/BS<</W 2/Foo 1>>>>")
    let after = try store.dictionary { $0.style.opacity = 0.5 }
    #expect(after["C"] == .array([.integer(0), .integer(1), .integer(1), .integer(0)]))
    #expect(after["IC"]?.array?.count == 1)
    #expect(after["BS"]?.dictionary?["Foo"] == .integer(1))
    #expect(after["CA"]?.number == 0.5)
  }

  // MARK: - Dates, metadata, private entry

  @Test func theDateOfChangeIsThatOfTheSave() throws {
    let text = "<</Subtype/Square/Rect[10 10 90 90]/M(D:20200101000000Z)/CreationDate(D:20190101000000Z)>>"
    let after = try store(text).dictionary { $0.style.color = .red }
    let date = try #require(after["M"]?.string.flatMap(DateString.decode))
    #expect(abs(date.timeIntervalSinceNow) < 3600)
    #expect(after["CreationDate"] == .string(Array("D:20190101000000Z".utf8)))
    let chosen = Date(timeIntervalSince1970: 1_000_000_000)
    let given = try store(text).dictionary {
      $0.style.color = .red
      $0.modificationDate = chosen
    }
    #expect(given["M"]?.string.flatMap(DateString.decode) == chosen)
  }

  @Test func thePrivateEntryHasANameThatNobodyRegisters() throws {
    let store = try store(
      "<</Subtype/Ink/Rect[0 0 9 9]/InkList[[1 1 5 9 9 1]]/XXPostil<</Curves[/Smooth]>>>>")
    #expect(try store.annotations(of: page).first?.content.ink?.strokes.first?.curve == .smooth)
    let after = try store.dictionary { $0.style.color = .red }
    #expect(after["XXPostil"]?.dictionary?["Curves"] == .array([.name("Smooth")]))
  }

  @Test func ofOurOwnTheAppearanceIsMadeAnewByAMove() throws {
    let store = try store("<</Subtype/Square/Rect[10 10 90 90]>>")
    var state = store.saved
    let mine = Annotation(.rectangle(PageRect(x: 1, y: 2, width: 30, height: 40)), id: "mine")
    try state.apply(.addAnnotation(mine, page: page), in: store)
    let reopened = try FileStore(.data(store.data(of: state)), password: nil, options: OpenOptions())
    let written = try #require(try reopened.annotations(of: page).last)
    #expect(written.content == mine.content)
    var moved = reopened.saved
    try moved.apply(.replaceAnnotation(written.offset(dx: 7, dy: 7), page: page), in: reopened)
    let last = try FileStore(.data(reopened.data(of: moved)), password: nil, options: OpenOptions())
    let element = try #require(last.graph.object(ObjectID(number: 3)).dictionary?["Annots"]?.array?.last)
    let dictionary = try #require(last.graph.resolve(element).dictionary)
    let form = last.graph.resolve(last.graph.resolve(dictionary["AP"]).dictionary?["N"]).dictionary
    #expect(form?["BBox"] == dictionary["Rect"])
  }

  // MARK: - Text markup

  @Test(arguments: [
    // Upper left, upper right, lower left, lower right; ISO 32000's order; Acrobat's; clockwise; crosswise.
    "10 30 90 30 10 20 90 20", "10 20 90 20 90 30 10 30", "10 20 90 20 10 30 90 30",
    "10 30 90 30 90 20 10 20", "10 30 90 20 90 30 10 20",
  ]) func quadsInEveryOrderAreRectanglesWithTheTextUpright(points: String) throws {
    let text = "<</Subtype/Underline/Rect[10 20 90 30]/QuadPoints[\(points)]/C[1 1 0]>>"
    let annotation = try #require(try store(text).annotations(of: page).first)
    let quad = try #require(annotation.content.textMarkup?.quads.first)
    #expect(quad.area == 800)
    #expect(annotation.appearance.bounds.map { $0.maxY < 23 } == true, "the line is below the text")
    #expect(annotation.isHit(at: PagePoint(x: 12, y: 25)) && annotation.isHit(at: PagePoint(x: 88, y: 25)))
  }

  @Test(arguments: [
    "", "/QuadPoints[]", "/QuadPoints[1 2 3 4]", "/QuadPoints[0 9 9 9 0 0 1e9 0]",
    "/QuadPoints[5 5 5 5 5 5 5 5]",
  ])
  func quadsThatAreNoneAreNotUnderstood(entry: String) throws {
    let text = "<</Subtype/Highlight/Rect[-32768 -32768 32767 32767]\(entry)>>"
    #expect(try store(text).annotations(of: page).first?.content.unsupported != nil)
  }

  @Test func quadsOfTurnedTextKeepTheirDirection() throws {
    // Text that runs down the page: its first letter's upper left corner is at the upper right.
    let text = "<</Subtype/Underline/Rect[10 20 30 90]/QuadPoints[30 90 30 20 10 90 10 20]>>"
    let quad = try store(text).annotations(of: page).first?.content.textMarkup?.quads.first
    #expect(quad?.upperLeft == PagePoint(x: 30, y: 90) && quad?.lowerRight == PagePoint(x: 10, y: 20))
  }

  @Test func quadsAreWrittenAsReadersTakeThem() throws {
    let store = try store("<</Subtype/Link/Rect[1 1 9 9]>>")
    var state = store.saved
    let mark = Annotation(.highlight([PageRect(x: 10, y: 20, width: 80, height: 10)]), style: .highlighter)
    try state.apply(.addAnnotation(mark, page: page), in: store)
    let saved = try FileStore(.data(store.data(of: state)), password: nil, options: OpenOptions())
    let element = try #require(saved.graph.object(ObjectID(number: 3)).dictionary?["Annots"]?.array?.last)
    let dictionary = try #require(saved.graph.resolve(element).dictionary)
    #expect(dictionary["QuadPoints"] == .coordinates([10, 30, 90, 30, 10, 20, 90, 20]))
    #expect(dictionary["BS"] == nil && dictionary["IC"] == nil)
    let form = saved.graph.resolve(saved.graph.resolve(dictionary["AP"]).dictionary?["N"]).dictionary
    let state2 = form?["Resources"]?.dictionary?["ExtGState"]?.dictionary?["G"]?.dictionary
    // An isolated group would have nothing below to multiply with.
    #expect(state2?["BM"] == .name("Multiply") && form?["Group"] == nil)
  }
}
