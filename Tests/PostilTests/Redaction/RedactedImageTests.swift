import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

extension RedactedDrawingTests {
  private static let upperLeft = PageRect(x: 20, y: 100, width: 80, height: 80)
  private static let image = "q 160 0 0 160 20 20 cm /I Do Q"
  private static let entries = "/Type/XObject/Subtype/Image/BitsPerComponent 8"

  /// A scan in layers: its ink is one pixel, its letters are in a mask.
  @Test func aLayerOfAScanIsBlankedInItsMask() async throws {
    let data = page("0.5 1 0.5 rg 0 0 200 200 re f " + Self.image, "/XObject<</I 5 0 R>>") {
      $0.addStream(
        "20>",
        dictionary:
          "\(Self.entries)/Width 1/Height 1/ColorSpace/DeviceGray/SMask 6 0 R/Filter/ASCIIHexDecode", as: 5
      )
      $0.addStream(
        String(repeating: "00ff", count: 200) + ">",
        dictionary: "\(Self.entries)/Width 20/Height 20/ColorSpace/DeviceGray/Filter/ASCIIHexDecode", as: 6)
    }
    let result = try await redact(data, Self.upperLeft)
    #expect(result.report.images == 1)
    #expect(try await difference(data, result, Self.upperLeft, insideIs: nil) <= 1)
    let picture = try await PageRenderer(result.document).image(of: result.document.pageIDs[0], scale: 1)
    picture.withPixels { pixels in
      // In the area nothing of the image is painted over the green any more.
      let place = 60 * picture.bytesPerRow + 60 * 4
      #expect(pixels[place] == pixels[place + 2] && pixels[place + 1] > 200)
    }
  }

  /// A file is looked at once more, pictures too: in an area nothing of them may be left.
  @Test func theCheckFindsPartsOfPicturesInAreas() async throws {
    let data = page(Self.image, "/XObject<</I 5 0 R>>") {
      $0.addStream(
        String(repeating: "10", count: 400) + ">",
        dictionary: "\(Self.entries)/Width 20/Height 20/ColorSpace/DeviceGray/Filter/ASCIIHexDecode", as: 5)
    }
    var plan = RedactionPlan()
    plan.areas[0] = [.init([PageQuad(Self.upperLeft)], isOfText: false, fill: nil, overlayText: nil)]
    #expect { try RedactionCheck.check(data, plan, pageCount: 1) } throws: {
      ($0 as? PDFError)?.code == .redactionIncomplete
    }
    guard case .redacted(let file) = try DocumentRedactor(data, plan).redact() else {
      throw CancellationError()
    }
    try file.check()
  }

  /// What a filter is told is part of the picture.
  @Test func equalDataWithOtherParametersAreOtherImages() async throws {
    func image(_ isInverted: Bool) -> String {
      "/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent 1/ColorSpace/DeviceGray"
        + "/Filter[/ASCIIHexDecode/CCITTFaxDecode]/DecodeParms[null<</K -1/Columns 16/Rows 16/BlackIs1 \(isInverted)>>]"
    }
    // All rows are white, and black where the bits mean the opposite.
    let content = "q 80 0 0 80 10 10 cm /I Do Q q 80 0 0 80 110 10 cm /J Do Q"
    let data = page(content, "/XObject<</I 5 0 R/J 6 0 R>>") {
      $0.addStream("FFFF001001>", dictionary: image(false), as: 5)
      $0.addStream("FFFF001001>", dictionary: image(true), as: 6)
    }
    let document = try PDFDocument(data: data)
    let areas = [
      PageRect(x: 20, y: 20, width: 20, height: 20), PageRect(x: 120, y: 20, width: 20, height: 20),
    ]
    let file = folder.url.appending(path: "parameters.pdf")
    let page = document.pageIDs[0]
    _ = try await document.redact(Redaction(areas.map { .init($0, on: page) }), to: file)
    let saved = try PDFDocument.openAndWait(file)
    let before = Pixels(try await PageRenderer(document, options: .forTests).image(of: page, scale: 1))
    let after = Pixels(
      try await PageRenderer(saved, options: .forTests).image(of: saved.pageIDs[0], scale: 1))
    #expect(before[70, 130] != before[170, 130])
    for x in [70, 170] { #expect(before[x, 130] == after[x, 130], "\(x)") }
  }

  @Test func aMaskOfOnePixelStaysAndTheImageIsBlanked() async throws {
    let data = page(Self.image, "/XObject<</I 5 0 R>>") {
      $0.addStream(
        String(repeating: "10", count: 400) + ">",
        dictionary:
          "\(Self.entries)/Width 20/Height 20/ColorSpace/DeviceGray/SMask 6 0 R/Filter/ASCIIHexDecode", as: 5)
      $0.addStream(
        "80>", dictionary: "\(Self.entries)/Width 1/Height 1/ColorSpace/DeviceGray/Filter/ASCIIHexDecode",
        as: 6)
    }
    let result = try await redact(data, Self.upperLeft)
    #expect(try await difference(data, result, Self.upperLeft) <= 1)
  }

  /// The mask of an image says 1 for what is opaque, unless its decoding is inverted.
  @Test func anInvertedMaskIsBlankedToo() async throws {
    let data = page(Self.image, "/XObject<</I 5 0 R>>") {
      $0.addStream(
        String(repeating: "10", count: 16) + ">",
        dictionary:
          "\(Self.entries)/Width 4/Height 4/ColorSpace/DeviceGray/SMask 6 0 R/Filter/ASCIIHexDecode", as: 5)
      $0.addStream(
        String(repeating: "00", count: 400) + ">",
        dictionary:
          "\(Self.entries)/Width 20/Height 20/Decode[1 0]/ColorSpace/DeviceGray/Filter/ASCIIHexDecode", as: 6)
    }
    let result = try await redact(data, Self.upperLeft)
    #expect(try await difference(data, result, Self.upperLeft) <= 1)
  }

  /// One pixel for all of a page, as programs fill it.
  @Test func aLargePixelIsDivided() async throws {
    let data = page("q 200 0 0 200 0 0 cm /I Do Q", "/XObject<</I 5 0 R>>") {
      $0.addStream(
        "40c0ff>", dictionary: "\(Self.entries)/Width 1/Height 1/ColorSpace/DeviceRGB/Filter/ASCIIHexDecode",
        as: 5)
    }
    let result = try await redact(data, Self.upperLeft)
    #expect(try await difference(data, result, Self.upperLeft) <= 1)
  }

  @Test func anImageOfAFaxKeepsItsColourSpace() async throws {
    let data = page(Self.image, "/XObject<</I 5 0 R>>") {
      $0.addStream(
        "26acdbffff36cdbfff26acdbffff36cdbfff001001>",
        dictionary: "/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent 1"
          + "/ColorSpace[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 1.8>>]/Decode[1 0]"
          + "/Filter[/ASCIIHexDecode/CCITTFaxDecode]/DecodeParms[null<</K -1/Columns 16/Rows 16/BlackIs1 true>>]",
        as: 5)
    }
    let result = try await redact(data, Self.upperLeft)
    #expect(result.has("/CalGray") && !result.has("DeviceRGB") && !result.has("26acdb"))
    // White is 0 here.
    let rows: [[UInt8]] = [[0, 0xF0], [0, 0x0F], [0xF0, 0xF0], [0x0F, 0x0F]]
    #expect(
      try result.document.firstImage() == rows.flatMap { Array(repeating: $0, count: 4).joined() })
    #expect(try await difference(data, result, Self.upperLeft, insideIs: nil) <= 1)
  }

  @Test func anImageInJPEG2000KeepsItsColourSpace() async throws {
    // Squares of four pixels, 40 and 200.
    let code =
      "0000000c6a5020200d0a870a00000014667479706a703220000000006a7032200000002d6a703268000000166968647200000010000000100001"
      + "070700000000000f636f6c7201000000000011000000c56a703263ff4fff51002900000000001000000010000000000000000000000010000000"
      + "1000000000000000000001070101ff52000c00000001000004040001ff5c00044040ff640025000143726561746564206279204f70656e4a5045"
      + "472076657273696f6e20322e352e34ff90000a0000000000530001ff93cfb508115047045f49ec1a83c922fa7d297a481ed062074f54578f8b3d"
      + "710605a3ec49fd29e18168fb127f4a78605a3ec49fd29e18168fb1284bf89c2800000309097fff7fffd9"
    let data = page(Self.image, "/XObject<</I 5 0 R>>") {
      $0.addStream(
        code + ">",
        dictionary: "\(Self.entries)/Width 16/Height 16/ColorSpace[/Separation/Ink/DeviceGray 6 0 R]"
          + "/Filter[/ASCIIHexDecode/JPXDecode]", as: 5)
      $0.add("<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>", as: 6)
    }
    let result = try await redact(data, Self.upperLeft)
    let image = try #require(try result.document.firstImage())
    #expect(result.has("/Separation") && !result.has("JPXDecode"))
    #expect(image.count == 256 && image[0] == 0 && image[7] == 0 && Set(image) == [0, 40, 200])
    #expect(try await difference(data, result, Self.upperLeft) <= 1)
  }

  @Test func filesOfAnImageGoWithPartsOfIt() async throws {
    let data = page(Self.image, "/XObject<</I 5 0 R>>") {
      $0.addStream(
        "10203040>",
        dictionary:
          "\(Self.entries)/Width 2/Height 2/ColorSpace/DeviceGray/AF[6 0 R]/Filter/ASCIIHexDecode", as: 5)
      $0.add("<</Type/Filespec/F(values.csv)/UF(values.csv)/EF<</F 7 0 R>>>>", as: 6)
      $0.addStream("1,2", dictionary: "/Type/EmbeddedFile", as: 7)
    }
    let result = try await redact(data, Self.upperLeft)
    #expect(!result.has("values.csv") && !result.has("/AF") && result.report.attachments == 1)
  }
}
