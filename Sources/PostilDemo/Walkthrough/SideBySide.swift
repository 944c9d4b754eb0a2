import CPostilCairo
import Foundation
import Postil

/// One picture of a page before and after.
enum SideBySide {
  private static let gap = 24.0

  /// Writes the picture as PNG and returns its place.
  static func write(before: [Picture], after: [Picture], of page: PageID, to url: URL) throws -> URL {
    let images = (before + after).filter { $0.page == page }.map(\.image)
    let width = images.reduce(gap) { $0 + Double($1.width) + gap }
    let height = 2 * gap + Double(images.map(\.height).max() ?? 0)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    cairo_set_source_rgb(context, 0.87, 0.87, 0.86)
    cairo_paint(context)
    var left = gap
    for image in images {
      paint(image, at: left, in: context)
      left += Double(image.width) + gap
    }
    guard cairo_surface_write_to_png(surface, url.path) == CAIRO_STATUS_SUCCESS else {
      throw PDFError(.cannotWrite, "The picture cannot be written: check the folder.", url: url)
    }
    return url
  }

  private static func paint(_ image: PageImage, at left: Double, in context: OpaquePointer?) {
    image.withPixels { pixels in
      // Only read from: cairo has no other way to take pixels.
      let start = UnsafeMutablePointer(mutating: pixels.bindMemory(to: UInt8.self).baseAddress)
      let source = cairo_image_surface_create_for_data(
        start, CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height), Int32(image.bytesPerRow))
      defer { cairo_surface_destroy(source) }
      cairo_set_source_surface(context, source, left, gap)
      cairo_paint(context)
      // The context keeps its source: give it another before the pixels are gone.
      cairo_set_source_rgb(context, 0, 0, 0)
    }
  }
}
