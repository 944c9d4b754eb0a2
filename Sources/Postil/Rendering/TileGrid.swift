import PostilModel
import PostilRender
import PostilRenderProtocol

/// How a page is divided into tiles at a scale.
struct TileGrid {
  /// Cairo's coordinates end at 8,388,608 pixels.
  private static let maximumSide = 8_000_000.0
  private static let sizes = 16...4_096
  /// As many as the largest image has of the smallest; names of many more would fill the memory.
  private static let maximumCount = 1_200_000

  let scale: Double
  let size: Int
  let transform: PageTransform
  /// The size of the page as it is shown, in pixels.
  let width: Int
  let height: Int

  /// - Throws: ``PDFError`` with code `.invalidArgument` for scales and sizes that cannot be.
  init(_ view: PageView, scale: Double, size: Int) throws {
    guard scale > 0, scale.isFinite else {
      throw PDFError(
        .invalidArgument,
        "A page cannot be shown at scale \(scale): give a number above 0, such as 1 for 72 dpi.")
    }
    guard Self.sizes.contains(size) else {
      throw PDFError(
        .invalidArgument, "Tiles cannot be \(size) pixels wide: give a size from 16 to 4,096, such as 512.")
    }
    self.scale = scale
    self.size = size
    transform = view.transform(scale: scale)
    let (wide, high) = (transform.viewSize.width, transform.viewSize.height)
    guard wide > 0, high > 0, max(wide, high) <= Self.maximumSide else {
      let largest = (Self.maximumSide * scale / max(wide, high)).rounded(.down)
      throw PDFError(
        .invalidArgument,
        "At scale \(scale) the page is too large: it can be shown at scales up to \(largest).")
    }
    width = Self.pixels(wide)
    height = Self.pixels(high)
  }

  /// A part of a pixel counts as a whole one, but not the last digit of a product that should have been whole.
  private static func pixels(_ length: Double) -> Int { max(Int((length - 1e-6).rounded(.up)), 1) }

  var columnCount: Int { (width + size - 1) / size }
  var rowCount: Int { (height + size - 1) / size }

  /// The pixels of a tile; `nil` if there is no such tile.
  func rect(column: Int, row: Int) -> PixelRect? {
    guard (0..<columnCount).contains(column), (0..<rowCount).contains(row) else { return nil }
    let (x, y) = (column * size, row * size)
    return PixelRect(x: x, y: y, width: min(size, width - x), height: min(size, height - y))
  }

  /// The part of the page that a tile shows.
  func pageRect(column: Int, row: Int) -> PageRect {
    let side = Double(size)
    return transform.pageRect(
      ViewRect(x: Double(column) * side, y: Double(row) * side, width: side, height: side))
  }

  /// The tiles that a part of the view touches, and with `margin` as many around it; none where the part is
  /// off the page.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there are too many to name.
  func tiles(in rect: ViewRect, margin: Int = 0) throws -> (columns: Range<Int>, rows: Range<Int>)? {
    guard let columns = places(rect.x, rect.width, width, columnCount, margin),
      let rows = places(rect.y, rect.height, height, rowCount, margin)
    else { return nil }
    guard columns.count * rows.count <= Self.maximumCount else {
      throw PDFError(
        .invalidArgument,
        "These are \(columns.count) × \(rows.count) tiles: ask for a part of the page, or for larger tiles.")
    }
    return (columns, rows)
  }

  /// The pixels that show a part of the page; `nil` if that lies beside the page.
  func pixels(of rect: PageRect) -> PixelRect? {
    let shown = transform.viewRect(rect)
    let (right, bottom) = (shown.x + shown.width, shown.y + shown.height)
    guard shown.x < Double(width), shown.y < Double(height), right > 0, bottom > 0 else { return nil }
    // Up to the last digits of products.
    let left = Int((max(shown.x, 0) + 1e-6).rounded(.down))
    let top = Int((max(shown.y, 0) + 1e-6).rounded(.down))
    return PixelRect(
      x: left, y: top, width: max(Self.pixels(min(right, Double(width))) - left, 1),
      height: max(Self.pixels(min(bottom, Double(height))) - top, 1))
  }

  private func places(_ start: Double, _ length: Double, _ whole: Int, _ count: Int, _ margin: Int) -> Range<
    Int
  >? {
    let end = start + length
    guard start.isFinite, end.isFinite, length > 0, start < Double(whole), end > 0 else { return nil }
    let first = Int(max(start, 0)) / size
    let last = Int((min(end, Double(whole)) - 1e-6).rounded(.down)) / size
    return max(first - margin, 0)..<min(max(last, first) + 1 + margin, count)
  }
}
