import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct ImageReaderTests {
  private static let image =
    "/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray"

  /// Two pages with these contents, and an image, the object 10.
  private func images(
    _ contents: [String], resources: String = "", page: String = "", catalog: String = "",
    placement: ContentPlacement? = nil, _ more: (inout PDFBuilder) -> Void = { _ in }
  ) throws -> [DocumentImage] {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R\(catalog)>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    for (index, content) in contents.enumerated() {
      builder.add(
        "<</Type/Page/Parent 2 0 R/Contents \(index + 5) 0 R/Resources<</XObject<</I 10 0 R/F 11 0 R>>\(resources)>>\(page)>>",
        as: index + 3)
      builder.addStream(content, as: index + 5)
    }
    builder.addStream(bytes: [0, 255], dictionary: Self.image, as: 10)
    more(&builder)
    let reader = try ImageReader(OpenedFile(data: builder.data(), password: nil), .opened(0))
    for index in contents.indices {
      try reader.addImages(ofPage: index, as: PageID(number: index + 1), placement: placement) {}
    }
    return reader.images
  }

  private func form(_ content: String, _ entries: String = "") -> (inout PDFBuilder) -> Void {
    {
      $0.addStream(
        content,
        dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</XObject<</I 10 0 R>>>>"
          + entries,
        as: 11)
    }
  }

  @Test func anImageComesOnceWithItsPlaces() throws {
    let found = try images(["q 144 0 0 36 10 20 cm /I Do Q q 0 72 -36 0 100 50 cm /I Do Q", "/I Do"])
    let image = try #require(found.first)
    #expect(found.count == 1 && image.objectNumber == 10 && !image.isInline)
    #expect(image.places.map(\.page.number) == [1, 1, 2])
    #expect(image.places[0].bounds == PageRect(x: 10, y: 20, width: 144, height: 36))
    #expect(image.places[0].horizontalResolution == 1 && image.places[0].verticalResolution == 2)
    // Turned to the left: its first row leads upwards, on the left.
    let quad = image.places[1].quad
    #expect(quad.upperLeft == PagePoint(x: 64, y: 50) && quad.upperRight == PagePoint(x: 64, y: 122))
    #expect(quad.lowerLeft == PagePoint(x: 100, y: 50))
    #expect(image.places[1].horizontalResolution == 2)
    #expect(image.width == 2 && image.height == 1 && image.bitsPerComponent == 8 && image.byteCount == 2)
    #expect(image.colorSpace == "DeviceGray" && image.componentCount == 1 && image.filters.isEmpty)
  }

  @Test func formsPatternsMasksAndAnnotationsAreRead() throws {
    let form = try images(["2 0 0 2 10 10 cm /F Do"], form("q 30 0 0 30 0 0 cm /I Do Q"))
    #expect(form.first?.places.first?.bounds == PageRect(x: 10, y: 10, width: 60, height: 60))
    let pattern = try images(["/Pattern cs /P scn 0 0 9 9 re f /P scn"], resources: "/Pattern<</P 12 0 R>>") {
      $0.addStream(
        "5 0 0 5 0 0 cm /I Do",
        dictionary:
          "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Matrix[2 0 0 2 0 0]/Resources<</XObject<</I 10 0 R>>>>",
        as: 12)
    }
    #expect(pattern.first?.places.map(\.bounds) == [PageRect(x: 0, y: 0, width: 10, height: 10)])
    let mask = try images(
      ["/G gs 0 0 9 9 re f"], resources: "/ExtGState<</G<</SMask<</S/Alpha/G 11 0 R>>>>>>",
      self.form("/I Do"))
    #expect(mask.count == 1)
    let stamp = try images(["", ""], page: "/Annots[12 0 R]") {
      self.form("100 0 0 100 0 0 cm /I Do")(&$0)
      $0.add("<</Type/Annot/Subtype/Stamp/Rect[20 20 70 70]/AP<</N 11 0 R>>>>", as: 12)
    }
    #expect(
      stamp.first?.places.map(\.bounds) == [0, 1].map { _ in PageRect(x: 20, y: 20, width: 50, height: 50) })
  }

  @Test func whatIsOnlyListedOrHiddenIsLeftOut() throws {
    let layers = "/OCProperties<</OCGs[20 0 R]/D<</OFF[20 0 R]>>>>"
    func layer(_ builder: inout PDFBuilder) { builder.add("<</Type/OCG/Name(x)>>", as: 20) }
    #expect(try images(["", "0 0 9 9 re f"]).isEmpty)
    let marked = try images(
      ["/OC /L BDC /I Do EMC", ""], resources: "/Properties<</L 20 0 R>>", catalog: layers, layer)
    #expect(marked.isEmpty)
    let form = try images(["/F Do", ""], catalog: layers) {
      layer(&$0)
      self.form("/I Do", "/OC 20 0 R")(&$0)
    }
    #expect(form.isEmpty)
    // What comes after the layer is shown.
    let after = try images(
      ["/OC /L BDC /I Do EMC /I Do", ""], resources: "/Properties<</L 20 0 R>>", catalog: layers, layer)
    #expect(after.first?.places.count == 1)
  }

  @Test func inlineImagesAreOnesOfTheStreamTheyStandIn() throws {
    let inline = "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI"
    let form = try images(["/F Do", "/F Do"], form(inline))
    #expect(form.count == 1 && form[0].isInline && form[0].places.map(\.page.number) == [1, 2])
    #expect(form[0].colorSpace == "DeviceGray" && form[0].byteCount == 1)
    let pages = try images([inline, inline + "\n" + inline])
    #expect(pages.map(\.places.count) == [1, 1, 1] && Set(pages.map(\.id)).count == 3)
  }

  @Test func placedContentHasItsPlaces() throws {
    let placement = ContentPlacement(
      scale: 0.5, dx: 10, dy: 0, clip: PageRect(x: 0, y: 0, width: 200, height: 200))
    let found = try images(["100 0 0 100 0 0 cm /I Do"], placement: placement)
    #expect(found.first?.places.first?.bounds == PageRect(x: 10, y: 0, width: 50, height: 50))
  }

  @Test func damageLeavesWhatStandsBefore() throws {
    let found = try images(["/I Do /F Do", "/I Do"]) {
      $0.addStream("xx", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Filter/Nothing", as: 11)
    }
    #expect(found.first?.places.count == 2)
  }

  @Test(arguments: [
    "/Width -1", "/Width 9999999999999", "/Width null", "/Width 9e9", "/Width 0.2/Filter[/X 3]",
  ])
  func oddNumbersAreNoSizes(_ size: String) throws {
    let found = try images(["900000000 0 0 900000000 0 0 cm /I Do"]) {
      $0.addStream("x", dictionary: "/Subtype/Image\(size)/Height 0.2/BitsPerComponent 77", as: 10)
    }
    #expect(found.map(\.width) == [0] && found.map(\.height) == [0] && found.map(\.places) == [[]])
  }
}
