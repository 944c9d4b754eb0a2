import PostilRenderProtocol

/// Bytes of a snapshot, mapped for as long as a library reads them.
final class MappedBytes {
  let bytes: UnsafeMutableRawBufferPointer

  init?(_ file: OwnedDescriptor, _ count: Int) {
    guard let bytes = Mapping.map(file, count) else { return nil }
    self.bytes = bytes
  }

  deinit { Mapping.unmap(bytes) }
}
