public import PostilModel
public import PostilRender

/// A piece of a page, painted.
public struct Tile: Sendable, Identifiable {
  /// Which piece.
  public let id: TileID
  /// Where it belongs in the view of the page, in pixels from the upper left corner of the page as it is shown.
  public let frame: ViewRect
  /// The picture, as many pixels as the frame.
  public let image: PageImage
}

extension Tile {
  /// The tile with a drawing in progress over it: exactly as it will be once that is committed.
  ///
  /// - Parameters:
  ///   - drawing: What is being drawn, such as a tool's `draw()`. If it is empty, the tile is as it was.
  ///   - page: The tile's page.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  public func painting(_ drawing: Appearance, on page: PDFPage) throws(PDFError) -> Tile {
    guard !drawing.items.isEmpty else { return self }
    return try PDFError.only {
      let copy = try PixelBuffer(copying: image, pool: nil)
      let painter = OverlayPainter(transform: page.transform(scale: id.scale))
      try painter.paint(drawing, into: copy, x: Int(frame.x), y: Int(frame.y))
      return Tile(id: id, frame: frame, image: PageImage(copy, renderer: image.renderer))
    }
  }
}

extension Tile: CustomStringConvertible {
  /// Which piece it is, and its size.
  public var description: String { "\(id), \(image)" }
}
