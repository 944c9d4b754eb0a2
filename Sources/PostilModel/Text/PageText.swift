/// The text of a page in reading order, with the place of every character.
///
/// Lines end with a line feed, words are separated by spaces. Everything that names a place in the text
/// counts Unicode scalars (`string.unicodeScalars`), not Swift characters. Rectangles are in page space,
/// exact to a thousandth of a point, so they stay right when the page is turned or moved.
///
/// A page of 20,000 characters takes less than half a megabyte; sharing one copies nothing.
public struct PageText: Sendable {
  /// All of the text.
  public let string: String
  package let characters: [Unicode.Scalar]
  /// The box of each character: left, bottom, right, top. Kept in 16 bytes, since pages have thousands.
  package let boxes: [SIMD4<Float>]
  /// Where each line begins and ends, without the line feed.
  package let lineRanges: [Range<Int>]
  let lineBoxes: [SIMD4<Float>]
  package let styles: TextStyles

  /// The part of the text that annotations and fields of the page show, in Unicode scalars: what stands behind that of the page's
  /// content; empty if there is none.
  public let annotationRange: Range<Int>

  /// Makes the text of its characters and their boxes; those of line feeds count for nothing.
  ///
  /// - Parameters:
  ///   - styles: How parts of it are set.
  ///   - contentCount: How many of the characters the content of the page has; `nil`: all.
  /// - Complexity: O(*n*) in the number of characters.
  package init(
    characters: [Unicode.Scalar], boxes: [SIMD4<Float>], styles: TextStyles = TextStyles(),
    contentCount: Int? = nil
  ) {
    self.styles = styles
    let count = min(characters.count, boxes.count)
    // A line feed stands between both.
    let start = contentCount.map { $0 > 0 ? $0 + 1 : 0 } ?? count
    annotationRange = min(start, count)..<count
    self.characters = characters.count == count ? characters : Array(characters.prefix(count))
    self.boxes = boxes.count == count ? boxes : Array(boxes.prefix(count))
    string = Self.string(of: self.characters[...])
    lineRanges = Self.lineRanges(of: self.characters)
    let all = self.boxes
    lineBoxes = lineRanges.map { Self.union(of: all, in: $0) }
  }

  /// The text of the page's content alone, without that of annotations and fields.
  ///
  /// - Complexity: O(*n*) in the number of characters.
  public var withoutAnnotations: PageText {
    guard !annotationRange.isEmpty else { return self }
    let end = max(annotationRange.lowerBound - 1, 0)
    var styles = styles
    styles.runs.removeAll { $0.range.lowerBound >= end }
    return PageText(characters: Array(characters[..<end]), boxes: Array(boxes[..<end]), styles: styles)
  }

  /// Whether there is no text on the page.
  public var isEmpty: Bool { characters.isEmpty }
  /// The number of Unicode scalars in ``string``.
  public var count: Int { characters.count }

  /// The lines, in reading order. What stands side by side in a table may be one line.
  ///
  /// - Complexity: O(*n*) in the number of characters.
  public var lines: [TextLine] {
    zip(lineRanges, lineBoxes).map { range, box in
      TextLine(string: Self.string(of: characters[range]), bounds: PageRect(box), range: range)
    }
  }

  package static func string(of characters: ArraySlice<Unicode.Scalar>) -> String {
    // Appending to a view of scalars takes several times as long.
    String(unsafeUninitializedCapacity: characters.reduce(0) { $0 + $1.utf8.count }) { bytes in
      var end = 0
      for character in characters {
        for byte in character.utf8 {
          bytes[end] = byte
          end += 1
        }
      }
      return end
    }
  }

  /// The smallest box that holds those of a range.
  static func union(of boxes: [SIMD4<Float>], in range: Range<Int>) -> SIMD4<Float> {
    guard var box = boxes[range].first else { return .zero }
    for other in boxes[range].dropFirst() { box = box.union(other) }
    return box
  }

  private static func lineRanges(of characters: [Unicode.Scalar]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for index in characters.indices where characters[index] == "\n" {
      ranges.append(start..<index)
      start = index + 1
    }
    if start < characters.count { ranges.append(start..<characters.count) }
    return ranges.filter { !$0.isEmpty }
  }
}

extension PageRect {
  /// The rectangle of a character's box, without the digits that only a conversion brought.
  package init(_ box: SIMD4<Float>) {
    let numbers = SIMD4<Double>(box)
    let rounded = (numbers * 1000).rounded(.toNearestOrEven) / 1000
    self.init(corner: PagePoint(x: rounded.x, y: rounded.y), corner: PagePoint(x: rounded.z, y: rounded.w))
  }
}
