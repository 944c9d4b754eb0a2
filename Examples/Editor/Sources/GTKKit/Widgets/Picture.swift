import CGTK

/// A picture that is scaled to fit the widget.
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
