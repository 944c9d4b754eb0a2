import Glibc
package import PostilRenderProtocol

/// Memory for pixels: 32 bits each, as cairo's `ARGB32` has them, rows without gaps.
package final class PixelBlock {
  /// Cairo counts the pixels of a side in 16 bits; the program asks for no more, whoever draws.
  package static let maximumSide = 32_767

  package let width: Int
  package let height: Int
  package let bytes: UnsafeMutableRawBufferPointer
  private let isOwned: Bool

  package var bytesPerRow: Int { width * 4 }

  /// Memory of its own, all transparent.
  ///
  /// - Throws: ``RenderFailure`` with code `.renderFailed` if there is not enough memory.
  package init(width: Int, height: Int) throws(RenderFailure) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height),
      let memory = calloc(width * height, 4)
    else {
      throw RenderFailure(
        .renderFailed, "There is no memory for \(width) × \(height) pixels: use a smaller scale.")
    }
    (self.width, self.height, isOwned) = (width, height, true)
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: width * height * 4)
  }

  /// Pixels in memory that others keep.
  ///
  /// - Throws: ``RenderFailure`` with code `.renderFailed` if they do not fit into it.
  package init(_ memory: UnsafeMutableRawBufferPointer, offset: Int, width: Int, height: Int)
    throws(RenderFailure)
  {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height), offset >= 0,
      offset <= memory.count, width * height * 4 <= memory.count - offset, offset % 4 == 0
    else { throw RenderFailure(.renderFailed, "The pixels do not fit into their memory.") }
    (self.width, self.height, isOwned) = (width, height, false)
    bytes = UnsafeMutableRawBufferPointer(rebasing: memory[offset..<offset + width * height * 4])
  }

  deinit { if isOwned { bytes.deallocate() } }

  /// Makes all pixels white.
  package func clear() { if let start = bytes.baseAddress { memset(start, 0xff, bytes.count) } }

  /// Copies what another block has of `rect`, which this one shows, where the other shows `area`. The rest stays.
  package func fill(_ rect: PixelRect, from other: PixelBlock, at area: PixelRect) {
    guard let target = bytes.baseAddress, let source = other.bytes.baseAddress else { return }
    let (left, right) = (max(rect.x, area.x), min(rect.maxX, area.maxX))
    let (top, bottom) = (max(rect.y, area.y), min(rect.maxY, area.maxY))
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      memcpy(
        target + (row - rect.y) * bytesPerRow + (left - rect.x) * 4,
        source + (row - area.y) * other.bytesPerRow + (left - area.x) * 4, (right - left) * 4)
    }
  }
}
