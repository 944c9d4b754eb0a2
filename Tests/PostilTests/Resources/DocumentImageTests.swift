import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Images with what only the renderer decodes, and those of several files.
@Suite struct DocumentImageTests {
  private func document(_ images: [(entries: String, hexadecimal: String)]) throws -> PDFDocument {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    let names = images.indices.map { "/I\($0) \($0 + 10) 0 R" }.joined()
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<<\(names)>>>>>>", as: 3)
    builder.addStream(images.indices.map { "/I\($0) Do " }.joined(), as: 4)
    for (index, image) in images.enumerated() {
      builder.addStream(image.hexadecimal + ">", dictionary: "/Subtype/Image" + image.entries, as: index + 10)
    }
    return try PDFDocument(data: builder.data())
  }

  /// The pixels of a PNG, read by cairo.
  private func pixels(_ file: ImageFile) throws -> (width: Int, height: Int, colors: [UInt8]) {
    #expect(file.format == .png && file.fileExtension == "png")
    let decoded = try DecodedImage(png: try Appearance.Image(file.data))
    return (decoded.width, decoded.height, decoded.colors)
  }

  private static let fax =
    "/Width 16/Height 16/BitsPerComponent 1/Filter[/ASCIIHexDecode/CCITTFaxDecode]/DecodeParms[null<</K -1/Columns 16/Rows 16/BlackIs1 true>>]"
  /// Squares of four pixels.
  private static let faxData = "26acdbffff36cdbfff26acdbffff36cdbfff001001"

  /// A page whose content nobody can read, and one with an image and a font.
  @Test func aPageThatCannotBeReadDoesNotHideTheOthers() async throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    let resources = "/Resources<</XObject<</I 7 0 R>>/Font<</F 8 0 R>>>>"
    builder.add("<</Type/Page/Parent 2 0 R/Contents 5 0 R\(resources)>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 6 0 R\(resources)>>", as: 4)
    builder.addStream("q", dictionary: "/Filter/NoSuchDecode", as: 5)
    builder.addStream("/I Do BT /F 9 Tf (a) Tj ET", as: 6)
    builder.addStream(
      "x", dictionary: "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", as: 7)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", as: 8)
    let document = try PDFDocument(data: builder.data())
    let pages = document.pageIDs
    let (images, fonts) = (try await document.images(), try await document.fonts())
    #expect(images.count == 1 && images.unreadablePages == [pages[0]])
    #expect(images[0].places.map(\.page) == [pages[1]])
    #expect(fonts.map(\.name) == ["Helvetica"] && fonts.unreadablePages == [pages[0]])
    let second = try await document.images(on: [pages[1]])
    #expect(try await document.images(on: pages[1]).map(\.id) == second.map(\.id))
    #expect(try await document.fonts(on: pages[1]).count == document.fonts(on: [pages[1]]).count)
    #expect(try await document.tables(on: pages[1]) == document.tables(on: [pages[1]]))
    #expect(try await document.notes(on: pages[1]) == document.notes(on: [pages[1]]))
    #expect(try await document.structure(of: pages[1]) == document.structure(of: [pages[1]]))
    #expect(second.count == 1 && second.unreadablePages.isEmpty)
  }

  @Test func aFaxIsDecodedByTheRenderer() async throws {
    let document = try document([
      (Self.fax + "/ColorSpace/DeviceGray", Self.faxData), (Self.fax + "/ImageMask true", Self.faxData),
    ])
    let images = try await document.images()
    #expect(
      images.map(\.filters) == [["ASCIIHexDecode", "CCITTFaxDecode"], ["ASCIIHexDecode", "CCITTFaxDecode"]])
    #expect(images.map(\.isStencil) == [false, true] && images[0].bitsPerComponent == 1)
    for image in images {
      let (width, height, colors) = try pixels(try await document.file(of: image))
      #expect(width == 16 && height == 16 && colors.count == 256 && Set(colors) == [0, 255])
      #expect(colors[0] != colors[4] && colors[0] == colors[3] && colors[0] != colors[4 * 16])
    }
  }

  @Test func otherColorsAreThoseThatAreShown() async throws {
    let document = try document([
      (
        "/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceCMYK/Filter/ASCIIHexDecode",
        "00000000 000000FF"
      ),
      (
        "/Width 1/Height 1/BitsPerComponent 8/ColorSpace[/Separation/X/DeviceRGB<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[1 0 0]/N 1>>]/Filter/ASCIIHexDecode",
        "FF"
      ),
    ])
    let images = try await document.images()
    #expect(
      images.map(\.componentCount) == [4, 1] && images.map(\.colorSpace) == ["DeviceCMYK", "Separation"])
    let ink = try pixels(try await document.file(of: images[0])).colors
    #expect(ink.count == 6 && ink.prefix(3) == [255, 255, 255] && ink.suffix(3).allSatisfy { $0 < 60 })
    #expect(try pixels(try await document.file(of: images[1])).colors == [255, 0, 0])
  }

  @Test func oneThatCannotBeReadLeavesTheOthers() async throws {
    let document = try document([
      ("/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode", "nothing"),
      ("/Width 4/Height 4/Filter/JPXDecode/ColorSpace/DeviceCMYK", "nothing"),
      ("/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode", "80"),
    ])
    let images = try await document.images()
    await #expect(throws: PDFError.self) { try await document.file(of: images[0]) }
    #expect(try pixels(try await document.file(of: images[2])).colors == [128])
  }

  private static func stamped() throws -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", as: 3)
    builder.addStream("BI /W 1 /H 1 /BPC 8 /CS /G ID x EI", as: 4)
    return builder.data()
  }

  @Test func pagesOfOtherFilesHaveTheirImages() async throws {
    let document = try document([
      ("/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode", "80")
    ])
    let other = try PDFDocument(data: Self.stamped())
    try await document.insertPages(of: other, at: 0)
    _ = try document.insertPage(showing: try Appearance.Image(SampleImage.jpeg), at: 2)
    let images = try await document.images()
    #expect(images.map(\.isInline) == [true, false, false])
    #expect(images.map { $0.places.map { document.index(of: $0.page) } } == [[0], [1], [2]])
    #expect(try await document.images(on: [document.pageIDs[1]]).map(\.id) == [images[1].id])
    let files = [try await document.file(of: images[0]), try await document.file(of: images[1])]
    #expect(try files.map { try pixels($0).colors } == [[120], [128]])
    let jpeg = try await document.file(of: images[2])
    #expect(jpeg.format == .jpeg && jpeg.data == SampleImage.jpeg)
    // They are read after the file is another one, too.
    let folder = try TemporaryFolder()
    try await document.save(to: folder.url.appending(path: "saved.pdf"), .rewrite())
    #expect(try pixels(try await document.file(of: images[1])).colors == [128])
  }

  @Test func aPageThatIsNoneIsAnError() async throws {
    let document = try document([])
    await #expect(throws: PDFError.self) { try await document.images(on: [PageID(number: 99)]) }
    await #expect(throws: PDFError.self) { try await document.fonts(on: [PageID(number: 99)]) }
    #expect(try document.imagesAndWait().isEmpty && document.fontsAndWait().isEmpty)
  }

  @Test func fontsStandInTheOrderOfPages() async throws {
    let document = try PDFDocument(
      data: TextDocument([[.init(72, 700, "one")], [.init(72, 700, "two")]]).data)
    let pages = document.pageIDs
    let fonts = try await document.fonts(on: [pages[1], pages[0]])
    #expect(fonts.count == 1 && fonts[0].pages == [pages[1], pages[0]])
  }
}
