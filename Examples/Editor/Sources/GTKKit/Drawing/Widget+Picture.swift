import CGTK

extension Widget {
  /// What the widget looks like now, with the popovers over it if it is a window; for tests and for pictures of the
  /// program. `nil` if it is not shown, or something of it waits to be painted anew.
  ///
  /// - Parameter scale: Pixels a unit.
  public func picture(scale: Double = 1) -> Texture? {
    var size: (width: Double, height: Double) = (0, 0)
    let node = RenderNode { snapshot in
      snapshot.scale(scale, scale)
      size = paintPicture(on: snapshot)
      guard self is Window else { return }
      for popover in descendants where popover is Popover {
        guard let frame = popover.frameInWindow else { continue }
        snapshot.saved {
          snapshot.translate(frame.x, frame.y)
          _ = popover.paintPicture(on: snapshot)
        }
      }
    }
    guard size.width > 0, size.height > 0 else { return nil }
    return node?.picture(of: Rect(width: size.width * scale, height: size.height * scale))
  }

  /// Paints it with its frame, and returns the size, in units.
  private func paintPicture(on snapshot: Snapshot) -> (width: Double, height: Double) {
    guard let paintable = gtk_widget_paintable_new(widget) else { return (0, 0) }
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    let width = Double(gdk_paintable_get_intrinsic_width(paintable))
    let height = Double(gdk_paintable_get_intrinsic_height(paintable))
    if width > 0, height > 0 { gdk_paintable_snapshot(paintable, snapshot.pointer, width, height) }
    return (width, height)
  }
}

extension RenderNode {
  /// A picture of a part of it, rendered by cairo, at one pixel a unit.
  public func picture(of area: Rect) -> Texture? {
    guard let renderer = gsk_cairo_renderer_new() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(renderer)) }
    guard gsk_renderer_realize(renderer, nil, nil) != 0 else { return nil }
    defer { gsk_renderer_unrealize(renderer) }
    var rect = area.graphene
    return gsk_renderer_render_texture(renderer, pointer, &rect).map { Texture(owning: $0) }
  }
}
