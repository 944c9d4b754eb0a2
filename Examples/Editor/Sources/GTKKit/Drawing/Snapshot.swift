import CGTK

/// Records what a widget looks like.
public struct Snapshot {
  /// The snapshot in C.
  public let pointer: OpaquePointer

  /// Adds a node.
  public func append(_ node: RenderNode) { gtk_snapshot_append_node(pointer, node.pointer) }

  /// Adds a node at a place, stretched if a scale is given.
  public func append(_ node: RenderNode, at origin: Point, scaleX: Double = 1, scaleY: Double = 1) {
    saved {
      translate(origin.x, origin.y)
      if scaleX != 1 || scaleY != 1 { scale(scaleX, scaleY) }
      append(node)
    }
  }

  /// Moves the origin of what follows.
  public func translate(_ x: Double, _ y: Double) {
    var point = graphene_point_t(x: Float(x), y: Float(y))
    gtk_snapshot_translate(pointer, &point)
  }

  /// Stretches what follows.
  public func scale(_ x: Double, _ y: Double) { gtk_snapshot_scale(pointer, Float(x), Float(y)) }

  /// Turns what follows clockwise about the origin, in degrees.
  public func rotate(_ degrees: Double) { gtk_snapshot_rotate(pointer, Float(degrees)) }

  /// Runs a closure, and restores the transform after it.
  public func saved(_ body: () -> Void) {
    gtk_snapshot_save(pointer)
    body()
    gtk_snapshot_restore(pointer)
  }

  /// Clips everything that is added in a closure to a rectangle.
  public func clipped(to rect: Rect, _ body: () -> Void) {
    var rect = rect.graphene
    gtk_snapshot_push_clip(pointer, &rect)
    body()
    gtk_snapshot_pop(pointer)
  }

  /// Clips everything that is added in a closure to a rectangle with round corners.
  public func clipped(to rect: Rect, radius: Double, _ body: () -> Void) {
    var rounded = rect.rounded(radius)
    gtk_snapshot_push_rounded_clip(pointer, &rounded)
    body()
    gtk_snapshot_pop(pointer)
  }

  /// Composites everything that is added in a closure as one group, with an opacity.
  public func withOpacity(_ opacity: Double, _ body: () -> Void) {
    guard opacity < 1 else { return body() }
    gtk_snapshot_push_opacity(pointer, max(opacity, 0))
    body()
    gtk_snapshot_pop(pointer)
  }

  /// Fills a rectangle.
  public func fill(_ rect: Rect, _ color: RGBA) {
    var (rect, color) = (rect.graphene, color.gdk)
    gtk_snapshot_append_color(pointer, &color, &rect)
  }

  /// Draws a frame within a rectangle.
  public func frame(_ rect: Rect, width: Double, _ color: RGBA, radius: Double = 0) {
    var outline = rect.rounded(radius)
    let widths = [Float](repeating: Float(width), count: 4)
    let colors = [GdkRGBA](repeating: color.gdk, count: 4)
    gtk_snapshot_append_border(pointer, &outline, widths, colors)
  }

  /// Adds a shadow around a rectangle.
  public func shadow(_ rect: Rect, _ color: RGBA, dy: Double, blur: Double, radius: Double = 0) {
    var (outline, color) = (rect.rounded(radius), color.gdk)
    gtk_snapshot_append_outset_shadow(pointer, &outline, &color, 0, Float(dy), 0, Float(blur))
  }

  /// Adds a picture stretched over a rectangle.
  public func picture(_ texture: Texture, in rect: Rect) {
    var rect = rect.graphene
    gtk_snapshot_append_texture(pointer, texture.pointer, &rect)
  }

  /// Paints with cairo, again in every frame.
  public func paint(in rect: Rect, _ body: (_ context: OpaquePointer) -> Void) {
    append(RenderNode(bounds: rect, body))
  }
}

extension Rect {
  func rounded(_ radius: Double) -> GskRoundedRect {
    var (result, bounds) = (GskRoundedRect(), graphene)
    gsk_rounded_rect_init_from_rect(&result, &bounds, Float(radius))
    return result
  }
}
