import PostilRenderProtocol
import PostilRenderServer

/// A piece of a page, drawn.
struct PagePicture: KeptRendering {
  let area: PixelRect
  let block: PixelBlock
  var offset: (x: Double, y: Double) { (0, 0) }
  var byteCount: Int? { block.bytes.count }
}
