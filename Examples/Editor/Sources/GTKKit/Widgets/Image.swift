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

/// A picture that is made larger or smaller to fit its room.
open class Picture: Widget {
  /// Makes a picture.
  public init(_ texture: Texture? = nil) {
    super.init(owning: gtk_picture_new())
    gtk_picture_set_can_shrink(c(), 1)
    self.texture = texture
  }

  /// What it shows.
  public var texture: Texture? { didSet { gtk_picture_set_paintable(c(), texture?.pointer) } }
}

/// Something that turns for as long as something takes.
open class Spinner: Widget {
  /// Makes one that turns.
  public init() {
    super.init(owning: gtk_spinner_new())
    isSpinning = true
  }

  /// Whether it turns.
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(c()) != 0 }
    set { gtk_spinner_set_spinning(c(), newValue ? 1 : 0) }
  }
}

/// A line between widgets.
open class Separator: Widget {
  /// Makes a line.
  public init(_ orientation: Orientation) { super.init(owning: gtk_separator_new(orientation.gtk)) }
}
