import Foundation
import PostilModel

/// Memory for an image's pixels. Only its creator writes it, before it is shared; afterwards it is immutable, and so
/// safe to share.
package final class PixelBuffer: @unchecked Sendable {
  package let size: ImageSize
  package let bytes: UnsafeMutableRawBufferPointer
  private weak var pool: PixelBufferPool?

  /// - Parameters:
  ///   - pool: The pool to take memory of this size from, and to return it to at the end.
  ///   - isCleared: Whether all pixels are 0, transparent; otherwise their content is undefined.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  package init(_ size: ImageSize, pool: PixelBufferPool? = nil, isCleared: Bool = true) throws {
    // Not an array: that would trap when memory is exhausted, while this can fail.
    guard let memory = Self.memory(size.byteCount, pool, isCleared) else {
      throw PDFError(
        .renderFailed, "There is no memory for \(size.width) × \(size.height) pixels: use a smaller scale.")
    }
    self.size = size
    self.pool = pool
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: size.byteCount)
  }

  deinit {
    guard let address = bytes.baseAddress else { return }
    let memory = PixelMemory(address: address, byteCount: bytes.count)
    if let pool { pool.recycle(memory) } else { memory.deallocate() }
  }

  private static func memory(
    _ byteCount: Int, _ pool: PixelBufferPool?, _ isCleared: Bool
  ) -> UnsafeMutableRawPointer? {
    guard let used = pool?.reuse(byteCount: byteCount) else {
      return PixelMemory.allocate(byteCount: byteCount)?.address
    }
    if isCleared { memset(used.address, 0, byteCount) }
    return used.address
  }
}
