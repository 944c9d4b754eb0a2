import RenderProtocol

/// A cached rendering of a part of a page at a scale: a recording or an image.
struct CachedRendering {
  enum Content {
    case recording(PageRecording)
    case picture(PixelBlock)
  }

  /// The part, in pixels of the page's view: unrotated for a recording, rotated for an image.
  let area: PixelRect
  let content: Content
  /// How far off whole pixels a recording was made.
  var offset = (x: 0.0, y: 0.0)
  /// Whether images in it were averaged to the pixels: it can then be replayed at whole pixels from there only.
  var isForWholePixels = false

  /// Whether it gives the right pixels for a view whose pixels are that far off.
  func serves(_ fraction: (x: Double, y: Double)) -> Bool { !isForWholePixels || fraction == offset }
}
