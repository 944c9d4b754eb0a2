/// The links of a page, or its marks, by their heights, so that a line finds those it touches without asking all.
struct LinkRows {
  /// How tall a row is, in points.
  private static let height = 24.0
  /// More links of a page than these lead nowhere, and more marks are none.
  private static let mostLinks = 10_000
  private static let mostRows = 1000

  private let boxes: [TableBox]
  private var rows: [Int: [Int]] = [:]

  init(_ rects: some Sequence<PageRect>, _ view: PageTransform) {
    boxes = rects.prefix(Self.mostLinks).map { TableBox(view.viewRect($0)) }
    for (index, box) in boxes.enumerated() {
      for row in Self.rows(box) { rows[row, default: []].append(index) }
    }
  }

  private static func rows(_ box: TableBox) -> ClosedRange<Int> {
    func row(_ y: Double) -> Int {
      Int(exactly: min(max((y / height).rounded(.down), 0), Double(mostRows))) ?? 0
    }
    let (first, last) = (row(box.y0), row(box.y1))
    return first...max(first, last)
  }

  /// Where one of them is.
  func box(_ index: Int) -> TableBox { boxes[index] }

  /// The links that touch a box, from the front to the back.
  func links(touching box: TableBox) -> [Int] {
    guard !boxes.isEmpty else { return [] }
    let found = Self.rows(box).flatMap { rows[$0] ?? [] }.filter { boxes[$0].touches(box) }
    return found.count > 1 ? Set(found).sorted() : found
  }
}
