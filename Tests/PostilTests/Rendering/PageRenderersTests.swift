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
    #expect(!Self.renderers(.poppler, .poppler, .pdfium).passOn(key))
    var other = key
    other.renderer = .pdfium
    #expect(!Self.renderers(.pdfium, .poppler, .pdfium).passOn(other))
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
    #expect(looks.withLock(\.self) == 2)
  }

  @Test func aPageIsPassedOnOnce() throws {
    let usual: Set<PopplerWeakness> = []
    let renderers = Self.renderers(.automatic, .poppler, .pdfium)
    #expect(renderers.renderer(of: key) { usual } == .poppler)
    #expect(renderers.passOn(key))
    #expect(renderers.renderer(of: key) { usual } == .pdfium)
    // Another tile of the page that was on its way.
    #expect(renderers.passOn(key))
    var passed = key
    passed.renderer = .pdfium
    #expect(!renderers.passOn(passed))
    #expect(renderers.renderer(of: key) { usual } == .pdfium)
    #expect(renderers.renderer(of: PageRenderKey(index: 1)) { usual } == .poppler)
    // There is nobody to pass it on to.
    let alone = Self.renderers(.automatic, .poppler)
    #expect(alone.renderer(of: key) { usual } == .poppler)
    #expect(!alone.passOn(key))
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
