import PostilRenderProtocol

/// Memory that is shared with the program, for tiles.
final class TileMemory {
  let bytes: UnsafeMutableRawBufferPointer
  /// How much is there from each offset on.
  private var populated: [UnsafeMutableRawPointer: Int] = [:]

  init?(_ memory: OwnedDescriptor, _ count: Int) {
    guard let bytes = Mapping.share(memory, count) else { return nil }
    self.bytes = bytes
  }

  deinit { Mapping.unmap(bytes) }

  /// Has a tile's memory there before it is drawn.
  func populate(_ tile: UnsafeMutableRawBufferPointer) {
    guard let start = tile.baseAddress, populated[start, default: 0] < tile.count else { return }
    populated[start] = tile.count
    Mapping.populate(tile)
  }
}
