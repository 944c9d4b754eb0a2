import CGTK

extension ScrolledWindow {
  /// Makes it as large as its content, up to a height in units.
  public func fitsContent(upTo height: Int? = nil) {
    gtk_scrolled_window_set_propagate_natural_height(c(), 1)
    gtk_scrolled_window_set_propagate_natural_width(c(), 1)
    if let height { gtk_scrolled_window_set_max_content_height(c(), Int32(clamping: height)) }
  }
}
