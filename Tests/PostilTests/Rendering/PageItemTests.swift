import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Pictures that have pages of documents, for text and images: drawn by poppler, and the same in the saved file.
@Suite struct PageItemTests {
  private let document: PDFDocument
  private let picture: SavedPicture
  private var page: PageID { document.pageIDs[0] }

  init() throws {
    document = try PDFDocument(data: PageSnapshotTests.document.data)
    picture = SavedPicture(document)
  }

  /// A page of 40 × 20 points with text, red at its left end and blue at its right one, turned.
  private static func sample(rotation: Int, text: Bool = true) -> Data {
    var document = PageDocument()
    document.pages[0].mediaBox = [10, 30, 50, 50]
    document.pages[0].rotation = rotation
    document.pages[0].content =
      "1 0 0 rg 10 30 10 20 re f 0 0 1 rg 40 30 10 20 re f"
      + (text ? " 0 g BT /F 12 Tf 20 35 Td (Ab) Tj ET" : "")
    document.pages[0].resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    return document.data
  }

  private func add(_ document: Data, in frame: PageRect, opacity: Double = 1, at index: Int? = nil) throws {
    let content = AnnotationContent(PictureContent(document: document, frame: frame))
    let new = Annotation(content, style: AnnotationStyle(fill: nil, opacity: opacity))
    try self.document.apply(.addAnnotation(new, page: page, at: index))
  }

  private func color(x: Double, y: Double) async throws -> UInt32 {
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    return image[Int(x), 160 - Int(y)] & 0xFF_FFFF
  }

  @Test func aPageIsShownAndSavedAsAForm() async throws {
    try add(Self.sample(rotation: 0), in: PageRect(x: 100, y: 100, width: 80, height: 40))
    #expect(try await color(x: 110, y: 120) == 0xFF_0000)
    #expect(try await color(x: 175, y: 120) == 0x00_00FF)
    #expect(try await picture.largestDifference() == 0)
    let view = try picture.renderer.views.view(of: page)
    #expect(view.renderKey.snapshot != nil && view.overlay.items.isEmpty)
    try document.undo()
    #expect(try await color(x: 175, y: 120) != 0x00_00FF)
    try document.redo()
    #expect(try await color(x: 175, y: 120) == 0x00_00FF)
  }

  /// Where the red end is when the page is turned: left, up, right, down.
  @Test(arguments: [(0, 105.0, 150.0), (90, 150.0, 195.0), (180, 195.0, 150.0), (270, 150.0, 105.0)])
  func aTurnedPageIsPlacedAsItIsShown(rotation: Int, x: Double, y: Double) async throws {
    var large = PageDocument()
    large.pages[0].mediaBox = [0, 0, 300, 300]
    let document = try PDFDocument(data: large.data)
    let frame = PageRect(x: 100, y: 100, width: 100, height: 100)
    let content = AnnotationContent(
      PictureContent(document: Self.sample(rotation: rotation, text: false), frame: frame))
    try document.add(Annotation(content), to: document.pageIDs[0])
    let picture = SavedPicture(document)
    let image = Pixels(try await picture.renderer.image(of: document.pageIDs[0], scale: 1))
    #expect(image[Int(x), 300 - Int(y)] & 0xFF_FFFF == 0xFF_0000)
    #expect(try await picture.largestDifference() == 0)
  }

  @Test func asAWholeItIsTranslucent() async throws {
    try add(Self.sample(rotation: 0), in: PageRect(x: 40, y: 50, width: 80, height: 40), opacity: 0.5, at: 1)
    try document.add(
      Annotation(
        .rectangle(PageRect(x: 30, y: 30, width: 50, height: 50)), style: AnnotationStyle(fill: .green)),
      to: page)
    #expect(try await picture.largestDifference() <= 2)
    #expect(try picture.renderer.views.view(of: page).overlay.items.count == 1)
  }

  @Test func oneDocumentIsSavedOnce() throws {
    let sample = Self.sample(rotation: 0)
    let before = try document.dataRepresentationAndWait().count
    try add(sample, in: PageRect(x: 0, y: 0, width: 40, height: 20))
    let one = try document.dataRepresentationAndWait().count - before
    for index in 1...9 { try add(sample, in: PageRect(x: Double(index), y: 0, width: 40, height: 20)) }
    let ten = try document.dataRepresentationAndWait()
    #expect(String(decoding: ten, as: Unicode.ASCII.self).ranges(of: "/BaseFont").count == 1)
    #expect(ten.count - before < one * 10)
    let folder = try TemporaryFolder()
    #expect(try Tool.qpdfCheck(folder.file("a.pdf", ten)).status == 0)
  }

  @Test func whatIsNoDocumentIsRefused() throws {
    let error = #expect(throws: PDFError.self) {
      try add(Data("no document".utf8), in: PageRect(x: 0, y: 0, width: 40, height: 20))
    }
    #expect(error?.code == .invalidArgument)
  }
}

/// A kind for these tests: a page of a document in a rectangle.
private struct PictureContent: AnnotationCodec, Codable {
  static let subtype = "Stamp"
  static let name = "test picture"
  static let title = "Picture"
  static let keys = ["document", "frame"]
  static let capabilities: AnnotationCapabilities = [.drawn, .added, .moved]
  var isPathsOnly: Bool { false }
  static let ownedKeys: [PDFName] = []

  let document: Data
  let frame: PageRect

  init(document: Data, frame: PageRect) {
    self.document = document
    self.frame = frame
  }

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) { return nil }

  var points: [PagePoint] {
    [PagePoint(x: frame.minX, y: frame.minY), PagePoint(x: frame.maxX, y: frame.maxY)]
  }

  func mapPoints(_ transform: (PagePoint) -> PagePoint) -> PictureContent {
    let corners = points.map(transform)
    return PictureContent(document: document, frame: PageRect(corner: corners[0], corner: corners[1]))
  }

  func bounds(_ style: AnnotationStyle) -> PageRect { frame }

  func appearance(_ style: AnnotationStyle) -> Appearance {
    Appearance(items: [.page(of: document, in: frame)], opacity: style.opacity, box: frame)
  }

  func isVisible(_ style: AnnotationStyle) -> Bool { true }
  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {}
  var description: String { "picture in \(frame)" }
}
