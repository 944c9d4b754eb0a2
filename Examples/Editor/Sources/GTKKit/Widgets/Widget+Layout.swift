import CGTK

extension Widget {
  /// The width that it has in the layout, in units.
  public var width: Double { Double(gtk_widget_get_width(widget)) }
  /// The height that it has in the layout, in units.
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

  /// The horizontal alignment.
  public var alignX: Align {
    get { Align(rawValue: gtk_widget_get_halign(widget).rawValue) ?? .fill }
    set { gtk_widget_set_halign(widget, GtkAlign(newValue.rawValue)) }
  }

  /// The vertical alignment.
  public var alignY: Align {
    get { Align(rawValue: gtk_widget_get_valign(widget).rawValue) ?? .fill }
    set { gtk_widget_set_valign(widget, GtkAlign(newValue.rawValue)) }
  }

  /// The margin at its start, in units; setting it sets all four sides.
  public var margin: Int {
    get { Int(gtk_widget_get_margin_start(widget)) }
    set { setMargins(top: newValue, bottom: newValue, start: newValue, end: newValue) }
  }

  /// Sets the margin at each side, in units.
  public func setMargins(top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0) {
    gtk_widget_set_margin_top(widget, Int32(clamping: top))
    gtk_widget_set_margin_bottom(widget, Int32(clamping: bottom))
    gtk_widget_set_margin_start(widget, Int32(clamping: start))
    gtk_widget_set_margin_end(widget, Int32(clamping: end))
  }

  /// Sets the minimum size, in units; `nil` leaves it to the widget.
  public func setMinimumSize(width: Int? = nil, height: Int? = nil) {
    gtk_widget_set_size_request(widget, Int32(clamping: width ?? -1), Int32(clamping: height ?? -1))
  }

  /// The minimum and the natural extent in a direction, in units, given the extent in the other direction if that is known.
  public func preferredSize(_ orientation: Orientation, for other: Double? = nil) -> (
    minimum: Int, natural: Int
  ) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    let extent = other.map { Int32(clamping: Int($0.isFinite ? $0 : 0)) } ?? -1
    gtk_widget_measure(widget, orientation.gtk, extent, &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  /// Converts a point of it to another widget of the same window; `nil` if they are not in the same one.
  public func convert(_ point: Point, to other: Widget) -> Point? {
    convert(point, to: other.widget)
  }

  func convert(_ point: Point, to other: UnsafeMutablePointer<GtkWidget>) -> Point? {
    var (own, result) = (graphene_point_t(x: Float(point.x), y: Float(point.y)), graphene_point_t())
    guard gtk_widget_compute_point(widget, other, &own, &result) != 0 else { return nil }
    return Point(x: Double(result.x), y: Double(result.y))
  }
}
