import CPostilSystem
import Glibc
import PostilRenderProtocol

/// Memory mapped from descriptors.
enum Mapping {
  /// The first bytes of a file, to read.
  static func map(_ file: OwnedDescriptor, _ count: Int) -> UnsafeMutableRawBufferPointer? {
    file.withNumber { map($0, count, PROT_READ, MAP_PRIVATE) }
  }

  /// The first bytes of a file, with those of another file right behind them, to read.
  ///
  /// Only what is behind the first file's last whole page is memory of the process: the limit on memory does not count the rest.
  static func map(
    _ file: OwnedDescriptor, _ count: Int, followedBy update: OwnedDescriptor, _ updateCount: Int
  )
    -> UnsafeMutableRawBufferPointer?
  {
    file.withNumber { file in
      update.withNumber { update in map(file, count, followedBy: update, updateCount) }
    }
  }

  private static func map(_ file: Int32, _ count: Int, followedBy update: Int32, _ updateCount: Int)
    -> UnsafeMutableRawBufferPointer?
  {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let (size, isTooLarge) = count.addingReportingOverflow(updateCount)
    guard count > 0, updateCount > 0, page > 0, !isTooLarge,
      let bytes = map(-1, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS)
    else { return nil }
    let own = UnsafeMutableRawBufferPointer(rebasing: bytes[(count - count % page)...])
    let mapped = mmap(bytes.baseAddress, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0)
    guard mapped != MAP_FAILED, mprotect(own.baseAddress, own.count, PROT_READ | PROT_WRITE) == 0,
      read(update, into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...])),
      mprotect(own.baseAddress, own.count, PROT_READ) == 0
    else {
      unmap(bytes)
      return nil
    }
    return bytes
  }

  private static func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < buffer.count {
      let count = pread(file, buffer.baseAddress?.advanced(by: done), buffer.count - done, off_t(done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Memory shared with the program, to write. It must be of a size that cannot change.
  static func share(_ memory: OwnedDescriptor, _ count: Int) -> UnsafeMutableRawBufferPointer? {
    memory.withNumber { memory in
      guard postil_has_fixed_size(memory, count) else { return nil }
      return map(memory, count, PROT_READ | PROT_WRITE, MAP_SHARED)
    }
  }

  /// Has pages of memory there before they are written to: one by one, each costs a page fault, together 2,000 of a page of
  /// paper more time than drawing a short text.
  static func populate(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count >= 256 << 10 else { return }
    let offset = Int(bitPattern: start) % Int(max(sysconf(Int32(_SC_PAGESIZE)), 1))
    // MADV_POPULATE_WRITE: since Linux 5.14.
    madvise(start - offset, bytes.count + offset, 23)
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
