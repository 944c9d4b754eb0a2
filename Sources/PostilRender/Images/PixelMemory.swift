import CPostilSystem
import Foundation

/// Manually managed memory for pixels.
///
/// Large pieces are mapped: `malloc` would keep them after they are freed, between pieces that are still in use, and
/// the memory of a program that scrolls through a document would grow for a long time.
struct PixelMemory: @unchecked Sendable {
  let address: UnsafeMutableRawPointer
  let byteCount: Int
  /// What it is a piece of, if workers can draw into it.
  let shared: SharedMemoryAllocator.Piece?

  /// Whether it must not be used again: see ``SharedMemory/isRetired``.
  var isRetired: Bool { shared?.memory.isRetired ?? false }

  private static let smallestMapping = 128 << 10

  private init(address: UnsafeMutableRawPointer, byteCount: Int) {
    (self.address, self.byteCount, shared) = (address, byteCount, nil)
  }

  /// A piece of shared memory.
  init(_ piece: SharedMemoryAllocator.Piece) {
    (address, byteCount, shared) = (piece.memory.address + piece.offset, piece.byteCount, piece)
  }

  /// Zeroed memory; `nil` if there is not enough.
  static func allocate(byteCount: Int) -> PixelMemory? {
    guard byteCount >= smallestMapping else {
      return calloc(byteCount, 1).map { PixelMemory(address: $0, byteCount: byteCount) }
    }
    return postil_map_memory(byteCount).map { PixelMemory(address: $0, byteCount: byteCount) }
  }

  func deallocate() {
    if let shared { return shared.allocator.deallocate(shared) }
    if byteCount >= Self.smallestMapping { postil_unmap_memory(address, byteCount) } else { free(address) }
  }
}
