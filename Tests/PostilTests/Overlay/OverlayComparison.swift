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
      let difference = (offset..<offset + 4).map { abs(Int(a[$0]) - Int(b[$0])) }.max() ?? 0
      count += difference > 0 ? 1 : 0
      largest = max(largest, difference)
    }
  }
}
