import CPostilCairo
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilRender

/// The bounds of an annotation hold all that is painted: they clip it on screen and in the file.
@Suite struct AnnotationBoundsTests {
  private static let page = PageTransform(
    cropBox: PageRect(x: -100, y: -100, width: 240, height: 240), scale: 3)

  private func painted(_ appearance: Appearance) throws -> [UInt8] {
    let buffer = try PixelBuffer(ImageSize(width: 720, height: 720, scale: 1))
    buffer.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    let surface = try #require(buffer.makeSurface())
    defer { cairo_surface_destroy(surface) }
    let context = try #require(cairo_create(surface))
    defer { cairo_destroy(context) }
    OverlayPainter(transform: Self.page).paint(appearance, into: context)
    cairo_surface_flush(surface)
    return Array(buffer.bytes)
  }

  /// With a tip that is mitred, which is what kinds forget.
  private static let contents =
    AnnotationSamples.painted + [
      .polygon([PagePoint(x: 0, y: 0), PagePoint(x: 50, y: 12), PagePoint(x: 0, y: 24)]),
      .polyline([PagePoint(x: 0, y: 0), PagePoint(x: 50, y: 12), PagePoint(x: 0, y: 24)], end: .openArrow),
    ]

  @Test(arguments: contents, [0.5, 3, 14])
  func nothingIsCutOff(content: AnnotationContent, width: Double) throws {
    let style = AnnotationStyle(color: .red, fill: .yellow, lineWidth: width)
    var appearance = content.value.appearance(style)
    let clipped = try painted(appearance)
    appearance.box = PageRect(x: -1000, y: -1000, width: 3000, height: 3000)
    let whole = try painted(appearance)
    #expect(whole.contains { $0 != 0 })
    // At an edge of the clip a pixel that is partly covered may differ by a row of samples.
    let different = zip(clipped, whole).count { abs(Int($0) - Int($1)) > 17 }
    #expect(different == 0)
  }
}
