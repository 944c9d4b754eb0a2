import CPostilCairo
import Foundation

/// Reads a PNG back, so that what was written can be compared.
enum PNGDecoder {
  static func decode(_ png: Data) -> (width: Int, height: Int, pixels: [UInt32])? {
    let reader = Reader(png)
    let surface = cairo_image_surface_create_from_png_stream(
      { closure, bytes, count in
        guard let closure, let bytes else { return CAIRO_STATUS_READ_ERROR }
        return Unmanaged<Reader>.fromOpaque(closure).takeUnretainedValue().read(Int(count), into: bytes)
      }, Unmanaged.passUnretained(reader).toOpaque())
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let bytes = cairo_image_surface_get_data(surface)
    else { return nil }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    // Opaque images come back without alpha: the highest byte is unused.
    let pixels = (0..<width * height).map { index in
      UnsafeRawPointer(bytes).load(
        fromByteOffset: index / width * stride + index % width * 4, as: UInt32.self) | 0xFF00_0000
    }
    return (width, height, pixels)
  }

  private final class Reader {
    private var rest: Data

    init(_ data: Data) { rest = data }

    func read(_ count: Int, into bytes: UnsafeMutablePointer<UInt8>) -> cairo_status_t {
      guard rest.count >= count else { return CAIRO_STATUS_READ_ERROR }
      rest.copyBytes(to: bytes, count: count)
      rest.removeFirst(count)
      return CAIRO_STATUS_SUCCESS
    }
  }
}
