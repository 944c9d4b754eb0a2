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

  private static let smallestMapping = 128 << 10
  /// What the system may map in pieces of 2 MB, which takes a tenth of the time of pages of 4 KB. For more it may have to
  /// move other memory out of the way.
  private static let hugeMappings = 4 << 20...32 << 20

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
    let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address, address != MAP_FAILED else { return nil }
    if hugeMappings.contains(byteCount) { madvise(address, byteCount, MADV_HUGEPAGE) }
    return PixelMemory(address: address, byteCount: byteCount)
  }

  func deallocate() {
    if let shared { return shared.allocator.deallocate(shared) }
    if byteCount >= Self.smallestMapping { munmap(address, byteCount) } else { free(address) }
  }
}
