internal import CCairo
internal import CPoppler
import PostilModel

/// The text that poppler selects between two points, with a rectangle for each character.
struct PopplerText {
  private(set) var decoder: TextDecoder
  private var rectangles: [PopplerRectangle]

  init(_ page: OpaquePointer, from start: ViewPoint, to end: ViewPoint) {
    var area = PopplerRectangle(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
    decoder = Self.text(of: page, in: &area)
    rectangles = Self.layout(of: page, in: &area)
  }

  /// All text of a page in a script that goes to the left. Poppler loses the last line of a selection there,
  /// wherever it ends: the line is found by the region that it marks as selected, and read for itself.
  init(leftward page: OpaquePointer) {
    self.init(page, from: .beforeAllLeftward, to: .afterAll)
    for line in Self.lines(of: page) where !holds(line) {
      let y = line.y + line.height / 2
      let (right, left) = (ViewPoint(x: line.x + line.width + 1, y: y), ViewPoint(x: line.x - 1, y: y))
      append(PopplerText(page, from: right, to: left))
    }
  }

  /// The box of each character in page space.
  func boxes(_ transform: PageTransform) -> [SIMD4<Float>] {
    decoder.places.map { place in
      guard rectangles.indices.contains(place) else { return .zero }
      let r = rectangles[place]
      let rect = transform.pageRect(ViewRect(x: r.x1, y: r.y1, width: r.x2 - r.x1, height: r.y2 - r.y1))
      return SIMD4(Float(rect.minX), Float(rect.minY), Float(rect.maxX), Float(rect.maxY))
    }
  }

  private func holds(_ line: ViewRect) -> Bool {
    let y = line.y + line.height / 2
    return rectangles.contains { r in
      r.y1 <= y && y <= r.y2 && r.x1 < line.x + line.width && line.x < r.x2
    }
  }

  private mutating func append(_ other: PopplerText) {
    guard !other.decoder.characters.isEmpty else { return }
    if !decoder.characters.isEmpty {
      decoder.append("\n", at: rectangles.count)
      rectangles.append(PopplerRectangle())
    }
    decoder.append(other.decoder, from: rectangles.count)
    rectangles += other.rectangles
  }

  private static func text(of page: OpaquePointer, in area: inout PopplerRectangle) -> TextDecoder {
    guard let text = poppler_page_get_text_for_area(page, &area) else {
      return TextDecoder(.init(start: nil, count: 0))
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

  /// The rectangles that poppler would mark if all words were selected, from top to bottom.
  private static func lines(of page: OpaquePointer) -> [ViewRect] {
    let (start, end) = (ViewPoint.beforeAllLeftward, ViewPoint.afterAll)
    var area = PopplerRectangle(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
    let region = poppler_page_get_selected_region(page, 1, POPPLER_SELECTION_WORD, &area)
    defer { cairo_region_destroy(region) }
    return (0..<cairo_region_num_rectangles(region)).map { index in
      var r = cairo_rectangle_int_t()
      cairo_region_get_rectangle(region, index, &r)
      return ViewRect(x: Double(r.x), y: Double(r.y), width: Double(r.width), height: Double(r.height))
    }
  }
}
