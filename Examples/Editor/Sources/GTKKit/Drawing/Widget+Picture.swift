import CGTK

extension Widget {
  /// What the widget looks like now, for tests and for pictures of the program; `nil` if it is not shown, or something of it waits to be painted anew.
  public func picture() -> Texture? {
    guard let paintable = gtk_widget_paintable_new(widget) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    let width = gdk_paintable_get_intrinsic_width(paintable)
    let height = gdk_paintable_get_intrinsic_height(paintable)
    guard width > 0, height > 0 else { return nil }
    let node = RenderNode { snapshot in
      gdk_paintable_snapshot(paintable, snapshot.pointer, Double(width), Double(height))
    }
    return node?.picture(of: Rect(width: Double(width), height: Double(height)))
  }
}

extension RenderNode {
  /// What a part of it looks like, painted by cairo, a pixel a unit.
  public func picture(of area: Rect) -> Texture? {
    guard let renderer = gsk_cairo_renderer_new() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(renderer)) }
    guard gsk_renderer_realize(renderer, nil, nil) != 0 else { return nil }
    defer { gsk_renderer_unrealize(renderer) }
    var rect = area.graphene
    return gsk_renderer_render_texture(renderer, pointer, &rect).map { Texture(owning: $0) }
  }
}
