import CGTK

/// Widgets in a row or a column.
open class Box: Widget {
  /// Makes a row or a column of widgets, `spacing` units apart.
  public init(_ orientation: Orientation, spacing: Int = 0, _ children: [Widget] = []) {
    super.init(owning: gtk_box_new(orientation.gtk, Int32(clamping: spacing)))
    for child in children { append(child) }
  }

  /// Adds a widget at the end.
  public func append(_ child: Widget) { gtk_box_append(c(), child.widget) }

  /// Adds a widget at the start.
  public func prepend(_ child: Widget) { gtk_box_prepend(c(), child.widget) }

  /// Takes a widget out.
  public func remove(_ child: Widget) { gtk_box_remove(c(), child.widget) }

  /// Takes all widgets out.
  public func removeAll() {
    while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(c(), child) }
  }

  /// Whether all children get the same size.
  public var isHomogeneous: Bool {
    get { gtk_box_get_homogeneous(c()) != 0 }
    set { gtk_box_set_homogeneous(c(), newValue ? 1 : 0) }
  }

  /// Which way it goes.
  public var orientation: Orientation {
    get { Orientation(rawValue: gtk_orientable_get_orientation(c()).rawValue) ?? .horizontal }
    set { gtk_orientable_set_orientation(c(), newValue.gtk) }
  }
}
