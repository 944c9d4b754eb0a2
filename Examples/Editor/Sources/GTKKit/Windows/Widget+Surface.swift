import CGTK

extension Widget {
  /// Where the widget is, from the upper left of the window that it belongs to, in units; one in a popover too.
  /// `nil` if it is not shown.
  public var frameInWindow: Rect? {
    guard isMapped, let native = gtk_widget_get_native(widget) else { return nil }
    let root = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    guard let place = convert(Point(x: 0, y: 0), to: root) else { return nil }
    let origin = Self.origin(of: native)
    return Rect(x: place.x + origin.x, y: place.y + origin.y, width: width, height: height)
  }

  /// Where the content of a window or of a popover begins.
  private static func origin(of native: OpaquePointer) -> Point {
    var (x, y) = (0.0, 0.0)
    gtk_native_get_surface_transform(native, &x, &y)
    guard let surface = gtk_native_get_surface(native) else { return Point(x: x, y: y) }
    let outer = surfaceOrigin(of: surface)
    return Point(x: x + outer.x, y: y + outer.y)
  }

  /// The position of a surface in its window; that of a popup is relative to its parent's surface.
  private static func surfaceOrigin(of surface: OpaquePointer) -> Point {
    guard
      g_type_check_instance_is_a(
        UnsafeMutableRawPointer(surface).assumingMemoryBound(to: GTypeInstance.self),
        gdk_popup_get_type()) != 0, let parent = gdk_popup_get_parent(surface)
    else { return Point(x: 0, y: 0) }
    let outer = surfaceOrigin(of: parent)
    return Point(
      x: Double(gdk_popup_get_position_x(surface)) + outer.x,
      y: Double(gdk_popup_get_position_y(surface)) + outer.y)
  }
}

extension Window {
  /// The titles of all windows of the program that are shown, dialogs too.
  public static var shownTitles: [String] {
    guard let list = gtk_window_list_toplevels() else { return [] }
    defer { g_list_free(list) }
    var (item, titles): (UnsafeMutablePointer<GList>?, [String]) = (list, [])
    while let node = item {
      if let data = node.pointee.data {
        let widget = data.assumingMemoryBound(to: GtkWidget.self)
        if gtk_widget_get_mapped(widget) != 0 {
          let window = data.assumingMemoryBound(to: GtkWindow.self)
          titles.append(gtk_window_get_title(window).map { String(cString: $0) } ?? "")
        }
      }
      item = node.pointee.next
    }
    return titles
  }
}
