/// What a page is called (ISO 32000-2, 12.4.2): `iv`, `A-3`.
public struct PageLabel: Sendable, Hashable, Codable {
  /// How the number is written.
  public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
    /// 1, 2, 3.
    case decimal = "D"
    /// I, II, III.
    case upperRoman = "R"
    /// i, ii, iii.
    case lowerRoman = "r"
    /// A to Z, then AA to ZZ.
    case upperLetters = "A"
    /// a to z, then aa to zz.
    case lowerLetters = "a"
  }

  /// How the number is written; `nil`: the label is the prefix alone.
  public var style: Style?
  /// What stands before the number.
  public var prefix: String
  /// The number, from 1.
  public var number: Int

  /// Makes a label.
  public init(_ style: Style?, prefix: String = "", number: Int = 1) {
    (self.style, self.prefix, self.number) = (style, prefix, number)
  }

  /// The label as a text. Numbers that the style has no text for (roman ones above 10,000, letters above 26,000, none above 0)
  /// are written in digits.
  public var text: String {
    switch style {
    case nil: prefix
    case .decimal: prefix + String(number)
    case .upperRoman: prefix + Self.roman(number)
    case .lowerRoman: prefix + Self.roman(number).lowercased()
    case .upperLetters: prefix + Self.letters(number)
    case .lowerLetters: prefix + Self.letters(number).lowercased()
    }
  }

  package static func roman(_ number: Int) -> String {
    guard (1...10_000).contains(number) else { return String(number) }
    let values: [(Int, String)] = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
      (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var (rest, result) = (number, "")
    for (value, digits) in values {
      while rest >= value {
        result += digits
        rest -= value
      }
    }
    return result
  }

  package static func letters(_ number: Int) -> String {
    guard (1...26_000).contains(number) else { return String(number) }
    let letter = Character(Unicode.Scalar(UInt8(65 + (number - 1) % 26)))
    return String(repeating: letter, count: (number - 1) / 26 + 1)
  }
}

/// Pages that are numbered one after the other, up to the next range.
public struct PageLabelRange: Sendable, Hashable, Codable {
  /// The index of its first page, from 0.
  public var start: Int
  /// The label of its first page.
  public var first: PageLabel

  /// Makes a range.
  public init(from start: Int, _ style: PageLabel.Style?, prefix: String = "", number: Int = 1) {
    self.init(from: start, PageLabel(style, prefix: prefix, number: number))
  }

  /// Makes a range of the label of its first page.
  public init(from start: Int, _ first: PageLabel) { (self.start, self.first) = (start, first) }

  /// The label of a page of it.
  package func label(at index: Int) -> PageLabel {
    var label = first
    label.number = first.number &+ (index &- start)
    return label
  }
}

/// Labels of pages as they were given.
package struct PageLabels: Sendable, Hashable {
  /// The pages in the order that they had then.
  let order: PageOrder
  /// By their start.
  package let ranges: [PageLabelRange]

  /// - Throws: ``PDFError`` with code `.invalidArgument`.
  init(_ ranges: [PageLabelRange], order: PageOrder) throws(PDFError) {
    let sorted = ranges.sorted { $0.start < $1.start }
    guard sorted.allSatisfy({ (0..<order.count).contains($0.start) }),
      zip(sorted, sorted.dropFirst()).allSatisfy({ $0.start < $1.start })
    else {
      throw PDFError(
        .invalidArgument, "Ranges of page labels begin at different pages from 1 to \(order.count).")
    }
    guard sorted.allSatisfy({ (1...1_000_000_000).contains($0.first.number) }) else {
      throw PDFError(.invalidArgument, "Page labels are numbered from 1 to 1,000,000,000.")
    }
    self.order = order
    self.ranges = sorted
  }

  /// The label of a page; `nil` if it was given none.
  package func label(of page: PageID) -> PageLabel? {
    order.index(of: page).flatMap { PageLabelRange.label(at: $0, in: ranges) }
  }

  /// Whether the page was there then.
  package func knows(_ page: PageID) -> Bool { order.contains(page) }

  package var byteCount: Int { 8 * order.count + 64 * ranges.count }
}

extension PageLabelRange {
  /// The label at an index; `nil` before the first range. O(log ranges).
  package static func label(at index: Int, in ranges: [PageLabelRange]) -> PageLabel? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start <= index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? ranges[low - 1].label(at: index) : nil
  }

  /// Labels of pages, in their order, as as few ranges as it takes. O(pages).
  package static func ranges(of labels: some Sequence<PageLabel>) -> [PageLabelRange] {
    var result: [PageLabelRange] = []
    for (index, label) in labels.enumerated() {
      if let last = result.last {
        var expected = last.label(at: index)
        // Without a style the number says nothing.
        if label.style == nil { expected.number = label.number }
        if expected == label { continue }
      }
      result.append(PageLabelRange(from: index, label))
    }
    return result
  }
}

extension PageLabels: Codable {
  private enum Key: CodingKey { case pages, ranges }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    var order = PageOrder(count: 0)
    let pages = try values.decode([PageID].self, forKey: .pages)
    guard Set(pages).count == pages.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .pages, in: values, debugDescription: "a page is named twice")
    }
    order.set(pages)
    do {
      try self.init(values.decode([PageLabelRange].self, forKey: .ranges), order: order)
    } catch let error as PDFError {
      throw DecodingError.dataCorruptedError(forKey: .ranges, in: values, debugDescription: error.message)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(order.pages, forKey: .pages)
    try values.encode(ranges, forKey: .ranges)
  }
}

extension PageLabel: CustomStringConvertible {
  /// The label as a text, such as `A-3`.
  public var description: String { text }
}

extension PageLabelRange: CustomStringConvertible {
  /// The number of its first page, from 1, and the label of that: `from page 5: iv`.
  public var description: String { "from page \(start &+ 1): \(first)" }
}
