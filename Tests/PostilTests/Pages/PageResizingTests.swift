import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Pages of another size, with what they show.
@Suite struct PageResizingTests {
  /// Three pages of 200 × 300 points, the second on its side, the third cropped; a link from the third to the first, an outline
  /// item, a name, a form field, a locked square and a note on the first; patterns.
  private static func data() -> Data {
    var builder = PDFBuilder()
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/Outlines 20 0 R/OpenAction[3 0 R/FitH 200]/Names<</Dests<</Names[(n)[3 0 R/XYZ 40 200 0]]>>>>\
      /AcroForm<</Fields[10 0 R]/DA(/Helv 12 Tf 0 g)>>>>
      """, as: 1)
    builder.add(
      "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 200 300]/Resources<</Pattern<</P 7 0 R/S 8 0 R>>>>>>",
      as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 6 0 R/Annots[10 0 R 11 0 R 12 0 R]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 6 0 R/Rotate 90>>", as: 4)
    builder.add("<</Type/Page/Parent 2 0 R/Contents[6 0 R]/CropBox[20 20 180 280]/Annots[13 0 R]>>", as: 5)
    builder.addStream(
      """
      0 1 0 rg 0 270 40 40 re f /Pattern cs /P scn 20 20 80 80 re f /S scn 110 20 80 80 re f 1 0 0 RG 4 w 10 10 180 280 re S
      """, as: 6)
    builder.addStream(
      "0 0 1 rg 0 0 5 5 re f",
      dictionary:
        "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>",
      as: 7)
    builder.add(
      """
      <</Type/Pattern/PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[110 0 190 0]\
      /Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>
      """, as: 8)
    builder.add(
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[40 120 140 140]/F 4/MK<</BC[0 0 1]>>>>", as: 10)
    builder.add(
      "<</Type/Annot/Subtype/Square/Rect[40 200 80 240]/F 132/C[1 0 0]/BS<</W 4>>/NM(square)>>", as: 11)
    builder.add("<</Type/Annot/Subtype/Text/Rect[100 200 120 220]/F 28/NM(note)/Contents(a)>>", as: 12)
    builder.add("<</Type/Annot/Subtype/Link/Rect[40 200 80 240]/Dest[3 0 R/XYZ 40 200 0]>>", as: 13)
    builder.add("<</First 21 0 R/Last 21 0 R/Count 1>>", as: 20)
    builder.add("<</Title(One)/Parent 20 0 R/Dest[3 0 R/FitR 0 100 50 200]>>", as: 21)
    return builder.data()
  }

  private func near(_ a: PageRect?, _ b: PageRect) -> Bool {
    guard let a else { return false }
    return abs(a.minX - b.minX) < 0.1 && abs(a.minY - b.minY) < 0.1 && abs(a.width - b.width) < 0.1
      && abs(a.height - b.height) < 0.1
  }

  /// ISO 32000-2, 12.3.2.4: names that are no texts are looked up in the catalog's dictionary.
  @Test func namesOfTheOldestKindStayWhereTheyAre() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/Dests<</old[3 0 R/XYZ 40 200 0]/other[4 0 R/Fit]>>>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 300]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[<</Subtype/Link/Rect[0 0 9 9]/Dest/old>>]>>", as: 4)
    let document = try PDFDocument(data: builder.data())
    try document.resizePagesAndWait([document.pageIDs[0]], to: PageSize(width: 400, height: 600))
    let catalog = try PDFDocument(data: document.dataRepresentationAndWait()).objects.catalog
    let (old, other) = (catalog["Dests"]?["old"]?.array, catalog["Dests"]?["other"]?.array)
    #expect(catalog["Names"] == nil && other?.count == 2)
    #expect(old?.count == 5 && old?[2].number == 80)
  }

  /// Two pages: what leads to the second in actions that no edit knows, a circle of actions among them, and an article.
  private static func actions() -> Data {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R/Threads[30 0 R]/AA<</WC<</S/GoTo/D[4 0 R/FitV 10]>>>>>>",
      as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 300]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[10 0 R 11 0 R 12 0 R]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/B[31 0 R]/AA<</O 40 0 R>>>>", as: 4)
    let uri = "/Next<</S/URI/URI(http://x)>>"
    builder.add(
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[4 0 R/FitR 10 20 30 40]\(uri)>>>>", as: 10)
    builder.add("<</Type/Annot/Subtype/Link/Rect[9 0 19 9]/A<</S/URI/URI(u)/Next[40 0 R]>>>>", as: 11)
    builder.add(
      "<</Type/Annot/Subtype/Link/Rect[19 0 29 9]/Dest[4 0 R/FitH 50]/AA<</U<</S/GoTo/D 41 0 R>>>>>>", as: 12)
    builder.add("<</First 21 0 R/Last 21 0 R/Count 1>>", as: 20)
    builder.add("<</Title(One)/Parent 20 0 R/A<</S/GoTo/D[4 0 R/FitH 60]\(uri)>>>>", as: 21)
    builder.add("<</F 31 0 R>>", as: 30)
    builder.add("<</T 30 0 R/N 31 0 R/V 31 0 R/P 4 0 R/R[10 20 110 120]>>", as: 31)
    builder.add("<</S/GoTo/D[4 0 R/XYZ 10 20 null]/Next[40 0 R 42 0 R]>>", as: 40)
    builder.add("[4 0 R/FitBH 70]", as: 41)
    builder.add("<</S/GoTo/D(nowhere)/Next 40 0 R>>", as: 42)
    return builder.data()
  }

  /// What is at the end of paths through the objects of a document.
  private func numbers(_ data: Data) throws -> [[Double]] {
    let document = try PDFDocument(data: data)
    let objects = document.objects
    func value(_ value: PDFValue?) throws -> PDFValue? {
      if case .reference(let number)? = value { try objects.object(number) } else { value }
    }
    func entry(_ first: PDFValue?, _ keys: String...) throws -> PDFValue? {
      try keys.reduce(try value(first)) { found, key in try value(found?[key]) }
    }
    func list(_ found: PDFValue?) -> [Double] { found?.array?.compactMap(\.number) ?? [] }
    let catalog = try objects.catalog
    let pages = try document.pageIDs.map { try objects.page($0) }
    let links = try (0..<3).map { try value(try entry(pages[0], "Annots")?[$0]) }
    let next = try value(try entry(links[1], "A", "Next")?[0])
    let thread = try value(try entry(catalog, "Threads")?[0])
    return try [
      entry(links[0], "A", "D"), entry(next, "D"), entry(links[2], "Dest"), entry(links[2], "AA", "U", "D"),
      entry(catalog, "Outlines", "First", "A", "D"), entry(catalog, "AA", "WC", "D"),
      entry(pages[1], "AA", "O", "D"), entry(thread, "F", "R"),
    ].map(list)
  }

  @Test func actionsAndArticlesMoveAlongOnce() throws {
    let data = Self.actions()
    let old: [[Double]] = [
      [10, 20, 30, 40], [10, 20], [50], [70], [60], [10], [10, 20], [10, 20, 110, 120],
    ]
    #expect(try numbers(data) == old)
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", data))
    try document.resizePagesAndWait(document.pageIDs, to: PageSize(width: 400, height: 600))
    try document.saveAndWait()
    let url = try #require(document.url)
    #expect(try numbers(Data(contentsOf: url)) == old.map { $0.map { $0 * 2 } })
    // Further edits of the links, and a size of one page alone, start from there.
    try document.resizePagesAndWait([document.pageIDs[1]], to: PageSize(width: 800, height: 1_200))
    try document.saveAndWait()
    #expect(try numbers(Data(contentsOf: url)) == old.map { $0.map { $0 * 4 } })
    try document.undo()
    try document.saveAndWait(.rewrite())
    let rewritten = try numbers(Data(contentsOf: url))
    #expect(rewritten == old.map { $0.map { $0 * 2 } }, "\(rewritten)")
    try document.undo()
    try document.saveAndWait()
    let undone = try numbers(Data(contentsOf: url))
    #expect(undone == old, "\(undone)")
    try document.redo()
    let redone = try numbers(document.dataRepresentationAndWait())
    #expect(redone == old.map { $0.map { $0 * 2 } }, "\(redone)")
  }

  /// Against ISO 32000-2, 12.5.1, but page duplicators make such files.
  @Test(arguments: ["/Annots[10 0 R 11 0 R]", "/Annots 12 0 R"])
  func annotationsThatTwoPagesListStayOnTheOther(list: String) throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[13 0 R]>>>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 300]>>", as: 2)
    for page in 3...4 { builder.add("<</Type/Page/Parent 2 0 R\(list)>>", as: page) }
    builder.add("<</Type/Annot/Subtype/Circle/Rect[10 10 20 20]/P 3 0 R>>", as: 10)
    builder.add("<</Type/Annot/Subtype/Widget/Rect[40 10 80 20]/Parent 13 0 R>>", as: 11)
    builder.add("[10 0 R 11 0 R]", as: 12)
    builder.add("<</T(name)/FT/Tx/Kids[11 0 R]>>", as: 13)
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", builder.data()))
    try document.resizePagesAndWait([document.pageIDs[0]], to: PageSize(width: 400, height: 600))
    try document.saveAndWait()
    func rects() throws -> [[PageRect]] {
      let saved = try PDFDocument.openAndWait(try #require(document.url))
      return saved.pages.map { $0.annotations.map(\.bounds) }
    }
    let other = [
      PageRect(x: 10, y: 10, width: 10, height: 10), PageRect(x: 40, y: 10, width: 40, height: 10),
    ]
    let placed = [
      PageRect(x: 20, y: 20, width: 20, height: 20), PageRect(x: 80, y: 20, width: 80, height: 20),
    ]
    #expect(try rects() == [placed, other])
    #expect(try PDFDocument.openAndWait(try #require(document.url)).form?.fields.first?.widgets.count == 2)
    try document.undo()
    try document.saveAndWait()
    #expect(try rects() == [other, other])
  }

  @Test func everythingMovesAlong() async throws {
    let document = try PDFDocument(data: Self.data())
    try document.fill(["name": "Ada"])
    let before = try document.dataRepresentationAndWait()
    try document.resizePagesAndWait(document.pageIDs, to: PageSize(width: 500, height: 600))
    #expect(document.undoName == "Resize Pages")
    let pages = document.pages
    #expect(pages.map { "\($0.width) \($0.height)" } == ["500.0 600.0", "600.0 500.0", "500.0 600.0"])
    // Twice as large, with 50 points left at both sides.
    #expect(near(pages[0].bounds(for: .mediaBox), PageRect(x: 0, y: 0, width: 500, height: 600)))
    #expect(
      near(pages[0].annotation(named: "square")?.bounds, PageRect(x: 130, y: 400, width: 80, height: 80)))
    #expect(pages[0].annotation(named: "square")?.style.lineWidth == 8)
    #expect(near(pages[0].annotations[0].bounds, PageRect(x: 130, y: 240, width: 200, height: 40)))
    // Notes keep their size, and their upper left corner.
    #expect(near(pages[0].annotation(named: "note")?.bounds, PageRect(x: 250, y: 420, width: 20, height: 20)))
    let place = PageDestination(pages[0].id, view: .position(left: 130, top: 400))
    #expect(pages[2].annotations[0].content.link?.target == .place(place))
    #expect(try document.destination(named: "n") == place)
    #expect(
      try document.outline.items[0].destination?.view
        == .rect(PageRect(x: 50, y: 200, width: 100, height: 200)))
    #expect(try document.settings.openTarget == .place(PageDestination(pages[0].id, view: .width(top: 400))))
    #expect(try await SavedPicture(document).largestDifference() <= 2)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    #expect(
      saved.pages[2].annotations[0].content.link?.target
        == .place(PageDestination(saved.pageIDs[0], view: place.view)))
    #expect(
      near(
        saved.pages[0].annotation(named: "square")?.bounds, PageRect(x: 130, y: 400, width: 80, height: 80)))
    try document.undo()
    #expect(try document.dataRepresentationAndWait() == before)
    try document.redo()
    #expect(try document.page(at: 0).width == 500)
  }

  /// Annotations of other programs: a note and an area with pictures of their own; a text, a line and a polygon that say more than is
  /// understood, and have no picture.
  private static func foreignAnnotations() -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 300]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R]>>", as: 3)
    builder.addStream(
      "1 0 0 rg 0 0 20 20 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 20 20]", as: 5)
    builder.add(
      "<</Type/Annot/Subtype/Text/Rect[100 200 120 220]/F 4/NM(note)/Name/MyOwnIcon/AP<</N 5 0 R/R 5 0 R/D 5 0 R>>>>",
      as: 10)
    builder.add(
      "<</Type/Annot/Subtype/Redact/Rect[10 10 30 30]/QuadPoints[10 30 30 30 10 10 30 10]/NM(area)/AP<</N 5 0 R>>>>",
      as: 11)
    builder.add(
      """
      <</Type/Annot/Subtype/FreeText/Rect[20 60 100 110]/RD[10 5 2 3]/NM(text)/Contents(a 12pt b)/DA(/Helv 12 Tf 0 g)/BS<</W 3/S/D/D[2 1]>>\
      /DS(font: bold 12pt Arial; letter-spacing:1.5pt)/RC(<body><p style="font-size:10pt">a 12pt b</p></body>)>>
      """, as: 12)
    builder.add(
      "<</Type/Annot/Subtype/Line/Rect[20 150 120 170]/L[30 160 110 160]/LL 0/LLO 6/LLE 3/CO[4 5]/Border[0 0 2[3 1]]/NM(line)>>",
      as: 13)
    builder.add(
      "<</Type/Annot/Subtype/Polygon/Rect[130 30 190 90]/Vertices[140 40 180 40 160 80]/NM(field)/Measure<</Subtype/RL/R(x)/X[<</U(m)/C 0.5/Q 1>>]/D[<</Q 1>>]/A[]>>>>",
      as: 14)
    builder.add(
      "<</Type/Annot/Subtype/Square/Rect[20 250 60 290]/BE<</S/C/I 1>>/BM/Multiply/NM(square)>>", as: 15)
    return builder.data()
  }

  @Test func whatOtherProgramsDrewStaysAndTheirNumbersAreScaled() throws {
    let document = try PDFDocument(data: Self.foreignAnnotations())
    func value(_ name: AnnotationID, in document: PDFDocument) throws -> PDFValue? {
      try document.rawValue(of: name, on: document.pageIDs[0])
    }
    func numbers(_ value: PDFValue?) -> [Double]? { value?.array?.compactMap(\.number) }
    let before = try document.page(at: 0).annotations
    #expect(before.filter { !$0.foreignKeys.isEmpty }.map(\.id) == ["text", "line", "field", "square"])
    try document.resizePagesAndWait(document.pageIDs, to: PageSize(width: 400, height: 600))
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    for name in ["note", "area"] as [AnnotationID] {
      let (old, new) = (
        try value(name, in: PDFDocument(data: Self.foreignAnnotations())), try value(name, in: saved)
      )
      #expect(new?["AP"] == old?["AP"] && new?["C"] == nil && new?["Name"] == old?["Name"])
      #expect(numbers(new?["Rect"]) == numbers(old?["Rect"])?.map { $0 * 2 })
    }
    #expect(numbers(try value("area", in: saved)?["QuadPoints"]) == [20, 60, 60, 60, 20, 20, 60, 20])
    let text = try value("text", in: saved)
    #expect(numbers(text?["RD"]) == [20, 10, 4, 6] && text?["AP"] == nil)
    #expect(text?["BS"]?["W"]?.number == 6 && numbers(text?["BS"]?["D"]) == [4, 2])
    #expect(text?["DA"]?.text?.contains("/Helv 24 Tf") == true)
    #expect(text?["DS"]?.text == "font: bold 24pt Arial; letter-spacing:3pt")
    #expect(text?["RC"]?.text == "<body><p style=\"font-size:20pt\">a 12pt b</p></body>")
    let line = try value("line", in: saved)
    #expect(line?["LLO"]?.number == 12 && line?["LLE"]?.number == 6 && numbers(line?["CO"]) == [8, 10])
    #expect(line?["Border"]?[2]?.number == 4 && numbers(line?["Border"]?[3]) == [6, 2])
    #expect(try value("field", in: saved)?["Measure"]?["X"]?[0]?["C"]?.number == 0.25)
    #expect(try value("square", in: saved)?["BS"]?["W"]?.number == 2)
    // Values say what the file does.
    let (values, read) = (try document.page(at: 0).annotations, try saved.page(at: 0).annotations)
    for (value, written) in zip(values, read) where value.content.unsupported == nil {
      #expect(
        value.style.lineWidth == written.style.lineWidth || value.subtype == "Text"
          || value.subtype == "Redact")
      #expect(near(value.bounds, written.bounds), "\(value.id)")
    }
    try document.undo()
    #expect(try document.page(at: 0).annotations == before)
  }

  @Test func itIsAppendedAndTakenBack() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", Self.data())
    let document = try PDFDocument.openAndWait(url)
    for size in [PageSize.a4, .a5] {
      try document.resizePagesAndWait(document.pageIDs, to: size, PageResizing(.fill, alignment: .topLeft))
      let saved = try saveAndReopen(document)
      #expect(saved.pages.map { min($0.width, $0.height) } == [size.width, size.width, size.width])
      #expect(try Data(contentsOf: url).starts(with: Self.data()))
    }
    while try document.undo() {}
    let back = try saveAndReopen(document)
    #expect(
      back.pages[0].width == 200
        && back.pages[0].annotation(named: "square")?.bounds == PageRect(x: 40, y: 200, width: 40, height: 40)
    )
    #expect(try Data(contentsOf: url).count < 30_000)
  }

  /// What is drawn before a save is what is drawn after it, whatever was done before and after.
  @Test func editsBeforeAndAfterAreShown() async throws {
    let document = try PDFDocument(data: Self.data())
    let ids = document.pageIDs
    try document.add(
      Annotation(.ellipse(PageRect(x: 100, y: 150, width: 60, height: 40)), id: "e"), to: ids[0])
    try document.flatten(["e"], on: ids[0])
    try document.resizePagesAndWait([ids[0], ids[2]], to: PageSize(width: 150, height: 150))
    try document.add(Annotation(.ellipse(PageRect(x: 10, y: 10, width: 60, height: 40)), id: "f"), to: ids[0])
    try document.flatten(["f"], on: ids[0])
    try document.resizePagesAndWait(
      ids, to: PageSize(width: 300, height: 400), PageResizing(.none, alignment: .bottomRight))
    try document.rotatePages([ids[2]], by: .clockwise90)
    #expect(try await SavedPicture(document).largestDifference(tiles: false) <= 2)
    let copy = try document.extractPagesAndWait([ids[2], ids[0]])
    #expect(try await SavedPicture(copy).largestDifference(tiles: false) <= 2)
    try document.undo()
    try document.undo()
    #expect(try await SavedPicture(document).largestDifference(tiles: false) <= 2)
  }

  @Test(arguments: PageResizing.Scaling.allCases, [0, 90, 180, 270])
  func textIsFoundWhereItIs(_ scaling: PageResizing.Scaling, rotation: Int) async throws {
    var text = TextDocument([[.init(72, 700, "alpha beta")]])
    text.pages[0].rotation = rotation
    text.pages[0].cropBox = [50, 100, 550, 750]
    let document = try PDFDocument(data: text.data)
    func places(_ document: PDFDocument) async throws -> [PageRect] {
      var found: [PageRect] = []
      for try await match in try document.search("beta") { found += match.quads.map(\.bounds) }
      return found
    }
    let before = try await places(document)
    try document.resizePagesAndWait(document.pageIDs, to: .a3, PageResizing(scaling, alignment: .topRight))
    let now = try await places(document)
    let saved = try await places(PDFDocument(data: document.dataRepresentationAndWait()))
    try #require(before.count == 1 && now.count == 1 && saved.count == 1)
    #expect(near(now[0], saved[0]))
  }

  /// Alignment is meant as the page is shown.
  @Test(arguments: [0, 90, 180, 270])
  func contentStandsWhereItIsToldTo(rotation: Int) throws {
    let document = try PDFDocument(data: TextDocument([[]]).data)
    try document.rotatePages(document.pageIDs, by: try #require(PageRotation(degrees: rotation)))
    let mark = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 612, height: 792)), id: "m")
    try document.add(mark, to: document.pageIDs[0])
    try document.resizePagesAndWait(
      document.pageIDs, to: PageSize(width: 1000, height: 1000), PageResizing(.none, alignment: .topLeft))
    let page = document.pages[0]
    let rect = try #require(page.annotation(named: "m")?.content.rectangle?.rect)
    let shown = page.transform().viewRect(rect)
    #expect(abs(shown.x) < 0.01 && abs(shown.y) < 0.01)
  }

  @Test func whatCannotBeIsRefused() throws {
    let document = try PDFDocument(data: Self.data())
    let page = document.pageIDs[0]
    func code(_ size: PageSize, _ pages: [PageID]) -> PDFError.Code? {
      #expect(throws: PDFError.self) { try document.resizePagesAndWait(pages, to: size) }?.code
    }
    #expect(code(PageSize(width: 2, height: 500), [page]) == .invalidArgument)
    #expect(code(PageSize(width: 500, height: .nan), [page]) == .invalidArgument)
    #expect(code(.a4, [page, page]) == .invalidArgument)
    #expect(code(.a4, [page, PageID(number: 99)]) == .pageOutOfRange)
    try document.resizePagesAndWait([], to: .a4)
    #expect(!document.canUndo)
  }

  @Test func sizesHaveNames() {
    #expect(PageSize(named: "a4") == .a4 && PageSize.a4.description == "595.3 × 841.9")
    #expect(PageSize(named: "Letter") == PageSize(width: 612, height: 792) && PageSize(named: "folio") == nil)
    #expect(PageSize.legal.turned == PageSize(width: 1008, height: 612))
  }
}
