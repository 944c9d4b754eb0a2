import CPostilSystem
import Testing

struct MappedMemoryTests {
  private static let hugePage = 2 << 20

  @Test(arguments: [1, 4096, 1 << 20, 4 << 20, 7_755_264, 32 << 20, (32 << 20) + 1])
  func memoryIsZeroedAndWritable(_ count: Int) {
    guard let address = postil_map_memory(count) else {
      Issue.record("There is no memory.")
      return
    }
    let memory = UnsafeMutableRawBufferPointer(start: address, count: count)
    defer { postil_unmap_memory(memory.baseAddress, count) }
    #expect(memory.allSatisfy { $0 == 0 })
    memory.initializeMemory(as: UInt8.self, repeating: 7)
    #expect(memory.last == 7)
  }

  /// A huge page that is only partly within it does not come as one.
  @Test func thatOfAPageOfPaperBeginsWithAHugePage() {
    let count = 7_755_264
    for _ in 0..<4 {
      let memory: UnsafeMutableRawPointer? = postil_map_memory(count)
      #expect(memory != nil && Int(bitPattern: memory) % Self.hugePage == 0)
      postil_unmap_memory(memory, count)
    }
  }

  @Test func moreThanThereIsComesToNothing() {
    let memory: UnsafeMutableRawPointer? = postil_map_memory(Int.max)
    #expect(memory == nil)
  }
}
