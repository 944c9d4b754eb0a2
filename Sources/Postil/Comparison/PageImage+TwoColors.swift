import PostilModel
import PostilRender

extension PageImage {
  /// Two pictures over each other: what is dark in both is dark, what is dark in the first alone is red, in the second alone green.
  /// As large as the larger one each way; beyond its edge a picture is white.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  static func inTwoColors(_ old: PageImage, _ new: PageImage) throws -> PageImage {
    let canvas = try PixelBuffer(
      ImageSize(pixelWidth: max(old.width, new.width), height: max(old.height, new.height)))
    let rowBytes = canvas.size.bytesPerRow
    old.withPixels { a in
      new.withPixels { b in
        for y in 0..<canvas.size.height {
          for x in 0..<canvas.size.width {
            let (before, after) = (luminance(a, old, x, y), luminance(b, new, x, y))
            let pixel = 0xFF00_0000 | after << 16 | before << 8 | min(before, after)
            canvas.bytes.storeBytes(of: pixel, toByteOffset: y * rowBytes + x * 4, as: UInt32.self)
          }
        }
      }
    }
    return PageImage(canvas)
  }

  private static func luminance(_ bytes: UnsafeRawBufferPointer, _ image: PageImage, _ x: Int, _ y: Int)
    -> UInt32
  {
    guard x < image.width, y < image.height else { return 255 }
    let pixel = bytes.loadUnaligned(fromByteOffset: y * image.bytesPerRow + x * 4, as: UInt32.self)
    let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    return (red * 2126 + green * 7152 + blue * 722) / 10_000
  }
}
