/// A cached rendering of a part of a page at a scale: a recording or an image.
struct CachedRendering {
  enum Content {
    case recording(PageRecording)
    case picture(PixelBuffer)
  }

  /// The part, in pixels of the page's view: unrotated for a recording, rotated for an image.
  let area: PixelRect
  let content: Content
}

/// The limits of a ``RenderingCache``.
package struct RenderingCacheLimit: Sendable {
  package var byteCount: Int
  package var count: Int
  /// The size of a recording, in bytes, from which on an image of the page is smaller.
  package var heavyByteCount = 32 << 20

  package init(byteCount: Int, count: Int) {
    self.byteCount = byteCount
    self.count = count
  }
}
