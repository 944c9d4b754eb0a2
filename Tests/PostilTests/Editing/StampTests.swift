import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

@Suite struct StampTests {
  private static let rect = PageRect(x: 60, y: 100, width: 120, height: 120)

  /// 16 × 8 pixels: the left half red, the right one blue.
  private static func png(alpha: UInt8 = 255) throws -> Appearance.Image {
    try Appearance.Image(
      SampleImage.png(width: 16, height: 8) { x, _ in x < 8 ? [255, 0, 0, alpha] : [0, 0, 255, alpha] })
  }

  /// A page of 40 × 20 points, red at its left end and blue at its right one; the second one green.
  private static var pages: Data {
    var document = PageDocument(pageCount: 2)
    for index in 0..<2 { document.pages[index].mediaBox = [0, 0, 40, 20] }
    document.pages[0].content = "1 0 0 rg 0 0 20 20 re f 0 0 1 rg 20 0 20 20 re f"
    document.pages[1].content = "0 1 0 rg 0 0 40 20 re f"
    return document.data
  }

  private static func pictures() throws -> [StampContent.Picture] {
    [.image(try png()), .image(try Appearance.Image(SampleImage.jpeg)), .page(of: pages)]
  }

  // MARK: - Picture

  /// Upright for the reader, in the middle, the aspect kept.
  @Test(arguments: [PageRotation.none, .clockwise90, .clockwise180, .clockwise270])
  func imagesAndPagesStandUprightAndKeepTheirAspect(rotation: PageRotation) async throws {
    for stamp in try Self.pictures() {
      let document = try PDFDocument(data: PageDocument.tinted(rotation: rotation.degrees).data)
      let page = document.pageIDs[0]
      let picture = SavedPicture(document)
      try document.add(Annotation(.stamp(stamp, in: Self.rect, rotation: rotation)), to: page)
      #expect(try await picture.largestDifference() == 0)
      let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
      let box = try document.page(page).transform(scale: 1).viewRect(Self.rect)
      func color(_ x: Double, _ y: Double) -> UInt32 {
        image[Int(box.x + box.width * x), Int(box.y + box.height * y)] & 0xFF_FFFF
      }
      func isNear(_ color: UInt32, _ red: UInt32, _ blue: UInt32) -> Bool {
        (color >> 16 > 200) == (red == 255) && (color & 255 > 200) == (blue == 255)
      }
      #expect(isNear(color(0.1, 0.5), 255, 0) && isNear(color(0.9, 0.5), 0, 255), "\(rotation)")
      // Twice as wide as high: above and below is the paper.
      #expect(
        color(0.5, 0.1) == color(0.1, 0.9) && color(0.1, 0.1) & 255 == 255 && color(0.1, 0.1) >> 16 == 230)
    }
  }

  @Test func everyOrientationOfAPhotoIsUpright() async throws {
    // Where the stored picture's left end, which is red, is: of 1 and 4 left, of 2 and 3 right, of 5 and 6 up.
    let places: [UInt8: (Double, Double)] = [
      1: (0.1, 0.5), 2: (0.9, 0.5), 3: (0.9, 0.5), 4: (0.1, 0.5), 5: (0.5, 0.1), 6: (0.5, 0.1), 7: (0.5, 0.9),
      8: (0.5, 0.9),
    ]
    for (orientation, place) in places {
      let document = try PDFDocument(data: PageDocument.tinted().data)
      let page = document.pageIDs[0]
      let photo = try Appearance.Image(SampleImage.jpeg(orientation: orientation))
      try document.add(Annotation(.stamp(.image(photo), in: Self.rect)), to: page)
      let image = Pixels(
        try await PageRenderer(document, options: .forTests).image(of: page, scale: 1))
      let box = try document.page(page).transform(scale: 1).viewRect(Self.rect)
      let color = image[Int(box.x + box.width * place.0), Int(box.y + box.height * place.1)]
      #expect(color >> 16 & 255 > 200 && color & 255 < 100, "\(orientation)")
    }
  }

  @Test func transparencyIsKept() async throws {
    let document = try PDFDocument(data: PageDocument.tinted().data)
    let page = document.pageIDs[0]
    let picture = SavedPicture(document)
    try document.add(Annotation(.stamp(.image(try Self.png(alpha: 128)), in: Self.rect)), to: page)
    #expect(try await picture.largestDifference() <= 2)
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    // Half red on a bluish paper: x 70 − 20, y 280 − 160.
    let color = image[50, 120]
    #expect(abs(Int(color >> 16 & 255) - 243) < 4 && abs(Int(color >> 8 & 255) - 115) < 4)
  }

  @Test func wordsFillTheFrame() async throws {
    let document = try PDFDocument(data: PageDocument.tinted().data)
    let page = document.pageIDs[0]
    let picture = SavedPicture(document)
    let style = AnnotationStyle(color: .black, lineWidth: 2)
    for (index, stamp) in [StampContent.Picture.name(.notApproved), .text("PAID", detail: "Ada, 5 May")]
      .enumerated()
    {
      let rect = PageRect(x: 40, y: 40 + Double(index) * 100, width: 200, height: 60)
      try document.add(Annotation(.stamp(stamp, in: rect), style: style), to: page)
    }
    #expect(try await picture.largestDifference() == 0)
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    for top in [80, 180] {
      #expect(image.ink(x: 20..<220, y: top..<top + 60) > 1_000)
      #expect(image.ink(x: 20..<220, y: top + 61..<min(top + 99, 270)) == 0)
    }
  }

  // MARK: - File

  private func count(_ text: String, in data: Data) throws -> Int {
    let folder = try TemporaryFolder()
    let shown = try Tool.run(
      "qpdf", ["--qdf", "--object-streams=disable", folder.file("a.pdf", data).path, "-"])
    return shown.output.ranges(of: text).count
  }

  @Test func anImageIsInTheFileOnce() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", PageDocument.tinted().data)
    let document = try PDFDocument.openAndWait(url)
    let page = document.pageIDs[0]
    func stamp(_ count: Int) throws {
      for _ in 0..<count {
        try document.add(Annotation(.stamp(.image(try Self.png(alpha: 100)), in: Self.rect)), to: page)
      }
      try document.saveAndWait()
    }
    try stamp(5)
    // The image and its mask.
    #expect(try count("/Subtype /Image", in: Data(contentsOf: url)) == 2)
    // In later saves too.
    try stamp(3)
    #expect(try count("/Subtype /Image", in: Data(contentsOf: url)) == 2)
    #expect(try count("/SMask", in: Data(contentsOf: url)) == 1)
    try document.saveAndWait(.rewrite())
    #expect(try count("/Subtype /Image", in: Data(contentsOf: url)) == 2)
    try stamp(1)
    #expect(try Tool.qpdfCheck(url).status == 0)
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.count == 9)
  }

  @Test func aJPEGIsSavedAsItIs() throws {
    let document = try PDFDocument(data: PageDocument.tinted().data)
    try document.add(
      Annotation(.stamp(.image(try Appearance.Image(SampleImage.jpeg)), in: Self.rect)),
      to: document.pageIDs[0])
    let data = try document.dataRepresentationAndWait()
    #expect(data.range(of: SampleImage.jpeg) != nil)
    #expect(try count("/DCTDecode", in: data) == 1)
  }

  @Test func theSameDocumentIsReadOnceForAllOfItsPages() throws {
    let document = try PDFDocument(data: PageDocument.tinted().data)
    for index in [0, 1, 0, 1] {
      try document.add(
        Annotation(.stamp(.page(of: Self.pages, index: index), in: Self.rect)), to: document.pageIDs[0])
    }
    // Two forms of pages, and one of each annotation.
    #expect(try count("/Subtype /Form", in: document.dataRepresentationAndWait()) == 6)
  }

  // MARK: - Edits

  @Test(arguments: [false, true]) func wordsAreReadAgainAndImagesAreAsTheFileHasThem(isRewrite: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", PageDocument.tinted().data)
    let document = try PDFDocument.openAndWait(url)
    let pictures: [StampContent.Picture] = [
      .name(.draft), .text("Проверено", detail: "5 May"), .image(try Self.png()),
    ]
    let style = AnnotationStyle(color: .blue, fill: .yellow, lineWidth: 3)
    for (index, picture) in pictures.enumerated() {
      let rect = PageRect(x: 40, y: 40 + Double(index) * 60, width: 100, height: 50)
      try document.add(
        Annotation(.stamp(picture, in: rect), style: style, id: AnnotationID("\(index)")),
        to: document.pageIDs[0])
    }
    try document.saveAndWait(isRewrite ? .rewrite() : .automatic)
    let reopened = try PDFDocument.openAndWait(url)
    let page = reopened.pageIDs[0]
    let read = try reopened.page(page).annotations
    #expect(read.map(\.content.stamp?.picture) == [pictures[0], pictures[1], .fromFile(name: nil)])
    #expect(read.allSatisfy { $0.style == style && $0.foreignKeys.isEmpty })
    let shown = SavedPicture(reopened)
    // Another style, and another size of what the file has.
    try reopened.update("0", on: page) { $0.style.color = .red }
    try reopened.update("2", on: page) {
      $0.content.stamp?.rect = PageRect(x: 150, y: 40, width: 120, height: 60)
    }
    #expect(try await shown.largestDifference() == 0)
    let image = Pixels(try await shown.renderer.image(of: page, scale: 1))
    #expect(image[140, 210] & 0xFF_FFFF == 0xFF_0000 && image[240, 210] & 0xFF_FFFF == 0x00_00FF)
    let error = #expect(throws: PDFError.self) {
      try reopened.update("2", on: page) { $0.style.opacity = 0.5 }
    }
    #expect(error?.code == .notEditable)
    try reopened.saveAndWait()
    try reopened.undo()
    try reopened.undo()
    #expect(try reopened.page(page).annotations == read)
    #expect(try await shown.largestDifference() == 0)
    try reopened.remove(["0", "1", "2"], from: page)
    try reopened.saveAndWait()
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func wordsThatWereMovedAreReadAgain() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", PageDocument.tinted().data)
    let document = try PDFDocument.openAndWait(url)
    let page = document.pageIDs[0]
    try document.add(Annotation(.stamp(.name(.sold), in: Self.rect), id: "s"), to: page)
    try document.saveAndWait()
    try document.update("s", on: page) { $0 = $0.offset(dx: 9, dy: 9) }
    try document.saveAndWait()
    let read = try PDFDocument.openAndWait(url).page(at: 0).annotations.first?.content.stamp
    #expect(read?.picture == .name(.sold) && read?.rect == Self.rect.offset(dx: 9, dy: 9))
  }

  private static let foreign =
    "<</Type/Annot/Subtype/Stamp/NM(theirs)/Name/Draft/Rect[60 60 160 100]/F 4/Foo 7/AP<</N @0 >>>>"

  @Test func theStampOfAnotherProgramIsMovedAndResizedAsItIs() async throws {
    var paper = PageDocument.tinted(annotations: [Self.foreign])
    paper.pages[0].forms = [([0, 0, 100, 40], "0 0.5 0 rg 0 0 50 40 re f")]
    let document = try PDFDocument(data: paper.data)
    let page = document.pageIDs[0]
    let picture = SavedPicture(document)
    #expect(try document.page(page).annotations.first?.content.stamp?.picture == .fromFile(name: "Draft"))
    try document.update("theirs", on: page) {
      $0.content.stamp?.rect = PageRect(x: 60, y: 60, width: 200, height: 80)
    }
    #expect(try await picture.largestDifference() == 0)
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    // The left half: x 60…160.
    #expect(image[130, 200] & 0xFF_FFFF == 0x00_8000 && image[150, 200] & 0xFF_FFFF != 0x00_8000)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    #expect(try saved.rawValue(of: "theirs", on: saved.pageIDs[0])?["Foo"]?.number == 7)
    let copy = try #require(try document.page(page).annotations.first)
    let error = #expect(throws: PDFError.self) {
      try document.add(Annotation(copy.content, id: "copy"), to: page)
    }
    #expect(error?.code == .notEditable)
    try document.undo()
    #expect(try await picture.largestDifference() == 0)
  }

  // MARK: - Refusals

  @Test func whatIsDamagedIsRefusedWhenItIsAdded() throws {
    let document = try PDFDocument(data: PageDocument.tinted().data)
    let cut = SampleImage.png(width: 16, height: 8, zlib: [0x78, 0x01, 1, 2, 3])
    let bad: [StampContent.Picture] = [
      .image(try Appearance.Image(cut)), .page(of: Data("no document".utf8)), .page(of: Data()),
      .page(of: Self.pages, index: 2), .page(of: Self.pages, index: -1), .page(of: Self.pages, index: .max),
    ]
    for picture in bad {
      let error = #expect(throws: PDFError.self, "\(picture)") {
        try document.add(Annotation(.stamp(picture, in: Self.rect)), to: document.pageIDs[0])
      }
      #expect(error?.code == .invalidArgument)
    }
    #expect(!document.hasUnsavedChanges)
  }
}
