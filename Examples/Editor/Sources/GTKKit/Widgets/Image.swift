import CGTK

/// A symbol of the icon theme.
open class Image: Widget {
  /// Makes a symbol, `size` units large.
  public init(icon: String, size: Int = 16) {
    super.init(owning: gtk_image_new_from_icon_name(icon))
    gtk_image_set_pixel_size(c(), Int32(clamping: size))
  }

  /// Shows another symbol.
  public func setIcon(_ name: String) { gtk_image_set_from_icon_name(c(), name) }
}
