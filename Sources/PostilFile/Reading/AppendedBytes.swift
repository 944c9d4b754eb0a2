import PostilSystem

/// The bytes that updates appended to a file since it was opened. They grow with every save, so only the last of them are
/// in memory; the others are in a file without a name, which no other program can open and which is gone with the last copy
/// of this value. If no such file can be made or written, they stay in memory.
///
/// They are not read from the saved file itself: another program may write into that at any time, and what was saved must
/// still be there to be undone and saved elsewhere.
///
/// A copy goes on having the bytes that there were. Only one of the copies may be appended to.
package struct AppendedBytes: Sendable {
  private var spilled: SpillFile?
  private var spilledCount = 0
  private var recent: [UInt8] = []
  private let memoryLimit: Int

  /// - Parameter memoryLimit: How many bytes may be in memory before they are spilled.
  init(memoryLimit: Int = OpenOptions().appendedMemory) { self.memoryLimit = memoryLimit }

  var count: Int { spilledCount + recent.count }

  /// How many of the bytes are in memory.
  var countInMemory: Int { recent.count }

  mutating func append(_ bytes: [UInt8]) {
    recent += bytes
    guard recent.count > memoryLimit else { return }
    if spilled == nil { spilled = SpillFile() }
    guard let spilled, spilled.write(recent, at: spilledCount) else { return }
    spilledCount += recent.count
    recent = []
  }

  /// Some of the bytes.
  ///
  /// - Throws: `PDFError` `.cannotRead`.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    let fromFile = range.clamped(to: 0..<spilledCount)
    let fromMemory = range.clamped(to: spilledCount..<count)
    var result: [UInt8] = []
    if let spilled, !fromFile.isEmpty { result = try spilled.read(fromFile) }
    result += recent[fromMemory.lowerBound - spilledCount..<fromMemory.upperBound - spilledCount]
    return result
  }

  /// Hands on all bytes in pieces, in order.
  ///
  /// - Throws: `PDFError` `.cannotRead`, or what `body` throws.
  func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    let length = 1 << 20
    for start in stride(from: 0, to: count, by: length) {
      try body(bytes(in: start..<min(start + length, count)))
    }
  }
}
