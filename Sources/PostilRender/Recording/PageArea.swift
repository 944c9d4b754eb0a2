/// A part of a page at a scale: a tile, or the whole.
package struct PageArea: Sendable, Hashable {
  package var renderKey: PageRenderKey
  /// Pixels a point.
  package var scale: Double
  /// The part, in pixels of the page's view as it is turned now.
  package var rect: PixelRect

  package init(renderKey: PageRenderKey, scale: Double, rect: PixelRect) {
    self.renderKey = renderKey
    self.scale = scale
    self.rect = rect
  }
}
