import CGTK
import GTKKit
import Postil
import PostilViewer

/// A cache of render nodes for pictures.
final class PictureNodes {
  /// The kinds of nodes, of which the fastest depends on the renderer.
  enum Kind {
    /// Cairo painting an image: best where cairo paints the window too.
    case cairo
    /// A texture: best on a graphics card.
    case texture
  }

  private var nodes: [PagePicture.ID: RenderNode] = [:]
  private var isUsed: Set<PagePicture.ID> = []

  /// The kind of the nodes. Changing it clears the cache.
  var kind = Kind.cairo { didSet { if kind != oldValue { nodes = [:] } } }

  /// How many nodes there are.
  var count: Int { nodes.count }

  /// The node of a picture, at one unit a pixel.
  func node(of picture: PagePicture) -> RenderNode? {
    isUsed.insert(picture.id)
    if let known = nodes[picture.id] { return known }
    let node = kind == .cairo ? RenderNode(cairo: picture.image) : RenderNode(texture: picture.image)
    nodes[picture.id] = node
    return node
  }

  /// Evicts the nodes that were not used since the last call.
  func dropUnused() {
    if isUsed.count < nodes.count { nodes = nodes.filter { isUsed.contains($0.key) } }
    isUsed.removeAll(keepingCapacity: true)
  }
}

extension RenderNode {
  fileprivate convenience init?(texture image: PageImage) {
    guard let texture = Texture(image) else { return nil }
    self.init(texture, in: Rect(width: Double(image.width), height: Double(image.height)))
  }

  fileprivate convenience init?(cairo image: PageImage) {
    guard let surface = image.makeSurface() else { return nil }
    defer { cairo_surface_destroy(surface) }
    self.init(bounds: Rect(width: Double(image.width), height: Double(image.height))) { context in
      cairo_set_source_surface(context, surface, 0, 0)
      // Use a fast filter, and repeat the pixels at the edges: without that seams would show.
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_paint(context)
    }
  }
}

extension Texture {
  /// Makes a texture of a picture, on any thread.
  nonisolated convenience init?(_ image: PageImage) {
    let (width, height, stride) = (image.width, image.height, image.bytesPerRow)
    let made = image.withPixels { Texture(width: width, height: height, bytesPerRow: stride, pixels: $0) }
    guard let made else { return nil }
    self.init(sharing: made)
  }
}

extension PageImage {
  /// A surface of cairo with a copy of the pixels.
  func makeSurface() -> OpaquePointer? {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    cairo_surface_flush(surface)
    withPixels { pixels in
      for row in 0..<height {
        let start = row * bytesPerRow
        guard start + width * 4 <= pixels.count, let source = pixels.baseAddress else { return }
        UnsafeMutableRawPointer(data + row * stride).copyMemory(from: source + start, byteCount: width * 4)
      }
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }
}
