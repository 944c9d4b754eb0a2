import CPostilCairo
import Foundation
package import PostilModel

/// The pixels of an image, taken apart as a file has them.
package struct DecodedImage {
  package let width: Int
  package let height: Int
  /// Red, green and blue of each pixel; a single value if all are grey.
  package let colors: [UInt8]
  package let isGrey: Bool
  /// The opacity of each pixel; empty if all are opaque.
  package let alpha: [UInt8]

  private final class Input {
    let data: Data
    var place: Int

    init(_ data: Data) {
      self.data = data
      place = data.startIndex
    }
  }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if it cannot be read to its end.
  package init(png image: Appearance.Image) throws {
    let input = Input(image.data)
    let surface = cairo_image_surface_create_from_png_stream(
      { closure, bytes, count in
        guard let closure, let bytes else { return CAIRO_STATUS_READ_ERROR }
        let input = Unmanaged<Input>.fromOpaque(closure).takeUnretainedValue()
        guard Int(count) <= input.data.endIndex - input.place else { return CAIRO_STATUS_READ_ERROR }
        input.data.copyBytes(to: bytes, from: input.place..<input.place + Int(count))
        input.place += Int(count)
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(input).toOpaque())
    defer { cairo_surface_destroy(surface) }
    let decoded = withExtendedLifetime(input) { surface.flatMap { Self($0) } }
    guard let decoded else {
      throw PDFError(.invalidArgument, "The PNG image is damaged: save it anew with another program.")
    }
    self = decoded
  }

  /// The pixels of a surface of cairo; `nil` if it failed, or is of another kind.
  init?(_ surface: OpaquePointer) {
    let format = cairo_image_surface_get_format(surface)
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24,
      let pixels = cairo_image_surface_get_data(surface)
    else { return nil }
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    (colors, isGrey, alpha) = Self.takeApart(
      pixels, Int(cairo_image_surface_get_stride(surface)), width: width, format == CAIRO_FORMAT_ARGB32,
      height: height)
  }

  /// Cairo has colours multiplied with opacity, in words of the machine.
  private static func takeApart(
    _ pixels: UnsafeMutablePointer<UInt8>, _ stride: Int, width: Int, _ hasAlpha: Bool, height: Int
  ) -> (colors: [UInt8], isGrey: Bool, alpha: [UInt8]) {
    var colors = [UInt8](repeating: 0, count: width * height * 3)
    var alpha = [UInt8](repeating: 255, count: hasAlpha ? width * height : 0)
    var (isGrey, isOpaque) = (true, true)
    var place = 0
    for y in 0..<height {
      let row = UnsafeRawPointer(pixels + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        let word = row[x]
        var parts = (word >> 16 & 255, word >> 8 & 255, word & 255)
        if hasAlpha {
          let opacity = word >> 24
          alpha[y * width + x] = UInt8(opacity)
          if opacity < 255 {
            isOpaque = false
            func whole(_ part: UInt32) -> UInt32 {
              opacity == 0 ? 0 : min(255, (part * 255 + opacity / 2) / opacity)
            }
            parts = (whole(parts.0), whole(parts.1), whole(parts.2))
          }
        }
        if parts.0 != parts.1 || parts.1 != parts.2 { isGrey = false }
        (colors[place], colors[place + 1], colors[place + 2]) = (
          UInt8(parts.0), UInt8(parts.1), UInt8(parts.2)
        )
        place += 3
      }
    }
    if isGrey { colors = Swift.stride(from: 0, to: colors.count, by: 3).map { colors[$0] } }
    return (colors, isGrey, isOpaque ? [] : alpha)
  }
}
