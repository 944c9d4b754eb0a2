/// What is kept of a part of a page at a scale.
struct CachedRendering {
  enum Content {
    case recording(PageRecording)
    case picture(PixelBuffer)
  }

  /// The part, in pixels of the page's view: as the file has it for a recording, as it is turned for a picture.
  let area: PixelRect
  let content: Content
}

/// How much may be kept of pages.
package struct RenderingCacheLimit: Sendable {
  package var byteCount: Int
  package var count: Int
  /// From when on a recording is so large that a picture of the page takes less, in bytes.
  package var heavyByteCount = 32 << 20

  package init(byteCount: Int, count: Int) {
    self.byteCount = byteCount
    self.count = count
  }
}
