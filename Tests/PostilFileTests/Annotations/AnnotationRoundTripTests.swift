import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct AnnotationRoundTripTests {
  private let page = PageID(number: 2)

  private func open(_ data: Data) throws -> FileStore {
    try FileStore(.data(data), password: nil, options: OpenOptions())
  }

  /// What the annotations of page 2 are after a save.
  private func saved(_ annotations: [Annotation], in sample: SampleDocument = SampleDocument()) throws
    -> [Annotation]
  {
    let store = try open(sample.data)
    var state = store.saved
    for annotation in annotations { try state.apply(.addAnnotation(annotation, page: page), in: store) }
    return try open(store.data(of: state)).annotations(of: page)
  }

  private static let style = AnnotationStyle(
    color: .orange, fill: Color(red: 0.1, green: 0.2, blue: 0.3), lineWidth: 2.5, opacity: 0.4,
    dash: [3, 1.5])
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)

  private static let shapes: [AnnotationContent] = [
    .line(
      from: PagePoint(x: 10, y: 20.25), to: PagePoint(x: 200.5, y: 100), start: .circle, end: .closedArrow),
    .line(from: PagePoint(x: 10, y: 20), to: PagePoint(x: 10, y: 90)),
    .rectangle(PageRect(x: 10.5, y: 20, width: 100, height: 50)),
    .ellipse(PageRect(x: -10, y: 20, width: 100, height: 50.75)),
    .ink([InkStroke(points: [PagePoint(x: 5, y: 5), PagePoint(x: 50, y: 80), PagePoint(x: 90, y: 5)])]),
    .ink([
      InkStroke(
        points: [PagePoint(x: 5, y: 5), PagePoint(x: 50, y: 80), PagePoint(x: 90, y: 5)], curve: .straight)
    ]),
    .ink([
      InkStroke(
        points: [PagePoint(x: 5, y: 5), PagePoint(x: 50, y: 80), PagePoint(x: 90, y: 5)],
        widths: [0.2, 1.734, 0]), InkStroke(points: [PagePoint(x: 7, y: 7), PagePoint(x: 9, y: 7)]),
    ]),
    .polygon([PagePoint(x: 5, y: 5), PagePoint(x: 50, y: 80), PagePoint(x: 90, y: 5)]),
    .polygon([PagePoint(x: 5, y: 5), PagePoint(x: 50, y: 80), PagePoint(x: 90, y: 5)], cloudIntensity: 0.75),
    .rectangle(PageRect(x: 10.5, y: 20, width: 100, height: 50), cloudIntensity: 2),
    .polyline([PagePoint(x: 5, y: 5), PagePoint(x: 50, y: 80.5), PagePoint(x: 90, y: 5)], end: .diamond),
    .ink([
      InkStroke(
        points: [
          PagePoint(x: 5, y: 5), PagePoint(x: 50, y: 80), PagePoint(x: 90, y: 5), PagePoint(x: 100, y: 6.5),
        ], curve: .bezier), InkStroke(points: [PagePoint(x: 7, y: 7)], curve: .straight),
    ]),
  ]

  @Test(arguments: shapes, PDFBuilder.Xref.allCases)
  func everythingComesBack(shape: AnnotationContent, xref: PDFBuilder.Xref) throws {
    var style = Self.style
    if shape.ink != nil { style.fill = nil }
    let annotation = Annotation(
      shape, style: style, contents: "Привет (a)", author: "Ann", creationDate: Self.date,
      modificationDate: Self.date,
      flags: [.print, .locked])
    var sample = SampleDocument()
    sample.xref = xref
    #expect(try saved([annotation], in: sample) == [annotation])
  }

  @Test(arguments: TextMarkupType.allCases, [nil, Appearance.BlendMode.normal, .screen, .multiply])
  func markedTextComesBack(type: TextMarkupType, blendMode: Appearance.BlendMode?) throws {
    let quads = [
      PageQuad(PageRect(x: 10, y: 20, width: 80.5, height: 12)),
      PageQuad(PageRect(x: 10, y: 20, width: 80.5, height: 12)).map { PagePoint(x: 100 - $0.y, y: $0.x) },
    ]
    let annotation = Annotation(
      .textMarkup(type, quads, blendMode: blendMode), style: AnnotationStyle(color: .pink, opacity: 0.4),
      creationDate: Self.date, modificationDate: Self.date)
    #expect(try saved([annotation]) == [annotation])
  }

  @Test(arguments: PageRotation.allCases) func caretsComeBack(turn: PageRotation) throws {
    let content = CaretContent(
      PageRect(x: 10, y: 20, width: 8.5, height: 8), turn: turn, isReplacement: turn == .clockwise90)
    let annotation = Annotation(
      AnnotationContent(content), style: AnnotationStyle(color: .blue, opacity: 0.4), contents: "a word",
      creationDate: Self.date, modificationDate: Self.date)
    #expect(try saved([annotation]) == [annotation])
  }

  @Test(arguments: [nil, "Секрет"]) func redactionsComeBack(text: String?) throws {
    let quads = [
      PageQuad(PageRect(x: 10, y: 20, width: 80.5, height: 12)),
      PageQuad(PageRect(x: 9, y: 9, width: 9, height: 9)),
    ]
    let annotation = Annotation(
      .redaction(quads, overlayText: text), style: .redaction, creationDate: Self.date,
      modificationDate: Self.date)
    #expect(try saved([annotation]) == [annotation])
  }

  @Test func areasComeBack() throws {
    let polygon = [PagePoint(x: 1, y: 1), PagePoint(x: 40, y: 1), PagePoint(x: 20, y: 30)]
    for width in [0.0, 2] {
      var style = Self.style
      style.lineWidth = width
      let strokes = width == 0 ? [] : [InkStroke(points: polygon, curve: .straight)]
      let annotation = Annotation(
        .ink(strokes, areas: [polygon]), style: style, creationDate: Self.date, modificationDate: Self.date)
      #expect(try saved([annotation]) == [annotation])
    }
  }

  @Test func plainDefaultsComeBack() throws {
    let annotation = Annotation(.rectangle(PageRect(x: 1, y: 2, width: 3, height: 4)))
    let back = try #require(try saved([annotation]).first)
    #expect(back.id == annotation.id)
    #expect(back.style == annotation.style)
    #expect(back.creationDate != nil && back.modificationDate != nil)
  }

  @Test func manyKeepTheirOrder() throws {
    let annotations = (0..<50).map { index in
      Annotation(
        .rectangle(PageRect(x: Double(index), y: 0, width: 5, height: 5)), creationDate: Self.date,
        modificationDate: Self.date)
    }
    #expect(try saved(annotations) == annotations)
  }
}

@Suite struct ForeignAnnotationTests {
  private let page = PageID(number: 1)

  private func open(_ data: Data) throws -> FileStore {
    try FileStore(.data(data), password: nil, options: OpenOptions())
  }

  /// A page with one annotation of another program, as object 4.
  private func file(_ annotation: String) throws -> FileStore {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots 5 0 R>>", as: 3)
    builder.add(annotation, as: 4)
    builder.add("[null 4 0 R 17]", as: 5)
    builder.addStream("", as: 7)
    return try open(builder.data())
  }

  @Test func otherKindsAreListedAndKept() throws {
    let store = try open(SampleDocument().data)
    let list = try store.annotations(of: page)
    #expect(list.map(\.subtype) == ["Widget", "Link", "Text", "Popup"])
    #expect(list.map { $0.content.unsupported != nil } == [true, false, false, false])
    #expect(list[2].id.rawValue == "note-1")
    #expect(list[1].bounds == PageRect(x: 100, y: 20, width: 60, height: 20))
  }

  @Test(arguments: [
    ("<</Subtype/Line/Rect[0 0 9 9]/L[1 2 3 4]/C[0.5]/Border[0 0 3]>>", "Line"),
    ("<</Subtype/Line/Rect[0 0 9 9]/L[1 2 3]>>", nil), ("<</Subtype/Line/Rect[0 0 9 9]/L[1 2 3 (x)]>>", nil),
    ("<</Subtype/Ink/Rect[0 0 9 9]/InkList[[1 2 3 4][5 6]]/C[0 1 1 0]>>", "Ink"),
    ("<</Subtype/Ink/Rect[0 0 9 9]/InkList[]>>", nil),
    ("<</Subtype/Ink/Rect[0 0 9 9]/InkList[[1 2 3]]>>", nil),
    ("<</Subtype/Square/Rect[9 9 0 0]/BS<</W 2/S/D>>>>", "Square"), ("<</Subtype/Square>>", nil),
    ("<</Subtype/Circle/Rect[0 0 1e99 9]>>", nil), ("<</Rect[0 0 1 1]>>", nil),
  ])
  func kindsOfOurOwnAreReadWhereTheyAreWhole(dictionary: String, subtype: String?) throws {
    let list = try file(dictionary).annotations(of: page)
    try #require(list.count == 1)
    #expect((list[0].content.unsupported == nil) == (subtype != nil))
    if let subtype { #expect(list[0].subtype == subtype) }
  }

  @Test func coloursAndBordersOfAllKindsAreRead() throws {
    let line = try file("<</Subtype/Line/Rect[0 0 9 9]/L[1 2 3 4]/C[0 1 1 0]/Border[0 0 3[4 2]]/CA 0.5>>")
      .annotations(of: page)[0]
    #expect(line.style == AnnotationStyle(color: .red, lineWidth: 3, opacity: 0.5, dash: [4, 2]))
    let square = try file("<</Subtype/Square/Rect[0 0 10 10]/BS<</W 2>>/IC[0 0 1]>>").annotations(of: page)[0]
    #expect(square.content == .rectangle(PageRect(x: 1, y: 1, width: 8, height: 8)))
    #expect(square.style.fill == .blue)
    let inset = try file("<</Subtype/Square/Rect[0 0 10 10]/RD[1 2 3 4]>>").annotations(of: page)[0]
    #expect(inset.content == .rectangle(PageRect(x: 1, y: 2, width: 6, height: 4)))
  }

  @Test func anEditKeepsWhatItDoesNotTouchAndUndoingItBringsBackTheDictionary() throws {
    let store = try file(
      "<</Type/Annot/Subtype/Line/Rect[0 0 9 9]/L[1 2 3 4]/Subj(kept)/AP<</N 7 0 R>>/P 3 0 R/BE<</S/C>>>>")
    var state = store.saved
    var line = try #require(try store.annotations(of: page).first)
    line.style.color = .green
    let inverse = try state.apply(.replaceAnnotation(line, page: page), in: store)
    let folder = try TemporaryFolder()
    _ = try store.save(state, to: folder.url.appendingPathComponent("a.pdf"), options: SaveOptions())
    let edited = store.graph.object(ObjectID(number: 4)).dictionary
    #expect(edited?["Subj"] == .string(Array("kept".utf8)))
    #expect(edited?["BE"] != nil && edited?["AP"] != .dictionary(["N": .reference(ObjectID(number: 7))]))
    try state.apply(inverse, in: store)
    #expect(state == DocumentState(pageCount: store.pageCount))
    _ = try store.save(state, to: nil, options: SaveOptions())
    let restored = store.graph.object(ObjectID(number: 4)).dictionary
    #expect(restored?["AP"] == .dictionary(["N": .reference(ObjectID(number: 7))]))
    #expect(restored?["BE"] != nil)
  }

  @Test func aSharedListIsNotChangedForTheOtherPage() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots 5 0 R>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Annots 5 0 R>>", as: 4)
    builder.add("[]", as: 5)
    let store = try open(builder.data())
    var state = store.saved
    try state.apply(
      .addAnnotation(Annotation(.rectangle(PageRect(x: 9, y: 9, width: 9, height: 9))), page: page), in: store
    )
    let reopened = try open(store.data(of: state))
    #expect(try reopened.annotations(of: page).count == 1)
    #expect(try reopened.annotations(of: PageID(number: 2)).isEmpty)
  }
}
