import Foundation
import PostilModel

/// Memory for an image's pixels. Written by whoever made it, before anybody else sees it; only
/// read from then on, which is what makes it safe to share.
package final class PixelBuffer: @unchecked Sendable {
  package let size: ImageSize
  package let bytes: UnsafeMutableRawBufferPointer
  private weak var pool: PixelBufferPool?

  /// - Parameters:
  ///   - pool: Where the memory comes from if some of this size waits there, and where it goes in the
  ///     end, if the pool is still there then.
  ///   - isCleared: Whether all pixels are 0, transparent; otherwise they are whatever the memory held.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  package init(_ size: ImageSize, pool: PixelBufferPool? = nil, isCleared: Bool = true) throws {
    // An array would end the program where there is not enough memory; this can be refused.
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
    if let pool { pool.give(memory) } else { memory.deallocate() }
  }

  private static func memory(
    _ byteCount: Int, _ pool: PixelBufferPool?, _ isCleared: Bool
  ) -> UnsafeMutableRawPointer? {
    guard let used = pool?.take(byteCount: byteCount) else {
      return PixelMemory.allocate(byteCount: byteCount)?.address
    }
    if isCleared { memset(used.address, 0, byteCount) }
    return used.address
  }
}
