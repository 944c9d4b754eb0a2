import CPostilPoppler

/// The text that poppler selects on a page between two points, with a rectangle for each character.
struct PopplerText {
  private(set) var characters: [Unicode.Scalar]
  private(set) var rectangles: [PopplerRectangle]
  /// Whether all of it runs from right to left.
  let isRightToLeft: Bool

  init(_ page: OpaquePointer, from start: SelectionCorner, to end: SelectionCorner) {
    var area = PopplerRectangle(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
    let decoder = Self.text(of: page, in: &area)
    let layout = Self.layout(of: page, in: &area)
    characters = decoder.characters
    rectangles = decoder.places.map { layout.indices.contains($0) ? layout[$0] : PopplerRectangle() }
    isRightToLeft = decoder.isRightToLeft
    if isRightToLeft { setSpaces(between: decoder.rightToLeftRuns) }
  }

  /// All text of a page.
  static func all(of page: OpaquePointer) -> PopplerText {
    let text = PopplerText(page, from: .beforeAll, to: .afterAll)
    guard text.isRightToLeft || text.characters.isEmpty else { return text }
    // Where text runs from right to left, poppler cuts the first and the last line at the corners. From the upper
    // right to the lower left it is whole, but may end too early; to the lower right only the last line is
    // lost.
    let whole = PopplerText(page, from: .beforeAllRightToLeft, to: .afterAllRightToLeft)
    let cut = PopplerText(page, from: .beforeAllRightToLeft, to: .afterAll)
    return cut.characters.count > whole.characters.count ? cut : whole
  }

  /// The box of each character, transformed by a matrix: a, b, c, d, e, f.
  func boxes(_ matrix: [Double]) -> [SIMD4<Float>] {
    guard matrix.count == 6 else { return rectangles.map { _ in .zero } }
    let (a, b, c, d, e, f) = (matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5])
    return rectangles.map { r in
      let (x1, y1) = (a * r.x1 + c * r.y1 + e, b * r.x1 + d * r.y1 + f)
      let (x2, y2) = (a * r.x2 + c * r.y2 + e, b * r.x2 + d * r.y2 + f)
      return SIMD4(Float(min(x1, x2)), Float(min(y1, y2)), Float(max(x1, x2)), Float(max(y1, y2)))
    }
  }

  /// Poppler takes a space after a word for one before it where text runs from right to left, so that the first of
  /// a line is missing: they are set anew, where there is a gap.
  private mutating func setSpaces(between words: [Range<Int>]) {
    let old = self
    (characters, rectangles) = ([], [])
    for (index, word) in words.enumerated() {
      characters += old.characters[word]
      rectangles += old.rectangles[word]
      guard index + 1 < words.count else { continue }
      let next = words[index + 1]
      if old.characters[word.upperBound..<next.lowerBound].contains("\n") {
        characters.append("\n")
        rectangles.append(PopplerRectangle())
      } else if let gap = Self.gap(Self.union(old.rectangles[word]), Self.union(old.rectangles[next])) {
        characters.append(" ")
        rectangles.append(gap)
      }
    }
  }

  private static func union(_ rectangles: ArraySlice<PopplerRectangle>) -> PopplerRectangle {
    rectangles.dropFirst().reduce(rectangles.first ?? PopplerRectangle()) { a, b in
      PopplerRectangle(x1: min(a.x1, b.x1), y1: min(a.y1, b.y1), x2: max(a.x2, b.x2), y2: max(a.y2, b.y2))
    }
  }

  /// What lies between two words; `nil` if they stand as close as letters do.
  private static func gap(_ a: PopplerRectangle, _ b: PopplerRectangle) -> PopplerRectangle? {
    /// As a part of the height of the type; poppler parts words at as much.
    let smallest = 0.1
    let (left, right) = a.x1 < b.x1 ? (a, b) : (b, a)
    if right.x1 - left.x2 > smallest * (a.y2 - a.y1) {
      return PopplerRectangle(x1: left.x2, y1: a.y1, x2: right.x1, y2: a.y2)
    }
    let (upper, lower) = a.y1 < b.y1 ? (a, b) : (b, a)
    guard lower.y1 - upper.y2 > smallest * (a.x2 - a.x1) else { return nil }
    return PopplerRectangle(x1: a.x1, y1: upper.y2, x2: a.x2, y2: lower.y1)
  }

  private static func text(of page: OpaquePointer, in area: inout PopplerRectangle) -> TextDecoder {
    guard let text = poppler_page_get_text_for_area(page, &area) else {
      return TextDecoder(UnsafeBufferPointer(start: nil, count: 0))
    }
    defer { g_free(text) }
    let count = strlen(text)
    return text.withMemoryRebound(to: UInt8.self, capacity: count) {
      TextDecoder(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  private static func layout(of page: OpaquePointer, in area: inout PopplerRectangle) -> [PopplerRectangle] {
    var list: UnsafeMutablePointer<PopplerRectangle>?
    var count: guint = 0
    guard poppler_page_get_text_layout_for_area(page, &area, &list, &count) != 0, let list else { return [] }
    defer { g_free(list) }
    return Array(UnsafeBufferPointer(start: list, count: Int(count)))
  }
}

/// A corner of a selection in a page's view, in points.
struct SelectionCorner {
  let x: Double
  let y: Double

  /// Points far outside of every page: poppler cuts lines that reach over the edge of the page at the corners
  /// of a selection, so the corners must not be those of the page.
  static let beforeAll = SelectionCorner(x: -1e7, y: -1e7)
  static let afterAll = SelectionCorner(x: 1e7, y: 1e7)
  static let beforeAllRightToLeft = SelectionCorner(x: 1e7, y: -1e7)
  static let afterAllRightToLeft = SelectionCorner(x: -1e7, y: 1e7)
}
