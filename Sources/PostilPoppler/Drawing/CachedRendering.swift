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
}
