import CGTK

extension Widget {
  /// The width it was given.
  public var width: Double { Double(gtk_widget_get_width(widget)) }
  /// The height it was given.
  public var height: Double { Double(gtk_widget_get_height(widget)) }
  /// Pixels of the screen a unit.
  public var pixelRatio: Double { Double(gtk_widget_get_scale_factor(widget)) }

  /// Whether it takes all the width there is.
  public var expandsWidth: Bool {
    get { gtk_widget_get_hexpand(widget) != 0 }
    set { gtk_widget_set_hexpand(widget, newValue ? 1 : 0) }
  }

  /// Whether it takes all the height there is.
  public var expandsHeight: Bool {
    get { gtk_widget_get_vexpand(widget) != 0 }
    set { gtk_widget_set_vexpand(widget, newValue ? 1 : 0) }
  }

  /// How it stands from left to right.
  public var alignX: Align {
    get { Align(rawValue: gtk_widget_get_halign(widget).rawValue) ?? .fill }
    set { gtk_widget_set_halign(widget, GtkAlign(newValue.rawValue)) }
  }

  /// How it stands from top to bottom.
  public var alignY: Align {
    get { Align(rawValue: gtk_widget_get_valign(widget).rawValue) ?? .fill }
    set { gtk_widget_set_valign(widget, GtkAlign(newValue.rawValue)) }
  }

  /// The empty room around it, in units; setting it sets all four sides.
  public var margin: Int {
    get { Int(gtk_widget_get_margin_start(widget)) }
    set { setMargins(top: newValue, bottom: newValue, start: newValue, end: newValue) }
  }

  /// Sets the empty room at each side, in units.
  public func setMargins(top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0) {
    gtk_widget_set_margin_top(widget, Int32(clamping: top))
    gtk_widget_set_margin_bottom(widget, Int32(clamping: bottom))
    gtk_widget_set_margin_start(widget, Int32(clamping: start))
    gtk_widget_set_margin_end(widget, Int32(clamping: end))
  }

  /// Asks for at least so much room, in units; `nil` leaves it to the widget.
  public func setMinimumSize(width: Int? = nil, height: Int? = nil) {
    gtk_widget_set_size_request(widget, Int32(clamping: width ?? -1), Int32(clamping: height ?? -1))
  }

  /// The room that it needs and the room that it wants, given the other extent in units if that is known.
  public func preferredSize(_ orientation: Orientation, for other: Double? = nil) -> (
    minimum: Int, natural: Int
  ) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    let extent = other.map { Int32(clamping: Int($0.isFinite ? $0 : 0)) } ?? -1
    gtk_widget_measure(widget, orientation.gtk, extent, &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  /// Where a point of it is in another widget of the same window.
  public func convert(_ point: Point, to other: Widget) -> Point? {
    convert(point, to: other.widget)
  }

  func convert(_ point: Point, to other: UnsafeMutablePointer<GtkWidget>) -> Point? {
    var (own, result) = (graphene_point_t(x: Float(point.x), y: Float(point.y)), graphene_point_t())
    guard gtk_widget_compute_point(widget, other, &own, &result) != 0 else { return nil }
    return Point(x: Double(result.x), y: Double(result.y))
  }
}
