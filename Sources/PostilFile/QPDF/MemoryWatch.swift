import PostilSystem

/// Whether the program has grown much since something was opened. Others allocate too, so this is a guess.
struct MemoryWatch {
  private static let interval = 200
  private static let largestGrowth = 48 << 20

  private let start = ProcessMemory.privateByteCount
  private var count = 0

  /// Looks from time to time; costs nothing most of the time.
  var isTimeToForget: Bool {
    mutating get {
      count += 1
      guard count % Self.interval == 0 else { return false }
      return ProcessMemory.privateByteCount - start > Self.largestGrowth
    }
  }
}
