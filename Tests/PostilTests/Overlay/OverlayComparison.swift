import Foundation
import Postil

/// How many pixels of two images differ, and by how much.
struct OverlayComparison: Equatable {
  /// The largest difference of a part of a pixel, 0…255.
  private(set) var largest = 0
  /// How many pixels differ.
  private(set) var count = 0

  static let identical = OverlayComparison()

  private init() {}

  init(_ a: PageImage, _ b: PageImage) {
    a.withPixels { first in b.withPixels { second in compare(first, second) } }
  }

  private mutating func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) {
    guard a.count == b.count else { return largest = .max }
    guard let first = a.baseAddress, let second = b.baseAddress, memcmp(first, second, a.count) != 0 else {
      return
    }
    for offset in stride(from: 0, to: a.count, by: 4) {
      let one = a.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let other = b.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      guard one != other else { continue }
      count += 1
      for shift: UInt32 in [0, 8, 16, 24] {
        largest = max(largest, abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)))
      }
    }
  }
}
