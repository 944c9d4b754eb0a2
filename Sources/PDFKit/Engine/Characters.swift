internal import Foundation
internal import Postil

/// The text of a page as PDFKit counts it: in UTF-16 units, where Postil counts Unicode scalars.
struct Characters {
  let text: PageText
  /// The number of UTF-16 units before each scalar that needs two; empty for nearly all pages.
  private let pairs: [Int]

  init(_ text: PageText) {
    self.text = text
    var pairs: [Int] = []
    var unit = 0
    for scalar in text.string.unicodeScalars {
      if scalar.value > 0xFFFF { pairs.append(unit) }
      unit += scalar.value > 0xFFFF ? 2 : 1
    }
    self.pairs = pairs
  }

  var count: Int { text.count + pairs.count }

  /// The index of a scalar in UTF-16 units.
  func unit(_ scalar: Int) -> Int {
    var unit = scalar
    for pair in pairs where pair < unit { unit += 1 }
    return unit
  }

  /// The index of the scalar that a UTF-16 unit belongs to.
  func scalar(_ unit: Int) -> Int { unit - pairs.count { $0 < unit } }

  /// A range of PDFKit in scalars, as far as it is on the page; `nil` for what is nowhere.
  func scalars(_ range: NSRange) -> Range<Int>? {
    guard range.location != NSNotFound, range.location >= 0, range.length >= 0, range.location < count else {
      return nil
    }
    let end = min(range.location + min(range.length, count), count)
    return scalar(range.location)..<scalar(end)
  }

  func range(_ scalars: Range<Int>) -> NSRange {
    let start = unit(scalars.lowerBound)
    return NSRange(location: start, length: unit(scalars.upperBound) - start)
  }
}
