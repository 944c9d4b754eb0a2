import CGTK

/// The GTK class of all custom widgets: its virtual methods call their Swift objects.
enum CustomWidgetClass {
  static let type: GType = {
    var query = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &query)
    return g_type_register_static_simple(
      gtk_widget_get_type(), "PostilCustomWidget", query.class_size, start, query.instance_size, nil,
      GTypeFlags(rawValue: 0))
  }()

  /// The class of custom widgets that have a value.
  static let slider: GType = {
    let slider = derived("PostilCustomSlider")
    cgtk_add_range(slider) { widget, value in side(widget)?.setValue(value) == true ? 1 : 0 }
    return slider
  }()

  /// The class of custom widgets that show a document: they have a text with a caret.
  static let document: GType = {
    let document = derived("PostilCustomDocument")
    cgtk_add_document(document) { widget in side(widget)?.assistantAsks() }
    return document
  }()

  /// The class of custom widgets with items below them that are no widgets.
  static let page: GType = {
    let page = derived("PostilCustomPage")
    cgtk_add_page(page)
    return page
  }()

  private static func derived(_ name: String) -> GType {
    var query = GTypeQuery()
    g_type_query(type, &query)
    return g_type_register_static_simple(
      type, name, query.class_size, nil, query.instance_size, nil, GTypeFlags(rawValue: 0))
  }

  private static var parent: UnsafeMutablePointer<GtkWidgetClass>?

  private static let start: GClassInitFunc = { pointer, _ in
    guard let pointer else { return }
    parent = g_type_class_peek_parent(pointer)?.assumingMemoryBound(to: GtkWidgetClass.self)
    let widget = pointer.assumingMemoryBound(to: GtkWidgetClass.self)
    widget.pointee.snapshot = snapshot
    widget.pointee.measure = measure
    widget.pointee.size_allocate = allocate
    widget.pointee.get_request_mode = requestMode
    widget.pointee.realize = realize
    pointer.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = dispose
  }

  private static func side(_ widget: UnsafeMutablePointer<GtkWidget>?) -> CustomWidget? {
    Object.wrapper(of: widget) as? CustomWidget
  }

  private typealias W = UnsafeMutablePointer<GtkWidget>

  private static let snapshot: @convention(c) (W?, OpaquePointer?) -> Void = {
    guard let snapshot = $1 else { return }
    side($0)?.snapshot(Snapshot(pointer: snapshot))
  }

  private static let measure:
    @convention(c) (
      W?, GtkOrientation, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> Void = { widget, orientation, other, minimum, natural, minimumBaseline, naturalBaseline in
      let direction: Orientation = orientation == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical
      let size =
        side(widget)?.measure(direction, for: other < 0 ? nil : Double(other)) ?? (minimum: 0, natural: 0)
      let least = max(0, size.minimum)
      minimum?.pointee = Int32(clamping: least)
      natural?.pointee = Int32(clamping: max(least, size.natural))
      minimumBaseline?.pointee = -1
      naturalBaseline?.pointee = -1
    }

  private static let allocate: @convention(c) (W?, Int32, Int32, Int32) -> Void = {
    widget, width, height, _ in
    side(widget)?.layout(width: Double(width), height: Double(height))
  }

  private static let requestMode: @convention(c) (W?) -> GtkSizeRequestMode = { widget in
    side(widget)?.asksHeightForWidth == true
      ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE
  }

  private static let realize: @convention(c) (W?) -> Void = { widget in
    parent?.pointee.realize?(widget)
    side(widget)?.didRealize()
  }

  private static let dispose: @convention(c) (UnsafeMutablePointer<GObject>?) -> Void = { object in
    guard let object else { return }
    let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
    while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
    guard let parent else { return }
    UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GObjectClass.self).pointee.dispose?(object)
  }
}
