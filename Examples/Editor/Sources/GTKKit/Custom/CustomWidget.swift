import CGTK

/// A widget that measures, places and paints itself and its children.
///
/// ```swift
/// final class Dot: CustomWidget {
///   override func snapshot(_ snapshot: Snapshot) { snapshot.fill(bounds, RGBA(1, 0, 0)) }
/// }
/// ```
open class CustomWidget: Widget {
  /// Makes a widget. `css` is the name of its kind for style sheets.
  public init(css: String = "widget", role: Role = .generic) {
    let type = role == .slider ? CustomWidgetClass.slider : CustomWidgetClass.type
    super.init(owning: cgtk_new_widget(type, css, role.gtk))
  }

  /// The whole widget.
  public var bounds: Rect { Rect(width: width, height: height) }

  /// Tells how much room it needs and wants in a direction, in units; `other` is the extent in the other one, if that is
  /// known.
  open func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) { (0, 0) }

  /// Places the children: see `place(_:at:)`. Called when the size or what was asked for has changed.
  ///
  /// No child may come or be given another text here, nor anything else that makes it want other room: GTK then takes
  /// some of the widgets around for laid out that are not, and complains when they are painted.
  open func layout(width: Double, height: Double) {}

  /// Paints it. The children paint themselves when it calls `snapshotChildren`, as it does unless it is
  /// overridden.
  open func snapshot(_ snapshot: Snapshot) { snapshotChildren(snapshot) }

  /// Sets its value as assistive technology asks for it, if its role is that of a slider. Returns whether that could be
  /// done. It is only called from GTK 4.10 on.
  open func setValue(_ value: Double) -> Bool { false }

  /// Called when it comes to be in a window that is shown.
  open func didRealize() {}

  /// Whether it asks for its height by its width, or for its width by its height.
  open var asksHeightForWidth: Bool { false }

  /// The widgets in it, the lowest first.
  public private(set) var children: [Widget] = []

  /// Puts a widget into it, above the others.
  public func add(_ child: Widget) {
    children.append(child)
    gtk_widget_set_parent(child.widget, widget)
  }

  /// Takes a widget out.
  public func remove(_ child: Widget) {
    guard let place = children.firstIndex(where: { $0 === child }) else { return }
    children.remove(at: place)
    child.unparent()
  }

  /// Moves a widget above all others.
  public func raise(_ child: Widget) {
    guard let place = children.firstIndex(where: { $0 === child }) else { return }
    children.append(children.remove(at: place))
    gtk_widget_insert_before(child.widget, widget, nil)
  }

  /// Gives a child its place, in `layout`; stretched by a scale about its upper left corner if one is
  /// given. A child that needs more room than it is given takes it.
  public func place(_ child: Widget, at frame: Rect, scale: Double = 1) {
    let width = max(child.preferredSize(.horizontal).minimum, Int(frame.width.rounded()))
    let height = max(child.preferredSize(.vertical, for: Double(width)).minimum, Int(frame.height.rounded()))
    var origin = graphene_point_t(x: Float(frame.x), y: Float(frame.y))
    var transform = gsk_transform_translate(nil, &origin)
    if scale != 1 { transform = gsk_transform_scale(transform, Float(scale), Float(scale)) }
    gtk_widget_allocate(child.widget, Int32(clamping: width), Int32(clamping: height), -1, transform)
  }

  /// A rectangle in it, on the other side if what is read runs from the right to the left: GTK turns over its own boxes,
  /// and leaves the rest to whoever places something.
  ///
  /// - Parameter width: The width that it is being given, in `layout`.
  public func mirrored(_ frame: Rect, in width: Double? = nil) -> Rect {
    guard isRightToLeft else { return frame }
    return Rect(
      x: (width ?? self.width) - frame.x - frame.width, y: frame.y, width: frame.width, height: frame.height)
  }

  /// A point in it, on the other side if what is read runs from the right to the left.
  public func mirrored(_ point: Point) -> Point {
    isRightToLeft ? Point(x: width - point.x, y: point.y) : point
  }

  /// Paints all children.
  public func snapshotChildren(_ snapshot: Snapshot) {
    for child in children { gtk_widget_snapshot_child(widget, child.widget, snapshot.pointer) }
  }

  /// Paints a child.
  public func snapshot(_ child: Widget, _ snapshot: Snapshot) {
    gtk_widget_snapshot_child(widget, child.widget, snapshot.pointer)
  }
}
