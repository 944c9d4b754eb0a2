package import PostilRenderProtocol

/// What is kept of a part of a page at a scale, to make tiles of.
package protocol KeptRendering {
  /// The part, in pixels of the page's view.
  var area: PixelRect { get }
  /// How far off whole pixels it was made.
  var offset: (x: Double, y: Double) { get }
  /// Its memory, if known.
  var byteCount: Int? { get }
}
