import PostilRenderProtocol
import PostilRenderServer

/// The pieces in which a page is drawn at a scale, always the same ones: a tile is cut out of them, and so is a picture of the
/// whole page, so that both have the same pixels.
///
/// PDFium draws only what touches the piece, but its arithmetic is in single precision, so that a page that was moved by some
/// pixels comes out differently. So a piece is drawn in its place on a canvas of the whole page. Pages that are too large for one are
/// drawn in squares, each on a canvas of its own; nobody can ask for a picture of the whole.
struct PictureGrid {
  /// How the page lies on the canvas of a piece.
  enum Canvas {
    /// It is of the whole page.
    case whole(width: Int, height: Int)
    /// It is the piece alone.
    case piece
  }

  let canvas: Canvas
  private let width: Int
  private let height: Int
  private let cellWidth: Int
  private let cellHeight: Int

  /// How many pixels a piece has at most: of a page of paper at two pixels a point, one piece is all of it.
  private static let cellPixelCount = 4_000_000
  private static let side = 2_000
  /// The largest picture that can be asked for, in bytes.
  private static let largestCanvas = 1 << 30

  init(_ view: ViewTurn) {
    // The size of a view is checked.
    width = Int(view.size.width.rounded(.up))
    height = Int(view.size.height.rounded(.up))
    let limit = PixelBlock.maximumSide
    if width <= limit, height <= limit, width * height * 4 <= Self.largestCanvas {
      canvas = .whole(width: width, height: height)
      cellWidth = width
      cellHeight = max(Self.cellPixelCount / max(width, 1), 1)
    } else {
      canvas = .piece
      (cellWidth, cellHeight) = (Self.side, Self.side)
    }
  }

  /// The pieces that a part of the page touches; none beside the page.
  func cells(touching rect: PixelRect) -> [PixelRect] {
    let (left, top) = (max(rect.x, 0), max(rect.y, 0))
    let (right, bottom) = (min(rect.maxX, width), min(rect.maxY, height))
    guard left < right, top < bottom else { return [] }
    return (top / cellHeight...(bottom - 1) / cellHeight).flatMap { row in
      (left / cellWidth...(right - 1) / cellWidth).map { column in
        let (x, y) = (column * cellWidth, row * cellHeight)
        return PixelRect(
          x: x, y: y, width: min(cellWidth, width - x), height: min(cellHeight, height - y))
      }
    }
  }
}
