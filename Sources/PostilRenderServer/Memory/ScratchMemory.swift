import CPostilSystem
package import PostilRenderProtocol

/// Memory for the pixels of one picture after another: fresh memory of the system is mapped and cleared page by page, which
/// takes longer than drawing a short text.
package struct ScratchMemory: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer?
  /// What is kept while idle, in bytes: a page of paper at two pixels a point, and some more.
  private static let idleByteCount = 16 << 20

  package init() {}

  deinit { if let memory { postil_unmap_memory(memory.baseAddress, memory.count) } }

  /// A block of these pixels, with undefined content. It is valid until the next call.
  ///
  /// - Throws: ``RenderFailure`` with code `.renderFailed` if there is not enough memory.
  package mutating func block(width: Int, height: Int) throws(RenderFailure) -> PixelBlock {
    let sides = 1...PixelBlock.maximumSide
    let byteCount = sides.contains(width) && sides.contains(height) ? width * height * 4 : 0
    if memory.map({ $0.count < byteCount }) ?? true {
      release()
      memory =
        byteCount > 0
        ? postil_map_memory(byteCount).map { UnsafeMutableRawBufferPointer(start: $0, count: byteCount) }
        : nil
    }
    guard byteCount > 0, let memory else {
      throw RenderFailure(
        .renderFailed, "There is no memory for \(width) × \(height) pixels: use a smaller scale.")
    }
    return try PixelBlock(memory, offset: 0, width: width, height: height)
  }

  /// Returns memory of large pictures to the system.
  package mutating func trim() {
    if let memory, memory.count > Self.idleByteCount { release() }
  }

  private mutating func release() {
    if let memory { postil_unmap_memory(memory.baseAddress, memory.count) }
    memory = nil
  }
}
