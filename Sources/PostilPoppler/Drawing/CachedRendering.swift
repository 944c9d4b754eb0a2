import PostilRenderProtocol
import PostilRenderServer

/// A cached rendering of a part of a page at a scale: a recording or an image.
struct CachedRendering: KeptRendering {
  enum Content {
    case recording(PageRecording)
    case picture(PixelBlock)
  }

  /// The part, in pixels of the page's view: unrotated for a recording, rotated for an image.
  let area: PixelRect
  let content: Content
  /// How far off whole pixels a recording was made. Cairo rounds a recording's coordinates to 1/256 pixel: replayed at
  /// another offset, its edges are a level lighter or darker than drawn directly.
  var offset = (x: 0.0, y: 0.0)

  /// Its memory, if known.
  var byteCount: Int? {
    if case .picture(let block) = content { block.bytes.count } else { nil }
  }
}
