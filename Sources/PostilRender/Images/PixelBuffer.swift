internal import Foundation
import PostilModel

/// Memory for an image's pixels. Written by whoever made it, before anybody else sees it; only
/// read from then on, which is what makes it safe to share.
package final class PixelBuffer: @unchecked Sendable {
  package let size: ImageSize
  package let bytes: UnsafeMutableRawBufferPointer

  /// All pixels are 0: transparent.
  package init(_ size: ImageSize) throws {
    // An array would end the program where there is not enough memory; this can be refused.
    guard let memory = calloc(size.height, size.bytesPerRow) else {
      throw PDFError(
        .renderFailed, "There is no memory for \(size.width) × \(size.height) pixels: use a smaller scale.")
    }
    self.size = size
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: size.byteCount)
  }

  deinit { free(bytes.baseAddress) }
}
