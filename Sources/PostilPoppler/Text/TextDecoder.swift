/// Brings poppler's text and its rectangles together: character by character, though the text is bytes, and
/// though poppler turns what runs from right to left around in the text but not among the rectangles.
///
/// Poppler encloses such text in marks of direction, for which it has no rectangles: runs within a line that
/// runs from left to right in RLE … PDF; on pages that run from right to left each word in RLE … PDF, and in it runs that
/// run from left to right in LRE … PDF.
struct TextDecoder {
  private(set) var characters: [Unicode.Scalar] = []
  /// The place of each character's rectangle in poppler's list.
  private(set) var places: [Int] = []
  /// Whether all of it runs from right to left, so that poppler took it for a page of such a script.
  private(set) var isRightToLeft = true
  /// The runs from right to left; where all runs from right to left, each is a word.
  private(set) var rightToLeftRuns: [Range<Int>] = []
  /// Where the run from right to left begins that is being read, and the runs from left to right in it.
  private var outer: Int?
  private var inner: (start: Int?, done: [Range<Int>]) = (nil, [])

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    characters.reserveCapacity(bytes.count)
    places.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count { take(Self.scalar(in: bytes, at: &index)) }
    isRightToLeft = isRightToLeft && !characters.isEmpty
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x202B: outer = outer ?? characters.count
    case 0x202A: inner.start = characters.count
    case 0x202C: endRun()
    default:
      if outer == nil, scalar != " ", scalar != "\n" { isRightToLeft = false }
      places.append(places.count)
      characters.append(scalar)
    }
  }

  private mutating func endRun() {
    if let start = inner.start {
      inner.done.append(start..<characters.count)
      inner.start = nil
    } else if let start = outer {
      places[start...].reverse()
      for run in inner.done { places[run].reverse() }
      rightToLeftRuns.append(start..<characters.count)
      inner.done = []
      outer = nil
    }
  }

  /// Poppler writes each character as UTF-8, halves of surrogate pairs too, which no `String` takes.
  private static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Unicode.Scalar {
    let lead = bytes[index]
    index += 1
    if lead < 0x80 { return Unicode.Scalar(lead) }
    let (length, mask): (Int, UInt8) =
      lead < 0xC0 ? (0, 0) : lead < 0xE0 ? (1, 0x1F) : lead < 0xF0 ? (2, 0x0F) : (3, 0x07)
    var value = UInt32(lead & mask)
    for _ in 0..<length where index < bytes.count && bytes[index] & 0xC0 == 0x80 {
      value = value << 6 | UInt32(bytes[index] & 0x3F)
      index += 1
    }
    return Unicode.Scalar(value).flatMap { length > 0 ? $0 : nil } ?? "\u{FFFD}"
  }
}
