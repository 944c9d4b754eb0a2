import CGTK

/// Something painted that can be painted again. The same node as in the last frame costs nothing.
@MainActor
public final class RenderNode {
  /// The node in C.
  public let pointer: OpaquePointer
  /// What it covers, in units of its own.
  public let bounds: Rect

  /// Takes over a node.
  public init(owning pointer: OpaquePointer) {
    self.pointer = pointer
    var rect = graphene_rect_t()
    gsk_render_node_get_bounds(pointer, &rect)
    bounds = Rect(
      x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
      height: Double(rect.size.height))
  }

  isolated deinit { gsk_render_node_unref(pointer) }

  /// Makes a node of drawing with cairo, which is recorded as commands and therefore sharp at any scale. Clipped to the bounds.
  public convenience init(bounds: Rect, _ paint: (_ context: OpaquePointer) -> Void) {
    var rect = bounds.graphene
    let node: OpaquePointer = gsk_cairo_node_new(&rect)
    if let context = gsk_cairo_node_get_draw_context(node) {
      paint(context)
      cairo_destroy(context)
    }
    self.init(owning: node)
  }

  /// Makes a node of a picture stretched over a rectangle.
  public convenience init(_ texture: Texture, in bounds: Rect) {
    var rect = bounds.graphene
    self.init(owning: gsk_texture_node_new(texture.pointer, &rect))
  }

  /// Makes a node of what a closure adds to a snapshot; `nil` if that is nothing.
  public convenience init?(_ take: (Snapshot) -> Void) {
    guard let snapshot = gtk_snapshot_new() else { return nil }
    take(Snapshot(pointer: snapshot))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    self.init(owning: node)
  }
}
