import Foundation
import PostilModel
import PostilTestSupport
import Testing

@Suite struct AppearanceImageTests {
  @Test func headsOfFilesAreRead() throws {
    let png = try Appearance.Image(SampleImage.png(width: 3, height: 2) { _, _ in [1, 2, 3, 4] })
    #expect(png.format == .png && png.width == 3 && png.height == 2)
    let jpeg = try Appearance.Image(SampleImage.jpeg)
    #expect(jpeg.format == .jpeg && jpeg.width == 16 && jpeg.height == 8)
  }

  @Test(arguments: 1...8) func anOrientationTurnsTheSize(orientation: Int) throws {
    let image = try Appearance.Image(SampleImage.jpeg(orientation: UInt8(orientation)))
    #expect(image.layout.orientation == orientation)
    #expect((image.width, image.height) == (orientation > 4 ? (8, 16) : (16, 8)))
    // Onto the unit square.
    let m = image.layout.uprightMatrix
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map { u, v in
      PagePoint(x: m[0] * u + m[2] * v + m[4], y: m[1] * u + m[3] * v + m[5])
    }
    #expect(PageRect.bounding(corners) == PageRect(x: 0, y: 0, width: 1, height: 1))
  }

  /// They would take gigabytes.
  @Test(arguments: [(100_000, 100_000), (65_535, 65_535), (8_001, 8_000), (0, 5), (1 << 31, 1)])
  func imageBombsAreRefused(width: Int, height: Int) {
    let error = #expect(throws: PDFError.self) {
      try Appearance.Image(SampleImage.png(width: width, height: height))
    }
    #expect(error?.code == .invalidArgument && error?.message.contains("\(width) × \(height)") == true)
  }

  @Test(arguments: [
    Data(), Data("GIF89a".utf8), Data([0xFF, 0xD8, 0xFF]), Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 1]),
    SampleImage.jpeg.prefix(30), SampleImage.png(width: 1, height: 1).prefix(20), Data("%PDF-1.7".utf8),
    Data([0xFF, 0xD8, 0xFF, 0xC0, 0xFF, 0xFF, 8]),
    Data([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 9_999)),
  ]) func whatIsNoImageIsRefused(data: Data) {
    let error = #expect(throws: PDFError.self) { try Appearance.Image(data) }
    #expect(error?.code == .invalidArgument)
  }

  /// Twelve bits, and arithmetic coding: no reader of PDF has to know them.
  @Test func framesThatReadersDoNotKnowAreRefused() throws {
    var place = 2
    while SampleImage.jpeg[place + 1] != 0xC0 {
      place += 2 + Int(SampleImage.jpeg[place + 2]) << 8 + Int(SampleImage.jpeg[place + 3])
    }
    for (offset, value) in [(1, 0xC9), (1, 0xC3), (4, 12)] as [(Int, UInt8)] {
      var other = SampleImage.jpeg
      other[place + offset] = value
      #expect(throws: PDFError.self) { try Appearance.Image(other) }
    }
  }

  /// Each byte changed, each length cut: an image or an error.
  @Test func damagedFilesAreImagesOrErrors() {
    let whole = SampleImage.jpeg(orientation: 6)
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0xFF
      _ = try? Appearance.Image(damaged)
      _ = try? Appearance.Image(whole.prefix(index))
    }
  }
}
