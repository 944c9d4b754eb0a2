import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct ImageDecodingTests {
  /// What becomes of an image, the object 10, with other objects from 11 on.
  private func outcome(
    _ dictionary: String, _ bytes: [UInt8], others: [(String, [UInt8])] = []
  ) throws -> ImageDecoding.Outcome {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 10 0 R>>>>>>", as: 3)
    builder.addStream("/I Do", as: 4)
    builder.addStream(bytes: bytes, dictionary: "/Subtype/Image" + dictionary, as: 10)
    for (index, other) in others.enumerated() {
      builder.addStream(bytes: other.1, dictionary: other.0, as: index + 11)
    }
    let reader = try ImageReader(OpenedFile(data: builder.data(), password: nil), .opened(0))
    try reader.addImages(ofPage: 0, as: PageID(number: 1), placement: nil) {}
    return try reader.outcome(of: try #require(reader.images.first), [:]) {}
  }

  private func pixels(
    _ dictionary: String, _ bytes: [UInt8], others: [(String, [UInt8])] = []
  ) throws -> ImagePixels {
    guard case .pixels(let pixels) = try outcome(dictionary, bytes, others: others) else {
      throw PDFError(.other, "no pixels")
    }
    return pixels
  }

  private func file(_ dictionary: String, _ bytes: [UInt8], others: [(String, [UInt8])] = []) throws
    -> ImageFile?
  {
    if case .file(let file) = try outcome(dictionary, bytes, others: others) { file } else { nil }
  }

  private func size(_ width: Int, _ height: Int, _ bits: Int, _ space: String) -> String {
    "/Width \(width)/Height \(height)/BitsPerComponent \(bits)/ColorSpace \(space)"
  }

  // MARK: - Colors

  @Test func grayIsKeptAsItIs() throws {
    for (bits, bytes) in [
      (1, [0x80, 0x40]), (2, [0xB0, 0x10]), (4, [0x12, 0x34]), (16, [1, 2, 3, 4, 5, 6, 7, 8]),
    ] as [(Int, [UInt8])] {
      let found = try pixels(size(2, 2, bits, "/DeviceGray"), bytes)
      #expect(found.depth == bits && found.rows == bytes && found.colors == .gray)
    }
  }

  @Test func invertedValuesAreTurnedRound() throws {
    #expect(try pixels(size(2, 1, 8, "/DeviceGray") + "/Decode[1 0]", [0, 200]).rows == [255, 55])
    // Half of the range, from the light end down.
    #expect(try pixels(size(2, 1, 8, "/DeviceGray") + "/Decode[1 .5]", [0, 255]).rows == [255, 128])
    #expect(try pixels(size(1, 1, 8, "/DeviceRGB") + "/Decode[0 1 1 0 0 1]", [1, 2, 3]).rows == [1, 253, 3])
    // The usual ends are none at all: 16 bits stay.
    #expect(try pixels(size(1, 1, 16, "/DeviceGray") + "/Decode[0 1]", [1, 2]).depth == 16)
    let nonsense = try pixels(size(2, 1, 8, "/DeviceGray") + "/Decode[1e300 0]", [0, 200])
    #expect(nonsense.rows == [0, 200])
  }

  @Test func colorsOfFewBitsAreSpread() throws {
    let found = try pixels(size(2, 1, 4, "/DeviceRGB"), [0x0F, 0x81, 0x23])
    #expect(found.rows == [0, 255, 136, 17, 34, 51] && found.depth == 8 && found.colors == .rgb)
  }

  @Test func indexedColorsAreAPalette() throws {
    let found = try pixels(size(3, 1, 2, "[/Indexed/DeviceRGB 1<010203 AABBCC>]"), [0b0001_1000])
    #expect(found.colors == .palette([1, 2, 3, 170, 187, 204, 170, 187, 204, 170, 187, 204]))
    #expect(found.rows == [0b0001_1000] && found.depth == 2)
    let turned = try pixels(size(2, 1, 1, "[/Indexed/DeviceGray 1<10 F0>]") + "/Decode[1 0]", [0x40])
    #expect(turned.colors == .palette([240, 240, 240, 16, 16, 16]))
    // A table that is too short, and one that is none.
    #expect(
      try pixels(size(2, 1, 1, "[/Indexed/DeviceRGB 1<01>]"), [0x40]).colors == .palette([1, 0, 0, 0, 0, 0]))
    #expect(throws: PDFError.self) { try pixels(size(2, 1, 16, "[/Indexed/DeviceRGB 1<01>]"), [0, 0, 0, 0]) }
  }

  @Test func profilesComeAlong() throws {
    let wide = try pixels(
      size(1, 1, 8, "[/ICCBased 11 0 R]"), [1, 2, 3], others: [("/N 3", ICCProfile.wide)])
    #expect(wide.profile == ICCProfile.wide && wide.rows == [1, 2, 3])
    let plain = try pixels(
      size(1, 1, 8, "[/ICCBased 11 0 R]"), [1, 2, 3], others: [("/N 3", ICCProfile.sRGB)])
    #expect(plain.profile.isEmpty)
    // One of other colors than it is said to be.
    let wrong = try pixels(size(1, 1, 8, "[/ICCBased 11 0 R]"), [1], others: [("/N 1", ICCProfile.wide)])
    #expect(wrong.profile.isEmpty && wrong.colors == .gray)
  }

  @Test func stencilsAreBlackWhereTheyArePainted() throws {
    let stencil = "/Width 8/Height 1/ImageMask true"
    #expect(try pixels(stencil, [0b0101_1111]).rows == [0b0101_1111])
    let turned = try pixels(stencil + "/Decode[1 0]", [0b0101_1111])
    #expect(turned.rows == [0b1010_0000] && turned.depth == 1 && turned.colors == .gray)
  }

  // MARK: - Transparency

  @Test func softMasksBecomeAlpha() throws {
    let mask = size(2, 1, 8, "/DeviceGray")
    let found = try pixels(
      size(2, 1, 8, "/DeviceGray") + "/SMask 11 0 R", [1, 2], others: [(mask, [0, 128])])
    #expect(found.colors == .grayAndAlpha && found.rows == [1, 0, 2, 128])
    // A mask that is finer than the image.
    let fine = try pixels(
      size(1, 1, 8, "[/Indexed/DeviceRGB 0<0A0B0C>]") + "/SMask 11 0 R", [0],
      others: [(mask + "/Decode[1 0]", [0, 128])])
    #expect(fine.width == 2 && fine.rows == [10, 11, 12, 255, 10, 11, 12, 127])
    // Colors that were mixed with white.
    let mixed = try pixels(
      size(2, 1, 8, "/DeviceGray") + "/SMask 11 0 R", [255, 200], others: [(mask + "/Matte[1]", [0, 128])])
    #expect(mixed.rows == [255, 0, 145, 128])
  }

  @Test func stencilMasksHideWhereTheyAreOne() throws {
    let found = try pixels(
      size(2, 1, 8, "/DeviceGray") + "/Mask 11 0 R", [1, 2],
      others: [("/Subtype/Image/ImageMask true/Width 2/Height 1", [0x40])])
    #expect(found.rows == [1, 255, 2, 0])
  }

  @Test func colorsCanBeTransparent() throws {
    let gray = try pixels(size(3, 1, 4, "/DeviceGray") + "/Mask[3 5]", [0x24, 0x60])
    #expect(gray.rows == [34, 255, 68, 0, 102, 255])
    let rgb = try pixels(size(2, 1, 8, "/DeviceRGB") + "/Mask[1 1 2 2 3 3]", [1, 2, 3, 1, 2, 4])
    #expect(rgb.rows == [1, 2, 3, 0, 1, 2, 4, 255])
    #expect(throws: PDFError.self) {
      try pixels(size(2, 1, 8, "/DeviceRGB") + "/Mask[1]", [1, 2, 3, 1, 2, 4])
    }
  }

  // MARK: - Data as they are

  private let jpeg = [UInt8](SampleImage.jpeg)
  private let jpegSize = "/Width 16/Height 8/BitsPerComponent 8/Filter/DCTDecode/ColorSpace"

  @Test func jpegStaysAsItIsWhereAFileShowsTheSame() throws {
    let plain = try file(jpegSize + "/DeviceRGB", jpeg)
    #expect(plain?.data == SampleImage.jpeg && plain?.fileExtension == "jpg")
    for entries in [
      "/DeviceRGB/Decode[1 0 1 0 1 0]", "/DeviceRGB/Mask[0 1 0 1 0 1]", "/DeviceRGB/SMask 11 0 R", "/Lab",
      "/DeviceGray",
      "/DeviceRGB/DecodeParms<</ColorTransform 0>>",
    ] {
      let mask = size(1, 1, 8, "/DeviceGray")
      #expect(try file(jpegSize + entries, jpeg, others: [(mask, [9])]) == nil, "\(entries)")
    }
  }

  @Test func otherFiltersAreUndoneAroundJPEG() throws {
    let digits = jpeg.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
    let found = try file(
      "/Width 16/Height 8/BitsPerComponent 8/Filter[/ASCIIHexDecode/DCTDecode]/ColorSpace/DeviceRGB",
      Array(digits.utf8) + [UInt8(ascii: ">")])
    #expect(found?.data == SampleImage.jpeg)
  }

  @Test func jpegIsDecodedForItsMask() throws {
    let found = try pixels(
      jpegSize + "/DeviceRGB/SMask 11 0 R", jpeg, others: [(size(1, 1, 8, "/DeviceGray"), [9])])
    #expect(found.width == 16 && found.height == 8 && found.colors == .rgbAndAlpha)
    #expect(found.rows[0] > 200 && found.rows[2] < 60 && found.rows[3] == 9)
  }

  @Test func jpeg2000StaysAsItIs() throws {
    let entries = "/Width 4/Height 4/Filter/JPXDecode"
    let stream: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 1, 2, 3]
    #expect(try file(entries, stream)?.fileExtension == "j2k")
    #expect(
      try file(entries + "/SMaskInData 1", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20])?.fileExtension == "jp2")
    // What is none goes to the renderer, and says so.
    #expect(try file(entries, [1, 2, 3]) == nil)
    #expect(try file(entries + "/ColorSpace[/Indexed/DeviceRGB 0<000000>]", stream) == nil)
  }

  // MARK: - What a renderer paints

  @Test(arguments: [
    ("/ColorSpace/DeviceCMYK", 4), ("/ColorSpace/DeviceGray/Filter/CCITTFaxDecode", 1),
    ("/ColorSpace/Lab", 3),
    ("/ColorSpace[/Separation/X/DeviceRGB 12 0 R]", 1), ("/ImageMask true/Filter/JBIG2Decode", 1),
  ])
  func theRendererIsAsked(_ entries: String, _ parts: Int) throws {
    let outcome = try outcome(
      "/Width 1/Height 1/BitsPerComponent 8\(entries)", [UInt8](repeating: 7, count: parts))
    guard case .needs(let images) = outcome else {
      Issue.record("not asked for")
      return
    }
    #expect(images.count == 1 && images[0].width == 1)
  }

  @Test func whatARendererPaintedIsTaken() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 10 0 R>>>>>>", as: 3)
    builder.addStream("/I Do", as: 4)
    builder.addStream(
      bytes: [1, 2, 3, 4, 5, 6, 7, 8],
      dictionary: "/Subtype/Image" + size(2, 1, 8, "/DeviceCMYK") + "/Mask[5 5 6 6 7 7 8 8]",
      as: 10)
    let reader = try ImageReader(OpenedFile(data: builder.data(), password: nil), .opened(0))
    try reader.addImages(ofPage: 0, as: PageID(number: 1), placement: nil) {}
    let image = try #require(reader.images.first)
    guard case .needs(let images) = try reader.outcome(of: image, [:], check: {}) else {
      Issue.record("not asked for")
      return
    }
    // Blue, green, red.
    let picture: [UInt8] = [30, 20, 10, 0, 60, 50, 40, 0]
    let painted = picture.withUnsafeBytes { PaintedImage(width: 2, height: 1, $0, bytesPerRow: 8) }
    guard case .pixels(let pixels) = try reader.outcome(of: image, [images[0].key: painted], check: {}) else {
      Issue.record("no pixels")
      return
    }
    #expect(pixels.rows == [10, 20, 30, 255, 40, 50, 60, 0])
  }

  // MARK: - Damage

  @Test(arguments: [
    "/Width 0/Height 4", "/Width 4/Height 1000000000000",
    "/Width 1048576/Height 1048576/ColorSpace/DeviceRGB",
    "/Width 40/Height 40/ColorSpace/DeviceGray", "/Width 4/Height 4/Filter/Nothing/ColorSpace/DeviceGray",
    "/Width 4/Height 4/Filter/FlateDecode/ColorSpace/DeviceGray",
    "/Width 4/Height 4/ColorSpace/DeviceGray/SMask 10 0 R/Mask 3",
  ])
  func damageIsAnError(_ entries: String) throws {
    let error = #expect(throws: PDFError.self) { try outcome(entries, [1, 2, 3]) }
    #expect(error?.code == .damaged || error?.code == .unsupported)
  }

  @Test func workCanBeStopped() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 10 0 R>>>>>>", as: 3)
    builder.addStream("/I Do", as: 4)
    builder.addStream(bytes: [1], dictionary: "/Subtype/Image" + size(1, 1, 8, "/DeviceGray"), as: 10)
    let reader = try ImageReader(OpenedFile(data: builder.data(), password: nil), .opened(0))
    try reader.addImages(ofPage: 0, as: PageID(number: 1), placement: nil) {}
    let image = try #require(reader.images.first)
    #expect(throws: CancellationError.self) {
      try reader.outcome(of: image, [:]) { throw CancellationError() }
    }
  }
}
