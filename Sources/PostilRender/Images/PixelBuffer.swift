import Foundation
import PostilModel

/// Memory for an image's pixels. Only its creator writes it, before it is shared; afterwards it is immutable, and so
/// safe to share.
package final class PixelBuffer: @unchecked Sendable {
  package let size: ImageSize
  private let memory: PixelMemory
  private weak var pool: PixelBufferPool?

  package var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: memory.address, count: memory.byteCount)
  }
  /// What the memory is a piece of, if workers can draw into it.
  var shared: SharedMemoryAllocator.Piece? { memory.shared }

  /// - Parameters:
  ///   - pool: The pool to take memory of this size from, and to return it to at the end.
  ///   - isCleared: Whether all pixels are 0, transparent; otherwise their content is undefined.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  package convenience init(_ size: ImageSize, pool: PixelBufferPool? = nil, isCleared: Bool = true) throws {
    // Not an array: that would trap when memory is exhausted, while this can fail.
    guard let memory = Self.memory(size.byteCount, pool, isCleared) else {
      throw PDFError(
        .renderFailed, "There is no memory for \(size.width) × \(size.height) pixels: use a smaller scale.")
    }
    self.init(size, memory, pool)
  }

  /// A buffer for workers to draw into, with undefined content.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  convenience init(sharing size: ImageSize, pool: PixelBufferPool) throws {
    self.init(size, try pool.shared(byteCount: size.byteCount), pool)
  }

  private init(_ size: ImageSize, _ memory: PixelMemory, _ pool: PixelBufferPool?) {
    self.size = size
    self.pool = pool
    self.memory = memory
  }

  deinit { if let pool { pool.recycle(memory) } else { memory.deallocate() } }

  private static func memory(_ byteCount: Int, _ pool: PixelBufferPool?, _ isCleared: Bool) -> PixelMemory? {
    guard let used = pool?.reuse(byteCount: byteCount) else {
      return PixelMemory.allocate(byteCount: byteCount)
    }
    if isCleared { memset(used.address, 0, byteCount) }
    return used
  }
}
