import CSystem
import Glibc

/// Memory mapped from descriptors.
enum Mapping {
  /// The first bytes of a file, to read.
  static func map(_ file: Int32, _ count: Int) -> UnsafeMutableRawBufferPointer? {
    map(file, count, PROT_READ, MAP_PRIVATE)
  }

  /// Memory shared with the program, to write. It must be of a size that cannot change.
  static func share(_ memory: Int32, _ count: Int) -> UnsafeMutableRawBufferPointer? {
    guard postil_has_fixed_size(memory, count) else { return nil }
    return map(memory, count, PROT_READ | PROT_WRITE, MAP_SHARED)
  }

  static func unmap(_ bytes: UnsafeMutableRawBufferPointer) { munmap(bytes.baseAddress, bytes.count) }

  private static func map(_ file: Int32, _ count: Int, _ access: Int32, _ kind: Int32)
    -> UnsafeMutableRawBufferPointer?
  {
    guard count > 0, let address = mmap(nil, count, access, kind, file, 0), address != MAP_FAILED else {
      return nil
    }
    return UnsafeMutableRawBufferPointer(start: address, count: count)
  }
}

/// Bytes of a snapshot, mapped for as long as poppler has them.
final class MappedBytes {
  let bytes: UnsafeMutableRawBufferPointer

  init?(_ file: Int32, _ count: Int) {
    guard let bytes = Mapping.map(file, count) else { return nil }
    self.bytes = bytes
  }

  deinit { Mapping.unmap(bytes) }
}
