import CGTK

extension Widget {
  /// All widgets in it that have a Swift object, those of popovers too, each before its own descendants. O(widgets).
  public var descendants: [Widget] {
    var found: [Widget] = []
    Self.collect(widget, into: &found)
    return found
  }

  private static func collect(_ widget: UnsafeMutablePointer<GtkWidget>, into found: inout [Widget]) {
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      if let known = Object.wrapper(of: next) as? Widget { found.append(known) }
      collect(next, into: &found)
      child = gtk_widget_get_next_sibling(next)
    }
  }
}
