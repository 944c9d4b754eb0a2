import CPostilSystem
import Foundation
import PostilModel
import PostilRenderProtocol
import Synchronization

/// Memory that this program and its workers have in common: pixels get from one to the other without a copy. Its size can
/// never change, so that no process can cut it short under another.
final class SharedMemory: @unchecked Sendable {
  /// What workers call it.
  let number: Int
  let descriptor: OwnedDescriptor
  let address: UnsafeMutableRawPointer
  let byteCount: Int

  /// Whether nothing new is to be put into it: a process that was lost may have it, and may be alive.
  var isRetired: Bool { retired.load(ordering: .acquiring) }
  private let retired = Atomic(false)

  private static let lastNumber = Atomic<Int>(0)
  private static let live = Mutex<[Int: Entry]>([:])

  private struct Entry {
    weak var memory: SharedMemory?
  }

  /// Zeroed memory.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough.
  init(byteCount: Int) throws {
    let opened = postil_make_shared_memory(byteCount)
    guard opened >= 0 else { throw Self.failure(errno) }
    descriptor = OwnedDescriptor(opened)
    let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0)
    guard let address, address != MAP_FAILED else { throw Self.failure(errno) }
    (self.address, self.byteCount) = (address, byteCount)
    let number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    self.number = number
    Self.live.withLock { $0[number] = Entry(memory: self) }
  }

  deinit {
    munmap(address, byteCount)
    Self.live.withLock { [number] in $0[number] = nil }
  }

  /// Those of the numbers whose memory is gone.
  static func released(of numbers: Set<Int>) -> [Int] {
    live.withLock { live in numbers.filter { live[$0] == nil } }.sorted()
  }

  /// Has nothing new put into these. What is in them stays for as long as it is used.
  static func retire(_ numbers: Set<Int>) {
    // Released outside of the lock.
    let memories = live.withLock { live in numbers.compactMap { live[$0]?.memory } }
    for memory in memories { memory.retired.store(true, ordering: .releasing) }
  }

  /// Bytes that are sealed: no process can change them.
  static func sealedCopy(of bytes: UnsafeRawBufferPointer) throws -> OwnedDescriptor {
    let opened = postil_make_sealed_copy(bytes.baseAddress, bytes.count)
    guard opened >= 0 else { throw failure(errno) }
    return OwnedDescriptor(opened)
  }

  private static func failure(_ code: Int32) -> PDFError {
    PDFError(
      .renderFailed, "There is no memory to draw pages into: close documents, or use a smaller scale.",
      underlying: String(cString: strerror(code)))
  }
}

/// Divides shared memory into pieces of equal size: each shared memory takes a descriptor, of which a program has few.
/// Thread-safe.
final class SharedMemoryAllocator: Sendable {
  /// A piece.
  struct Piece: Sendable {
    let memory: SharedMemory
    let offset: Int
    let byteCount: Int
    let allocator: SharedMemoryAllocator
  }

  /// The place of a free piece. Without the allocator: it would keep itself.
  private struct Place {
    let memory: SharedMemory
    let offset: Int
  }

  private struct Contents {
    /// Free pieces by their size.
    var free: [Int: [Place]] = [:]
    /// How many pieces of each memory are free.
    var freeCounts: [Int: Int] = [:]
  }

  private static let largestCount = 16
  private static let usualSize = 16 << 20
  private static let pageSize = 4_096
  private let contents = Mutex(Contents())

  /// A piece with undefined content.
  func allocate(byteCount: Int) throws -> Piece {
    // The memory is unmapped by the last reference, outside of the lock.
    var gone: [Place] = []
    let known = contents.withLock { contents -> Place? in
      while let place = contents.free[byteCount]?.popLast() {
        if place.memory.isRetired {
          gone.append(place)
          continue
        }
        contents.freeCounts[place.memory.number, default: 0] -= 1
        return place
      }
      return nil
    }
    if let known { return piece(at: known, byteCount) }
    let stride = Self.stride(byteCount)
    let count = Self.count(stride)
    let memory = try SharedMemory(byteCount: stride * count)
    contents.withLock { contents in
      contents.free[byteCount, default: []] += (1..<count).map { Place(memory: memory, offset: $0 * stride) }
      contents.freeCounts[memory.number] = count - 1
    }
    return piece(at: Place(memory: memory, offset: 0), byteCount)
  }

  private func piece(at place: Place, _ byteCount: Int) -> Piece {
    Piece(memory: place.memory, offset: place.offset, byteCount: byteCount, allocator: self)
  }

  /// Takes back a piece. Its pages go to the system at once; all of the memory with the last piece of it.
  func deallocate(_ piece: Piece) {
    let stride = Self.stride(piece.byteCount)
    let count = Self.count(stride)
    if count > 1 { madvise(piece.memory.address + piece.offset, stride, MADV_REMOVE) }
    // The memory is unmapped by the last reference, outside of the lock.
    var gone: [Place] = []
    contents.withLock { contents in
      let free = (contents.freeCounts[piece.memory.number] ?? 0) + 1
      guard free == count else {
        contents.free[piece.byteCount, default: []].append(Place(memory: piece.memory, offset: piece.offset))
        contents.freeCounts[piece.memory.number] = free
        return
      }
      gone = contents.free[piece.byteCount] ?? []
      contents.free[piece.byteCount] = gone.filter { $0.memory !== piece.memory }
      contents.freeCounts[piece.memory.number] = nil
    }
  }

  private static func stride(_ byteCount: Int) -> Int { (byteCount + pageSize - 1) / pageSize * pageSize }
  private static func count(_ stride: Int) -> Int { min(max(usualSize / stride, 1), largestCount) }
}
