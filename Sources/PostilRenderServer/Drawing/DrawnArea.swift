package import PostilRenderProtocol

/// A part of a page at a scale.
package struct DrawnArea {
  package var page: WorkerPage
  /// Pixels a point.
  package var scale: Double
  /// The part, in pixels of the page's view as it is turned.
  package var rect: PixelRect

  package init(page: WorkerPage, scale: Double, rect: PixelRect) {
    self.page = page
    self.scale = scale
    self.rect = rect
  }
}
