import Foundation
import PostilModel
import Testing

@testable import PostilRender

@Suite struct SharedMemoryTests {
  @Test func itsSizeIsFixed() throws {
    let memory = try SharedMemory(byteCount: 8_192)
    for size in [0, 4_096, 16_384] {
      let result = memory.descriptor.withNumber { ftruncate($0, off_t(size)) }
      #expect(result == -1 && errno == EPERM)
    }
    // Whoever gets the descriptor sees the same bytes, and can draw into them.
    var byte: UInt8 = 7
    let written = memory.descriptor.withNumber { pwrite($0, &byte, 1, 8_191) }
    #expect(written == 1)
    #expect(memory.address.load(fromByteOffset: 8_191, as: UInt8.self) == 7)
  }

  @Test func aSealedCopyCannotBeChanged() throws {
    let bytes = [UInt8](0..<100)
    let copy = try bytes.withUnsafeBytes { try SharedMemory.sealedCopy(of: $0) }
    var read = [UInt8](repeating: 0, count: 200)
    copy.withNumber { copy in
      #expect(pread(copy, &read, 200, 0) == 100 && read.starts(with: bytes))
      #expect(pwrite(copy, bytes, 1, 0) == -1 && errno == EPERM)
      #expect(ftruncate(copy, 0) == -1 && errno == EPERM)
      #expect(mmap(nil, 100, PROT_READ | PROT_WRITE, MAP_SHARED, copy, 0) == MAP_FAILED)
    }
  }

  @Test func moreThanTheSystemHasIsAnError() {
    #expect(throws: PDFError.self) { try SharedMemory(byteCount: 1 << 60) }
  }

  @Test func memoryThatIsGoneIsTold() throws {
    var memory: SharedMemory? = try SharedMemory(byteCount: 4_096)
    let other = try SharedMemory(byteCount: 4_096)
    let number = try #require(memory?.number)
    #expect(SharedMemory.released(of: [number, other.number]).isEmpty)
    memory = nil
    #expect(SharedMemory.released(of: [number, other.number]) == [number])
  }
}

@Suite struct SharedMemoryAllocatorTests {
  private let allocator = SharedMemoryAllocator()

  @Test func piecesOfOneSizeShareMemory() throws {
    let pieces = try (0..<16).map { _ in try allocator.allocate(byteCount: 1_000_000) }
    #expect(Set(pieces.map(\.memory.number)).count == 1)
    let places = pieces.map(\.offset).sorted()
    for (place, next) in zip(places, places.dropFirst()) { #expect(next - place >= 1_000_000) }
    // Pixels begin where a page of memory does, so that a page never belongs to two pieces.
    #expect(places.allSatisfy { $0 % 4_096 == 0 })
    #expect(try #require(places.last) + 1_000_000 <= pieces[0].memory.byteCount)
    let more = try allocator.allocate(byteCount: 1_000_000)
    #expect(more.memory !== pieces[0].memory)
    #expect(try allocator.allocate(byteCount: 900_000).memory !== more.memory)
    // A large one has memory of its own, of its size.
    let large = try allocator.allocate(byteCount: 20 << 20)
    #expect(large.offset == 0 && large.memory.byteCount == 20 << 20)
    withExtendedLifetime(pieces) {}
  }

  @Test func piecesAreReusedAndTheirContentIsGone() throws {
    let first = try allocator.allocate(byteCount: 500_000)
    let second = try allocator.allocate(byteCount: 500_000)
    for piece in [first, second] { memset(piece.memory.address + piece.offset, 7, 500_000) }
    allocator.deallocate(first)
    let again = try allocator.allocate(byteCount: 500_000)
    #expect(again.memory === first.memory && again.offset == first.offset)
    // The pages went to the system meanwhile; the neighbour keeps its own.
    #expect(again.memory.address.load(fromByteOffset: again.offset, as: UInt8.self) == 0)
    #expect(second.memory.address.load(fromByteOffset: second.offset, as: UInt8.self) == 7)
    #expect(second.memory.address.load(fromByteOffset: second.offset + 499_999, as: UInt8.self) == 7)
  }

  @Test func memoryGoesWithItsLastPiece() throws {
    func numbers() throws -> (small: Int, large: Int) {
      let pieces = try (0..<3).map { _ in try allocator.allocate(byteCount: 1 << 20) }
      let large = try allocator.allocate(byteCount: 32 << 20)
      let number = pieces[0].memory.number
      allocator.deallocate(pieces[1])
      allocator.deallocate(pieces[0])
      #expect(SharedMemory.released(of: [number]).isEmpty)
      allocator.deallocate(pieces[2])
      allocator.deallocate(large)
      return (number, large.memory.number)
    }
    let (small, large) = try numbers()
    #expect(SharedMemory.released(of: [small, large]) == [small, large].sorted())
    // What is allocated afterwards is new memory, not a piece of what is gone.
    #expect(try allocator.allocate(byteCount: 1 << 20).memory.number != small)
  }

  @Test func freePiecesGoWithTheAllocator() throws {
    func number() throws -> Int {
      try SharedMemoryAllocator().allocate(byteCount: 1 << 20).memory.number
    }
    let gone = try number()
    #expect(SharedMemory.released(of: [gone]) == [gone])
  }
}
