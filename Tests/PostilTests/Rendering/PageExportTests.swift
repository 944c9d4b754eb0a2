import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Pages as JPEG, TIFF, SVG, and as pictures in PDF; without annotations, on no paper, in other colors, of another box.
@Suite struct PageExportTests {
  private static var document: PageDocument {
    var document = PageDocument(pageCount: 3)
    for index in document.pages.indices {
      document.pages[index].mediaBox = [0, 0, 120, 80]
      document.pages[index].content = "1 0 0 rg 10 10 40 40 re f 0 0 1 rg 60 10 \(10 + index * 10) 40 re f"
    }
    document.pages[0].cropBox = [0, 0, 100, 60]
    document.pages[0].forms = [([0, 0, 20, 20], "0 1 0 rg 0 0 20 20 re f")]
    document.pages[0].annotations = [
      "<</Type/Annot/Subtype/Stamp/NM(printed)/Rect[20 20 40 40]/F 4/AP<</N @0 >>>>",
      "<</Type/Annot/Subtype/Stamp/NM(seen)/Rect[70 20 90 40]/F 0/AP<</N @0 >>>>",
      "<</Type/Annot/Subtype/Stamp/NM(paper)/Rect[2 2 8 8]/F 36/AP<</N @0 >>>>",
      "<</Type/Annot/Subtype/Widget/NM(field)/FT/Tx/T(a)/Rect[2 50 8 58]/F 4/AP<</N @0 >>>>",
    ]
    document.pages[2].content = "0.5 g 0 0 60 80 re f"
    return document
  }

  private let document: PDFDocument
  private let renderer: PageRenderer
  private var page: PageID { document.pageIDs[0] }

  init() throws {
    document = try PDFDocument(data: Self.document.data)
    renderer = PageRenderer(document, options: .forTests)
  }

  /// Which of the page's annotations are seen: printed, seen, paper, field.
  private func seen() async throws -> [Bool] {
    let image = Pixels(try await renderer.image(of: page, scale: 1))
    return [(30, 30), (80, 30), (5, 55), (5, 6)].map { image[$0.0, $0.1] == 0xFF00_FF00 }
  }

  // MARK: - What is shown

  @Test func annotationsAndFieldsAreLeftOut() async throws {
    #expect(try await seen() == [true, true, false, true])
    renderer.look.showsAnnotations = false
    #expect(try await seen() == [false, false, false, true])
    renderer.look.showsFields = false
    #expect(try await seen() == [false, false, false, false])
    renderer.look.showsAnnotations = true
    #expect(try await seen() == [true, true, false, false])
    // What this session draws is an annotation like others.
    try document.add(
      Annotation(
        .rectangle(PageRect(x: 60, y: 10, width: 40, height: 40)), style: AnnotationStyle(fill: .green)),
      to: page)
    renderer.look.showsAnnotations = false
    #expect(try await seen() == [false, false, false, false])
    renderer.look = PageLook()
    try document.undo()
    #expect(try await seen() == [true, true, false, true])
  }

  @Test func printHasWhatIsToBePrinted() async throws {
    renderer.look.purpose = .print
    #expect(try await seen() == [true, false, true, true])
    renderer.look.purpose = .export
    #expect(try await seen() == [true, true, false, true])
  }

  @Test func thereMayBeNoPaper() async throws {
    let page = page
    renderer.look.paper = .transparent
    for image in [
      Pixels(try await renderer.image(of: page, scale: 1)),
      try await renderer.mosaic(of: page, scale: 1, size: 32),
    ] {
      #expect(image[55, 55] == 0 && image[15, 45] == 0xFFFF_0000)
    }
    try document.insertBlankPage(width: 20, height: 20, at: 0)
    let blank = Pixels(try await renderer.image(of: document.pageIDs[0], scale: 1))
    #expect(blank.values.allSatisfy { $0 == 0 })
    renderer.look.paper = .white
    #expect(Pixels(try await renderer.image(of: page, scale: 1))[55, 55] == 0xFFFF_FFFF)
  }

  @Test func colorsAreChanged() async throws {
    func colors() async throws -> [UInt32] {
      let whole = Pixels(try await renderer.image(of: page, scale: 1))
      let tiles = try await renderer.mosaic(of: page, scale: 1, size: 32)
      #expect(whole == tiles)
      return [whole[55, 55], whole[15, 45], whole[65, 45]]
    }
    #expect(try await colors() == [0xFFFF_FFFF, 0xFFFF_0000, 0xFF00_00FF])
    renderer.look.colors = .gray
    #expect(try await colors() == [0xFFFF_FFFF, 0xFF36_3636, 0xFF12_1212])
    renderer.look.colors = .inverted
    #expect(try await colors() == [0xFF00_0000, 0xFFFF_0000, 0xFF00_00FF])
    let line = Annotation(
      .rectangle(PageRect(x: 50, y: 0, width: 9, height: 9)),
      style: AnnotationStyle(color: .black, fill: .black))
    try document.add(line, to: page)
    #expect(try await colors() == [0xFFFF_FFFF, 0xFFFF_0000, 0xFF00_00FF])
  }

  @Test func anotherBoxIsShown() async throws {
    func size() async throws -> [Int] {
      let image = try await renderer.image(of: page, scale: 1)
      return [image.width, image.height]
    }
    #expect(try await size() == [100, 60])
    renderer.look.box = .mediaBox
    #expect(try await size() == [120, 80])
    #expect(try await seen()[0] == false)
    renderer.look.box = .trimBox
    #expect(try await size() == [100, 60])
    try document.apply(
      .setBoxes([PageBoxes(page, [.trimBox: PageRect(x: 10, y: 10, width: 50, height: 30)])]))
    #expect(try await size() == [50, 30])
    #expect(!document.pages[0].bounds(for: .cropBox).isEmpty && document.pages[0].width == 100)
  }

  /// A crop box that shows nothing of the page is none (ISO 32000-2, 14.11.2.1).
  @Test(arguments: [[300, 300, 400, 400], [50, 20, 50, 60]])
  func withAUselessCropBoxTheMediaBoxIsShown(_ box: [Double]) async throws {
    var source = Self.document
    source.pages[1].cropBox = box
    let document = try PDFDocument(data: source.data)
    let renderer = PageRenderer(document, options: .forTests)
    let image = try await renderer.image(of: document.pageIDs[1], scale: 1)
    #expect(image.width == 120 && image.height == 80)
    #expect(Pixels(image)[30, 50] == 0xFFFF_0000)
    let turned = document.pageIDs[1]
    try document.rotatePages([turned], by: .clockwise90)
    let after = try await renderer.image(of: turned, scale: 1)
    #expect(after.width == 80 && after.height == 120)
  }

  @Test func picturesHaveTheSizeThatIsAskedFor() async throws {
    for (width, height) in [(200, 120), (300, 120), (100, 300), (1, 1)] {
      let image = try await renderer.image(of: page, width: width, height: height)
      #expect(image.width == width && image.height == height)
    }
    let wide = Pixels(try await renderer.image(of: page, width: 300, height: 60))
    #expect(wide[10, 30] == 0xFFFF_FFFF && wide[115, 45] == 0xFFFF_0000)
    await #expect(throws: PDFError.self) { try await renderer.image(of: page, width: 0, height: 10) }
    await #expect(throws: PDFError.self) { try await renderer.image(of: page, width: 40_000, height: 10) }
  }

  // MARK: - Files

  @Test func jpegFilesArePictures() async throws {
    let data = try await renderer.jpegData(of: page, scale: 2)
    let image = try Appearance.Image(data)
    #expect(image.width == 200 && image.height == 120)
    let small = try await renderer.jpegData(of: page, scale: 2, quality: 0.1)
    #expect(small.count < data.count)
    for quality in [-Double.infinity, .nan, 0, 5, .infinity] {
      #expect(try await renderer.jpegData(of: page, scale: 1, quality: quality).starts(with: [0xFF, 0xD8]))
    }
    // A gray page has one channel.
    let gray = try await renderer.jpegData(of: document.pageIDs[2], scale: 1)
    #expect(gray.count < data.count)
  }

  @Test func aTIFFFileHasAllPages() async throws {
    let data = [UInt8](try await renderer.tiffData(of: document.pageIDs, scale: 1))
    func number(_ place: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(data[place + $1]) << (8 * $1) }
    }
    #expect(Array(data.prefix(4)) == [0x49, 0x49, 42, 0])
    var directory = number(4, 4)
    var pages: [[Int: Int]] = []
    while directory > 0, pages.count < 9 {
      let count = number(directory, 2)
      var entries: [Int: Int] = [:]
      for entry in 0..<count {
        let place = directory + 2 + entry * 12
        entries[number(place, 2)] = number(place + 8, number(place + 2, 2) == 3 ? 2 : 4)
      }
      pages.append(entries)
      directory = number(directory + 2 + count * 12, 4)
    }
    #expect(pages.map { $0[256] } == [100, 120, 120] && pages.map { $0[257] } == [60, 80, 80])
    #expect(pages.map { $0[277] } == [3, 3, 1] && pages.map { $0[262] } == [2, 2, 1])
    await #expect(throws: PDFError.self) { try await renderer.tiffData(of: [], scale: 1) }
  }

  @Test func pagesBecomePicturesInPDF() async throws {
    let pictures = try await renderer.documentOfPictures(of: [document.pageIDs[1], page], scale: 2)
    let reopened = try PDFDocument(data: await pictures.dataRepresentation())
    #expect(reopened.pages.map(\.width) == [120, 100] && reopened.pages.map(\.height) == [80, 60])
    #expect(try await reopened.text(of: reopened.pageIDs[0]).string.isEmpty)
    let image = Pixels(
      try await PageRenderer(reopened, options: .forTests).image(of: reopened.pageIDs[1], scale: 1))
    #expect(image[15, 45] >> 16 & 0xFF > 200 && image[15, 45] & 0xFF < 60)
    await #expect(throws: PDFError.self) { try await renderer.documentOfPictures(of: [], scale: 1) }
  }

  @Test func svgFilesHaveWhatThePageHas() async throws {
    func svg() async throws -> String {
      // Versions of cairo differ in their white space.
      String(decoding: try await renderer.svgData(of: page), as: UTF8.self).filter { !$0.isWhitespace }
    }
    let plain = try await svg()
    #expect(
      plain.contains("<svg") && plain.contains("width=\"100.0pt\"height=\"60.0pt\"viewBox=\"00400240\"")
        && plain.contains("(100%,0%,0%)"))
    try document.add(
      Annotation(
        .rectangle(PageRect(x: 10, y: 10, width: 9, height: 9)),
        style: AnnotationStyle(fill: Color(red: 0, green: 1, blue: 1))),
      to: page)
    let edited = try await svg()
    #expect(edited.contains("(0%,100%,100%)"))
    try document.rotatePages([page], by: .clockwise90)
    #expect(try await svg().contains("width=\"60.0pt\""))
    renderer.look.colors = .gray
    await #expect(throws: PDFError.self) { try await renderer.svgData(of: page) }
    renderer.look.colors = .original
    try document.insertBlankPage(width: 20, height: 20, at: 0)
    #expect(
      try await String(decoding: renderer.svgData(of: document.pageIDs[0]), as: UTF8.self).contains("20.0pt"))
  }

  @Test func filesAreAsLargeAsOnPaper() async throws {
    var builder = PageDocument()
    builder.pages[0].mediaBox = [0, 0, 30, 40]
    builder.pages[0].content = "1 0 0 rg 0 0 15 20 re f"
    builder.pages[0].entries = "/UserUnit 2"
    let document = try PDFDocument(data: builder.data)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    #expect(try await renderer.image(of: page, scale: 1).width == 30)
    let jpeg = try Appearance.Image(try await renderer.jpegData(of: page, scale: 1))
    #expect(jpeg.width == 60 && jpeg.height == 80)
    let pictures = try await renderer.documentOfPictures(of: [page], scale: 2)
    #expect(try pictures.page(at: 0).size == PageSize(width: 60, height: 80))
    let svg = String(decoding: try await renderer.svgData(of: page), as: UTF8.self).prefix(300)
    #expect(svg.contains("width=\"60") && svg.contains("height=\"80") && svg.contains("0 0 120 160"))
    #expect("\(try document.page(at: 0))".contains("60.0 × 80.0 points"))
  }

  /// Poppler makes lines a pixel wide at least, moves them to the middle of pixels, and scales images down to them.
  @Test func svgFilesAreFinerThanPoints() async throws {
    var pages = PageDocument()
    pages.pages[0].mediaBox = [0, 0, 119.276, 80]
    let samples = String(repeating: "00FF", count: 32 * 64)
    pages.pages[0].content = """
      0.5 w 10 20.3 m 90 20.3 l S
      q 16 0 0 16 10 40 cm BI /W 64 /H 64 /BPC 8 /CS /G /F /AHx ID \(samples)> EI Q
      """
    let document = try PDFDocument(data: pages.data)
    let file = try await PageRenderer(document, options: .forTests).svgData(of: document.pageIDs[0])
    let svg = String(decoding: file, as: UTF8.self)
    // A half of a point is two units: the line stays where it is, and as thin, within an eighth of a point.
    let line = try #require(svg.firstMatch(of: /stroke-width:([0-9.]+);[^>]* d="M [0-9.]+ ([0-9.]+) L/))
    #expect(line.output.1 == "0.5" || line.output.1 == "2")
    #expect(Double(line.output.2).map { abs($0 - 20.3) <= 0.125 } == true, "\(line.output.2)")
    // cairo 1.18 writes it at 300 dots an inch.
    let image = try #require(svg.firstMatch(of: /<image[^>]* width="([0-9]+)" height="([0-9]+)"/))
    #expect(Int(image.output.1).map { $0 >= 64 } == true && image.output.1 == image.output.2)
    #expect(svg.contains(/width="119.276pt" height="80.0pt" viewBox="0 0 477.104 320"/))
  }
}
