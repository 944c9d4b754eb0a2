import Foundation
import PostilFile
import PostilModel
import PostilRender
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

/// What draws which page.
@Suite struct PageRenderersTests {
  private static func renderers(_ choice: RendererChoice, _ found: Renderer...) -> PageRenderers {
    PageRenderers(choice) { found.contains($0) }
  }

  /// Pages with a square each; poppler draws some of them wrong, whose content has a matrix of too few numbers.
  fileprivate static func document(_ areWrong: Bool...) -> Data {
    var builder = PDFBuilder()
    let (catalog, tree) = (builder.reserve(), builder.reserve())
    let pages = areWrong.map { isWrong in
      let content = builder.addStream((isWrong ? "q 0 cm Q " : "") + "50 50 100 100 re f")
      return builder.add(
        "<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 200 200]/Contents \(content) 0 R/Resources<<>>>>")
    }
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    builder.add("<</Type/Pages/Kids[\(kids)]/Count \(pages.count)>>", as: tree)
    builder.add("<</Type/Catalog/Pages \(tree) 0 R>>", as: catalog)
    return builder.data()
  }

  private let key = PageRenderKey(index: 0)

  @Test func whatIsSaidIsDone() throws {
    let deep: Set<PopplerWeakness> = [.deepImage]
    // Whether it is there, who draws says.
    #expect(Self.renderers(.poppler).renderer(of: key) { deep } == .poppler)
    #expect(Self.renderers(.pdfium).renderer(of: key) { deep } == .pdfium)
    #expect(Self.renderers(.splash).renderer(of: key) { deep } == .splash)
    #expect(Self.renderers(.poppler, .poppler, .pdfium).passOn(key) == nil)
    var other = key
    other.renderer = .pdfium
    #expect(Self.renderers(.pdfium, .poppler, .pdfium).passOn(other) == nil)
  }

  /// Splash draws on paper.
  @Test func withoutPaperCairoDraws() {
    let inks: Set<PopplerWeakness> = [.blendingInCMYK]
    var key = key
    key.isTransparent = true
    #expect(Self.renderers(.splash).renderer(of: key) { inks } == .poppler)
    let renderers = Self.renderers(.automatic, .poppler, .splash)
    #expect(renderers.renderer(of: key) { inks } == .poppler)
    #expect(renderers.renderer(of: self.key) { inks } == .splash)
  }

  @Test(
    arguments: [
      ([.blendingInCMYK], .splash, .splash), ([.blendingInKnockout, .softMask], .splash, .splash),
      // Both draw it right.
      ([.softMask], .splash, .splash),
      // Splash as wrong as poppler.
      ([.deepImage], .pdfium, .poppler),
      // Each of them draws one right, and PDFium two.
      ([.deepImage, .blendingInCMYK], .pdfium, .splash),
      ([.deepImage, .jbig2Image, .blendingInCMYK], .pdfium, .splash),
    ] as [(Set<PopplerWeakness>, Renderer, Renderer)])
  func whoDrawsMostOfItRightDraws(
    weaknesses: Set<PopplerWeakness>, expected: Renderer, withoutPDFium: Renderer
  ) {
    let all = Self.renderers(.automatic, .poppler, .pdfium, .splash)
    #expect(all.renderer(of: key) { weaknesses } == expected)
    let two = Self.renderers(.automatic, .poppler, .splash)
    #expect(two.renderer(of: key) { weaknesses } == withoutPDFium)
  }

  /// A program that was built without it says so when a page is drawn.
  @Test func whatIsMissingIsPassedOn() {
    let inks: Set<PopplerWeakness> = [.blendingInCMYK]
    let renderers = Self.renderers(.automatic, .poppler, .splash)
    var splash = key
    splash.renderer = renderers.renderer(of: key) { inks }
    #expect(splash.renderer == .splash)
    #expect(renderers.passOn(splash, isMissing: true) == .poppler)
    #expect(renderers.renderer(of: key) { inks } == .poppler)
    // Other pages do not try it.
    #expect(renderers.renderer(of: PageRenderKey(index: 1)) { inks } == .poppler)
    #expect(renderers.passOn(key) == nil)
  }

  @Test func ofItselfPDFiumDrawsWhatPopplerDrawsWrong() throws {
    let (deep, usual): (Set<PopplerWeakness>, Set<PopplerWeakness>) = ([.deepImage], [])
    for (index, weaknesses) in [deep, usual].enumerated() {
      let key = PageRenderKey(index: index)
      let both = Self.renderers(.automatic, .poppler, .pdfium)
      #expect(both.renderer(of: key) { weaknesses } == (index == 0 ? .pdfium : .poppler))
      #expect(Self.renderers(.automatic, .poppler).renderer(of: key) { weaknesses } == .poppler)
      #expect(Self.renderers(.automatic, .pdfium).renderer(of: key) { weaknesses } == .pdfium)
      #expect(Self.renderers(.automatic).renderer(of: key) { weaknesses } == .poppler)
    }
  }

  /// A page is looked at once, and the files of the renderers too.
  @Test func whatWasChosenStays() throws {
    let (deep, usual): (Set<PopplerWeakness>, Set<PopplerWeakness>) = ([.deepImage], [])
    let looks = Mutex(0)
    let renderers = PageRenderers(.automatic) { _ in
      looks.withLock { $0 += 1 }
      return true
    }
    #expect(renderers.renderer(of: key) { deep } == .pdfium)
    var edited = key
    edited.snapshot = PageSnapshot { Data() }
    edited.hidden = [AnnotationLocator(place: 0, rect: nil)]
    #expect(renderers.renderer(of: edited) { usual } == .pdfium)
    #expect(renderers.renderer(of: PageRenderKey(index: 1)) { usual } == .poppler)
    #expect(looks.withLock(\.self) == Renderer.allCases.count)
  }

  @Test func aPageIsPassedOnOnce() throws {
    let usual: Set<PopplerWeakness> = []
    let renderers = Self.renderers(.automatic, .poppler, .pdfium)
    #expect(renderers.renderer(of: key) { usual } == .poppler)
    #expect(renderers.passOn(key) == .pdfium)
    #expect(renderers.renderer(of: key) { usual } == .pdfium)
    // Another tile of the page that was on its way.
    #expect(renderers.passOn(key) == .pdfium)
    var passed = key
    passed.renderer = .pdfium
    #expect(renderers.passOn(passed) == nil)
    #expect(renderers.renderer(of: key) { usual } == .pdfium)
    #expect(renderers.renderer(of: PageRenderKey(index: 1)) { usual } == .poppler)
    // There is nobody to pass it on to.
    let alone = Self.renderers(.automatic, .poppler)
    #expect(alone.renderer(of: key) { usual } == .poppler)
    #expect(alone.passOn(key) == nil)
  }
}

/// Documents that PDFium draws.
@Suite(
  .enabled(
    if: (try? RendererProgram.find(.pdfium)) != nil, "PDFium's library was not found: make pdfium gets it"))
struct PDFiumRenderingTests {
  private static func options(_ choice: RendererChoice) -> RenderOptions {
    var options = RenderOptions.forTests
    options.renderer = choice
    return options
  }

  @Test func allOfAPageIsDrawnByOne() async throws {
    let document = try PDFDocument(data: PageRenderersTests.document(true, false))
    let renderer = PageRenderer(document, options: Self.options(.automatic))
    for (page, expected) in zip(document.pageIDs, [Renderer.pdfium, .poppler]) {
      #expect(try await renderer.image(of: page, scale: 1).renderer == expected)
      #expect(try await renderer.image(of: page, scale: 2, tileSize: 64).renderer == expected)
      #expect(try await renderer.thumbnail(of: page, width: 50).renderer == expected)
      #expect(try await renderer.preview(of: page).renderer == expected)
      for id in try renderer.tiles(of: page, scale: 2, size: 64) {
        #expect(try await renderer.tile(id).image.renderer == expected)
        #expect(try renderer.cachedTile(id)?.image.renderer == expected)
      }
    }
    let poppler = PageRenderer(document)
    #expect(try await poppler.image(of: document.pageIDs[0], scale: 1).renderer == .poppler)
  }

  /// The library leaves them to what fills in forms.
  @Test func fieldsAreDrawnAndHidden() async throws {
    var builder = PageDocument()
    builder.pages[0].annotations = [
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(b)/Rect[100 100 200 200]/F 4/AP<</N @0 >>>>",
      "<</Type/Annot/Subtype/Widget/FT/Btn/T(c)/Rect[200 100 300 200]/F 4/AS/On/AP<</N<</On @0 /Off null>>>>>>",
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(d)/V(e)/Rect[300 100 400 200]/F 2/AP<</N @0 >>>>",
    ]
    builder.pages[0].forms = [(box: [0, 0, 100, 100], content: "0 1 0 rg 0 0 100 100 re f")]
    let document = try PDFDocument(data: builder.data)
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document, options: Self.options(.pdfium))
    func seen() async throws -> [Bool] {
      let image = Pixels(try await renderer.image(of: page, scale: 1))
      return [150, 250, 350].map { image[$0, 792 - 150] == 0xFF00_FF00 }
    }
    #expect(try await seen() == [true, true, false])
    renderer.look.showsAnnotations = false
    #expect(try await seen() == [true, true, false])
    renderer.look.showsFields = false
    #expect(try await seen() == [false, false, false])
  }

  /// The library goes by what layers say of screens, though the file does not ask for it, and whatever was switched.
  @Test func layersAreThoseThatAreShown() async throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[6 0 R]/Order[5 0 R 6 0 R]>>>>>>",
      as: 1)
    builder.add("<</Type/Pages/Kids[3 0 R]/Count 1>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 40 20]/Contents 4 0 R/Resources<</Properties<</A 5 0 R/B 6 0 R>>>>>>",
      as: 3)
    builder.addStream(
      "0 1 0 rg /OC/A BDC 0 0 20 20 re f EMC /OC/B BDC 20 0 20 20 re f EMC", dictionary: "", as: 4)
    builder.add("<</Type/OCG/Name(A)/Usage<</View<</ViewState/OFF>>>>>>", as: 5)
    builder.add("<</Type/OCG/Name(B)/Usage<</View<</ViewState/ON>>>>>>", as: 6)
    let document = try PDFDocument(data: builder.data())
    for choice in [RendererChoice.poppler, .pdfium] {
      let renderer = PageRenderer(document, options: Self.options(choice))
      let image = Pixels(try await renderer.image(of: document.pageIDs[0], scale: 1))
      #expect(image[10, 10] == 0xFF00_FF00 && image[30, 10] == 0xFFFF_FFFF, "\(choice)")
    }
  }

  @Test(arguments: [0.7, 2.15]) func editsLookAsInTheSavedFile(scale: Double) async throws {
    var builder = PageDocument(pageCount: 2)
    builder.pages[0].annotations = [
      "<</Type/Annot/Subtype/Square/Rect[100 100 200 200]/F 4/AP<</N @0 0 R>>>>",
      "<</Type/Annot/Subtype/Square/Rect[150 150 250 250]/F 4/AP<</N @0 0 R>>>>",
    ]
    builder.pages[0].forms = [(box: [0, 0, 100, 100], content: "1 0 0 rg 0 0 100 100 re f")]
    let document = try PDFDocument(data: builder.data)
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document, options: Self.options(.pdfium))
    let before = Pixels(try await renderer.image(of: page, scale: scale))
    let all = try document.page(page).annotations
    // The lower one, so that the upper one has to come above what is left.
    try document.remove(all[0].id, from: page)
    try document.rotatePages([page], by: .clockwise90)
    let shown = Pixels(try await renderer.image(of: page, scale: scale))
    #expect(shown != before)
    #expect(try await renderer.mosaic(of: page, scale: scale, size: 128) == shown)
    let saved = try PDFDocument(data: await document.dataRepresentation())
    let other = PageRenderer(saved, options: Self.options(.pdfium))
    let reopened = Pixels(try await other.image(of: saved.pageIDs[0], scale: scale))
    #expect(shown.difference(from: reopened) < 0.001)
    try document.undo()
    try document.undo()
    #expect(Pixels(try await renderer.image(of: page, scale: scale)) == before)
  }
}

/// Documents that Splash draws, if `postil-render` has it.
@Suite struct SplashRenderingTests {
  private static func options(_ choice: RendererChoice) -> RenderOptions {
    var options = RenderOptions.forTests
    options.renderer = choice
    return options
  }

  /// A page that is cyan, and magenta by Screen upon it, joined as inks: white.
  private static func inks(_ annotations: [String] = []) -> PageDocument {
    var builder = PageDocument()
    builder.pages[0].content = "1 0 0 0 k 0 0 612 792 re f /M gs 0 1 0 0 k 300 300 200 200 re f"
    builder.pages[0].resources = "/ExtGState<</M<</BM/Screen>>>>"
    builder.pages[0].entries = "/Group<</S/Transparency/CS/DeviceCMYK>>"
    builder.pages[0].annotations = annotations
    builder.pages[0].forms = [(box: [0, 0, 100, 100], content: "1 0 0 0 k 0 0 100 100 re f")]
    return builder
  }

  /// Whether it is there: it says so, and what to do.
  private static func isThere() async throws -> Bool {
    let document = try PDFDocument(data: inks().data)
    do {
      _ = try await PageRenderer(document, options: options(.splash)).image(
        of: document.pageIDs[0], scale: 0.1)
      return true
    } catch let error as PDFError where error.code == .unsupported {
      #expect(error.message.contains("libpoppler-private-dev"))
      return false
    }
  }

  @Test func inksAreJoinedAndAllOfAPageIsDrawnByOne() async throws {
    let isThere = try await Self.isThere()
    let document = try PDFDocument(data: Self.inks().data)
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document, options: Self.options(.automatic))
    let image = try await renderer.image(of: page, scale: 1)
    guard isThere else {
      // Another draws it as well as it can.
      return #expect(image.renderer != .splash)
    }
    #expect(image.renderer == .splash)
    #expect(Pixels(image)[400, 392] == 0xFFFF_FFFF)
    #expect(try await renderer.mosaic(of: page, scale: 1, size: 128) == Pixels(image))
    #expect(try await renderer.thumbnail(of: page, width: 50).renderer == .splash)
    #expect(try await renderer.preview(of: page).renderer == .splash)
    // SVG is cairo's.
    #expect(try await !renderer.svgData(of: page).isEmpty)
    let cairo = Pixels(try await PageRenderer(document).image(of: page, scale: 1))
    #expect(cairo[400, 392] != 0xFFFF_FFFF)
  }

  @Test(arguments: [0.7, 2.15]) func editsLookAsInTheSavedFile(scale: Double) async throws {
    guard try await Self.isThere() else { return }
    let builder = Self.inks([
      "<</Type/Annot/Subtype/Square/Rect[100 100 200 200]/F 4/AP<</N @0 0 R>>>>",
      "<</Type/Annot/Subtype/Square/Rect[350 350 450 450]/F 4/AP<</N @0 0 R>>>>",
    ])
    let document = try PDFDocument(data: builder.data)
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document, options: Self.options(.splash))
    let before = Pixels(try await renderer.image(of: page, scale: scale))
    try document.remove(try document.page(page).annotations[1].id, from: page)
    try document.rotatePages([page], by: .clockwise90)
    let shown = Pixels(try await renderer.image(of: page, scale: scale))
    #expect(shown != before)
    #expect(try await renderer.mosaic(of: page, scale: scale, size: 128) == shown)
    // And encrypted.
    let saved = try PDFDocument(
      data: await document.dataRepresentation(.encrypted(userPassword: "löwe", ownerPassword: "b")),
      password: "löwe")
    let other = PageRenderer(saved, options: Self.options(.splash))
    let reopened = try await other.image(of: saved.pageIDs[0], scale: scale)
    #expect(reopened.renderer == .splash && shown.difference(from: Pixels(reopened)) < 0.001)
    try document.undo()
    try document.undo()
    #expect(Pixels(try await renderer.image(of: page, scale: scale)) == before)
  }
}
