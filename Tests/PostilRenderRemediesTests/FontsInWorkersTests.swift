import Foundation
import PostilRender
import PostilTestSupport
import PostilRenderProtocol
import Testing

/// Fonts that are not in the document, in workers that may open few files.
struct FontsInWorkersTests {
  /// A line in each of the standard fonts, in fonts that have to be replaced, and in one whose characters a table of poppler's
  /// says.
  private static let document: Data = {
    var pdf = PDFBuilder()
    let (catalog, pages, page) = (pdf.reserve(), pdf.reserve(), pdf.reserve())
    let names = [
      "Helvetica", "Times-Roman", "Courier-Bold", "Symbol", "ZapfDingbats", "Arial,Italic", "Nowhere-Sans",
    ]
    var fonts = ""
    var content = "BT 20 TL 10 190 Td\n"
    for (index, name) in names.enumerated() {
      fonts += "/F\(index) <</Type/Font/Subtype/\(index < 5 ? "Type1" : "TrueType")/BaseFont/\(name)>>"
      content += "/F\(index) 14 Tf (Handgloves \(index)) Tj T*\n"
    }
    fonts += """
      /CJK <</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UCS2-H/DescendantFonts[<</Type/Font\
      /Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>\
      /FontDescriptor<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4/ItalicAngle 0/Ascent 700/Descent -200\
      /CapHeight 700/StemV 80/FontBBox[0 0 1000 1000]>>>>]>>
      """
    content += "/CJK 14 Tf <65E5672C0041> Tj ET"
    let stream = pdf.addStream(content)
    pdf.add("<</Type/Catalog/Pages \(pages) 0 R>>", as: catalog)
    pdf.add("<</Type/Pages/Kids[\(page) 0 R]/Count 1>>", as: pages)
    pdf.add(
      """
      <</Type/Page/Parent \(pages) 0 R/MediaBox[0 0 200 200]/Contents \(stream) 0 R/Resources<</Font<<\(fonts)>>>>>>
      """, as: page)
    return pdf.data()
  }()

  @Test func theyAreThoseOfAProcessThatMayOpenAll() throws {
    let expected = try DrawingTool.draw(Self.document, remedies: "all").1
    #expect(!expected.isBlank)
    let backend = ProcessBackend(RenderSource(Self.document), password: nil)
    let worker = try backend.makeWorker(
      renderings: RenderingCacheLimit(byteCount: 1 << 20, count: 1), deadline: .seconds(3_600))
    let area = try PageArea(wholePage: PageRenderKey(index: 0), width: 200, height: 200, scale: 2)
    let image = try worker.carryOut(
      .page(area), pool: PixelBufferPool(byteLimit: 0), deadline: .seconds(3_600)
    ).image()
    var colours: [UInt8] = []
    image.withPixels { pixels in
      // Blue comes first in memory.
      for pixel in stride(from: 0, to: pixels.count, by: 4) {
        colours += [pixels[pixel + 2], pixels[pixel + 1], pixels[pixel]]
      }
    }
    let drawn = Picture(width: image.width, height: image.height, colours: colours)
    #expect(drawn.difference(from: expected).largest == 0)
    withExtendedLifetime(worker) {}
  }
}
