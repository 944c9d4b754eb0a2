import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Pages with other layers, without annotations, in other colors, on other paper: what is drawn, and what is kept.
@Suite struct PageLookTests {
  private static func id(_ place: Int) -> LayerID { LayerID(rawValue: LayeredDocument.firstLayer + place) }

  /// The places of the layers that are seen.
  private func seen(_ renderer: PageRenderer, of count: Int, scale: Double = 1) async throws -> [Int] {
    let page = renderer.document.pageIDs[0]
    let image = Pixels(try await renderer.image(of: page, scale: scale))
    return (0..<count).filter { place in
      let middle = LayeredDocument.middle(of: place)
      return image[Int(Double(middle.x) * scale), Int(Double(middle.y) * scale)] == 0xFF00_0000
    }
  }

  // MARK: - Layers

  @Test func layersAreSwitchedWithoutChangingTheDocument() async throws {
    let document = try PDFDocument(
      data: LayeredDocument(["A", "B", "C"], configuration: "/OFF[11 0 R]").data)
    let renderer = PageRenderer(document, options: .forTests)
    #expect(try await seen(renderer, of: 3) == [0, 2])
    let page = document.pageIDs[0]
    #expect(try renderer.views.view(of: page).renderKey.snapshot == nil)
    renderer.look.layers = LayerVisibility([Self.id(0): false, Self.id(1): true])
    #expect(try await seen(renderer, of: 3) == [1, 2])
    let tiles = try await renderer.mosaic(of: page, scale: 1, size: 16)
    #expect(tiles == Pixels(try await renderer.image(of: page, scale: 1)))
    #expect(!document.hasUnsavedChanges && !document.canUndo)
    renderer.look.layers = LayerVisibility()
    #expect(try await seen(renderer, of: 3) == [0, 2])
    #expect(try renderer.views.view(of: page).renderKey.snapshot == nil)
    #expect(try document.text(document.layers) == "A+ B- C+")
  }

  @Test func pagesThatShowNothingOfALayerAreDrawnAsBefore() async throws {
    let layered = LayeredDocument(["A", "B"])
    let document = try PDFDocument(data: layered.data)
    try document.insertBlankPage(width: 50, height: 50, at: 1)
    let renderer = PageRenderer(document, options: .forTests)
    renderer.look.layers = LayerVisibility([Self.id(0): false])
    #expect(try renderer.views.view(of: document.pageIDs[0]).renderKey.snapshot != nil)
    #expect(try renderer.views.view(of: document.pageIDs[1]).renderKey.snapshot == nil)
  }

  @Test func tilesAreOutOfDateAfterSwitching() async throws {
    let document = try PDFDocument(data: LayeredDocument(["A", "B"]).data)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    let tile = TileID(page: page, scale: 1, column: 0, row: 0)
    _ = try await renderer.tile(tile)
    var stale = renderer.staleTiles().makeAsyncIterator()
    renderer.look.layers = LayerVisibility([Self.id(1): false])
    let change = try #require(await stale.next())
    #expect(change.page == page && change.isWholePage && change.contains(tile))
    #expect(try renderer.cachedTile(tile) == nil)
    _ = try await renderer.tile(tile)
    renderer.look.layers = LayerVisibility()
    // What was drawn as the file has it is still there.
    #expect(try renderer.cachedTile(tile) != nil)
    #expect(try await seen(renderer, of: 2) == [0, 1])
  }

  @Test func theZoomAndThePurposeShowLayers() async throws {
    var document = LayeredDocument(["near", "print", "screen"])
    document.layers[0] += "/Usage<</Zoom<</min 2>>>>"
    document.layers[1] += "/Usage<</View<</ViewState/OFF>>/Print<</PrintState/ON>>>>"
    document.layers[2] += "/Usage<</Print<</PrintState/OFF>>>>"
    document.configuration =
      "/AS[<</Event/View/Category[/View/Zoom]/OCGs[10 0 R 11 0 R]>><</Event/Print/Category/Print/OCGs[11 0 R 12 0 R]>>]"
    let renderer = PageRenderer(try PDFDocument(data: document.data), options: .forTests)
    #expect(try await seen(renderer, of: 3) == [2])
    #expect(try await seen(renderer, of: 3, scale: 2) == [0, 2])
    let page = renderer.document.pageIDs[0]
    let middle = LayeredDocument.middle(of: 0)
    let near = try await renderer.mosaic(of: page, scale: 2, size: 64)
    let far = try await renderer.mosaic(of: page, scale: 1, size: 64)
    #expect(near[middle.x * 2, middle.y * 2] == 0xFF00_0000 && far[middle.x, middle.y] == 0xFFFF_FFFF)
    renderer.look.scaleOfPaper = 2
    #expect(try await seen(renderer, of: 3, scale: 2) == [2])
    renderer.look.scaleOfPaper = .nan
    #expect(try await seen(renderer, of: 3, scale: 2) == [0, 2])
    renderer.look.purpose = .print
    #expect(try await seen(renderer, of: 3) == [1])
  }

  @Test func editsOfAPageAreShownWithTheLayersThatWereSwitched() async throws {
    var layered = LayeredDocument(["A", "B", "C"], configuration: "/OFF[12 0 R]")
    layered.entries = "/Annots[<</Type/Annot/Subtype/Square/NM(own)/Rect[0 0 8 8]/C[1 0 0]/F 4>>]"
    let document = try PDFDocument(data: layered.data)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    renderer.look.layers = LayerVisibility([Self.id(0): false, Self.id(2): true])
    try document.add(
      Annotation(
        .rectangle(PageRect(x: 62, y: 2, width: 26, height: 26)), style: AnnotationStyle(fill: .red)),
      to: page)
    #expect(try await seen(renderer, of: 3) == [1])
    try document.undo()
    #expect(try await seen(renderer, of: 3) == [1, 2])
    try document.rotatePages([page], by: .clockwise90)
    let image = try await renderer.image(of: page, scale: 1)
    #expect(image.width == 40 && image.height == 90)
    try document.undo()
    try document.remove("own", from: page)
    #expect(try await seen(renderer, of: 3) == [1, 2])
  }

  // MARK: - Layers of the document

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func otherLayersAreSavedAndTakenBack(options: SaveOptions) async throws {
    let folder = try TemporaryFolder()
    let layered = LayeredDocument(
      ["A", "B", "C"],
      configuration: "/OFF[11 0 R 12 0 R]/ON[10 0 R]/RBGroups[[10 0 R 11 0 R]]/Locked[12 0 R]")
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", layered.data))
    let renderer = PageRenderer(document, options: .forTests)
    func check(_ states: String, _ places: [Int]) async throws {
      #expect(try document.text(document.layers) == states)
      #expect(try await seen(renderer, of: 3) == places)
      try document.saveAndWait(options)
      #expect(try document.text(document.layers) == states)
      let reopened = try PDFDocument.openAndWait(try #require(document.url))
      #expect(try reopened.text(reopened.layers) == states)
      #expect(try await seen(PageRenderer(reopened, options: .forTests), of: 3) == places)
      #expect(try Tool.qpdfCheck(try #require(document.url)).status == 0)
    }
    try await check("A+ B- C-", [0])
    try document.setLayer(Self.id(1), isShown: true)
    #expect(document.undoName == "Show Layer")
    try await check("A- B+ C-", [1])
    try document.setLayers(LayerVisibility([Self.id(0): true, Self.id(2): true]))
    try await check("A+ B- C+", [0, 2])
    try document.undo()
    try await check("A- B+ C-", [1])
    try document.undo()
    try await check("A+ B- C-", [0])
    try document.redo()
    // A viewer's choice comes on top.
    renderer.look.layers[Self.id(0)] = true
    #expect(try await seen(renderer, of: 3) == [0, 1])
  }

  @Test func anObjectOfItsOwnIsChangedWhereItStands() async throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/OCProperties 6 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    builder.add("<</Type/OCG/Name(A)>>", as: 4)
    builder.add("<</Type/OCG/Name(B)>>", as: 5)
    builder.add("<</OCGs[4 0 R 5 0 R]/D 7 0 R>>", as: 6)
    builder.add("<</BaseState/OFF/ON 8 0 R/Name(Mine)>>", as: 7)
    builder.add("[4 0 R]", as: 8)
    let document = try PDFDocument(data: builder.data())
    try document.setLayers(LayerVisibility([LayerID(rawValue: 4): false, LayerID(rawValue: 5): true]))
    let saved = try PDFDocument(data: document.dataRepresentationAndWait(.incremental()))
    #expect(try saved.text(saved.layers) == "A- B+")
  }

  @Test func layersThatAreNoneAreRefused() throws {
    let document = try PDFDocument(data: LayeredDocument(["A"]).data)
    for id in [0, 3, -1, Int.max] {
      let error = #expect(throws: PDFError.self) {
        try document.setLayer(LayerID(rawValue: id), isShown: false)
      }
      #expect(error?.code == .invalidArgument)
    }
    // What the file says anyway is no change.
    try document.setLayers(LayerVisibility([Self.id(0): true]))
    #expect(document.state.parts.layers == nil)
    let plain = try PDFDocument(data: PageDocument().data)
    #expect(try plain.layers.isEmpty)
  }

  @Test func scriptsAndJournalsKnowLayers() throws {
    let document = try PDFDocument(data: LayeredDocument(["A", "B"], configuration: "/OFF[11 0 R]").data)
    try document.apply(
      EditScript(json: Data(#"[{"edit": "setLayers", "layers": {"shown": [11], "hidden": [10]}}]"#.utf8)))
    #expect(try document.text(document.layers) == "A- B+")
    let edit = Edit.setLayers(LayerVisibility([Self.id(0): false, Self.id(1): true]))
    let coded = try JSONEncoder().encode(edit)
    #expect(try JSONDecoder().decode(Edit.self, from: coded) == edit)
    for text in [#"{"shown": [1], "hidden": [1]}"#, #"{"shown": "x"}"#, #"{"on": []}"#] {
      #expect(throws: PDFError.self) {
        try EditScript(json: Data(#"[{"edit": "setLayers", "layers": \#(text)}]"#.utf8))
      }
    }
  }

  // MARK: - Text

  @Test func textsAreOfTheLayersThatAreRead() async throws {
    var layered = LayeredDocument(["A", "B", "C"], configuration: "/OFF[11 0 R]")
    layered.content = "/OC /M BDC BT /F 9 Tf 60 2 Td (none) Tj ET EMC"
    layered.properties = "/M<</Type/OCMD/VE[/Not 10 0 R]>>"
    let document = try PDFDocument(data: layered.data)
    let page = document.pageIDs[0]
    // No busy machine is slow enough for it.
    document.readingDeadline = .seconds(3_600)
    func words() async throws -> Set<Substring> {
      Set(try await document.text(of: page).string.split { $0.isWhitespace })
    }
    #expect(try await words() == ["L0", "L2"])
    document.readingLayers = LayerVisibility([Self.id(0): false, Self.id(1): true])
    #expect(try await words() == ["L1", "L2", "none"])
    var found: [String] = []
    for try await match in try document.search("L1") { found.append(match.string) }
    #expect(found == ["L1"])
    // Annotations that edits changed are read from a page of its own.
    try document.add(Annotation(.note(at: PagePoint(x: 5, y: 5))), to: page)
    #expect(try await words().isSuperset(of: ["L1", "L2", "none"]))
    document.readingLayers = LayerVisibility()
    try document.setLayer(Self.id(2), isShown: false)
    #expect(try await words() == ["L0"])
  }
}

extension PDFDocument {
  /// The names of layers, and whether each is shown.
  fileprivate func text(_ layers: [DocumentLayer]) -> String {
    layers.map { $0.name + ($0.isShown ? "+" : "-") }.joined(separator: " ")
  }
}
