import PostilTestSupport
import Testing

@testable import PostilRender

@Suite struct PixelBufferPoolTests {
  private static func size(_ side: Double) throws -> ImageSize {
    try ImageSize(width: side, height: side, scale: 1)
  }

  /// The first and the last byte.
  private static func ends(_ buffer: PixelBuffer) -> [UInt8] {
    [buffer.bytes.first, buffer.bytes.last].compactMap { $0 }
  }

  @Test func memoryIsUsedAgain() throws {
    let pool = PixelBufferPool(byteLimit: 1000)
    var buffer: PixelBuffer? = try PixelBuffer(Self.size(10), pool: pool)
    let address = buffer?.bytes.baseAddress
    buffer?.bytes.copyBytes(from: [UInt8](repeating: 7, count: 400))
    buffer = nil
    #expect(pool.statistics.bytes == 400 && pool.statistics.count == 1)

    let other = try PixelBuffer(Self.size(5), pool: pool)
    #expect(other.bytes.baseAddress != address)
    buffer = try PixelBuffer(Self.size(10), pool: pool, isCleared: false)
    #expect(buffer?.bytes.baseAddress == address)
    #expect(buffer.map(Self.ends) == [7, 7])
    buffer = nil
    buffer = try PixelBuffer(Self.size(10), pool: pool)
    #expect(buffer?.bytes.baseAddress == address)
    #expect(buffer?.bytes.allSatisfy { $0 == 0 } == true)
    #expect(pool.statistics.hits == 2 && pool.statistics.misses == 2 && pool.statistics.bytes == 0)
  }

  @Test func noMoreWaitsThanMay() throws {
    let pool = PixelBufferPool(byteLimit: 1000)
    var small = try (0..<2).map { _ in try PixelBuffer(Self.size(5), pool: pool) }
    var large = try (0..<3).map { _ in try PixelBuffer(Self.size(10), pool: pool) }
    var huge: PixelBuffer? = try PixelBuffer(Self.size(20), pool: pool)
    #expect(huge != nil)
    huge = nil
    #expect(pool.statistics.bytes == 0)
    small = []
    #expect(pool.statistics.bytes == 200)
    // The small ones were used before the large ones, so they make room.
    large.removeLast(2)
    #expect(pool.statistics.bytes == 1000)
    large = []
    #expect(pool.statistics.bytes == 900 && pool.statistics.count == 3)
    #expect(small.isEmpty && large.isEmpty)
    pool.drain()
    #expect(pool.statistics.bytes == 0 && pool.statistics.count == 0)
    #expect(try Self.ends(PixelBuffer(Self.size(10), pool: pool)) == [0, 0])
  }

  @Test func memoryThatIsNotUsedIsReleased() async throws {
    let pool = PixelBufferPool(byteLimit: 4000, idleTime: .milliseconds(1))
    for _ in 0..<2 {
      var buffer: PixelBuffer? = try PixelBuffer(Self.size(10), pool: pool)
      #expect(buffer != nil)
      buffer = nil
      #expect(await becomesTrue { pool.statistics.bytes == 0 })
    }
  }

  @Test func buffersOutliveTheirPool() throws {
    var pool: PixelBufferPool? = PixelBufferPool(byteLimit: 1000)
    let buffer = try PixelBuffer(Self.size(10), pool: pool)
    weak let gone = pool
    pool = nil
    #expect(gone == nil)
    buffer.bytes.copyBytes(from: [UInt8](repeating: 1, count: 400))
    #expect(Self.ends(buffer) == [1, 1])
  }

  @Test func threadsMayUseItTogether() async throws {
    let pool = PixelBufferPool(byteLimit: 4000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<500 {
            let mark = UInt8(truncatingIfNeeded: task * 31 + step)
            let buffer = try PixelBuffer(Self.size(Double(5 + step % 3 * 5)), pool: pool, isCleared: false)
            buffer.bytes.initializeMemory(as: UInt8.self, repeating: mark)
            #expect(Self.ends(buffer) == [mark, mark])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(pool.statistics.bytes <= 4000)
  }
}
