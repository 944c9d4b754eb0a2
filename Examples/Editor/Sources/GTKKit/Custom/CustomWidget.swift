import CGTK

/// A widget that measures, places and paints itself and its children.
///
/// ```swift
/// final class Dot: CustomWidget {
///   override func snapshot(_ snapshot: Snapshot) { snapshot.fill(bounds, RGBA(1, 0, 0)) }
/// }
/// ```
open class CustomWidget: Widget {
  /// What it is for assistive technology.
  public let role: Role

  /// Makes a widget. `css` is the name of its node in style sheets.
  public init(css: String = "widget", role: Role = .generic) {
    self.role = role
    let type =
      switch role {
      case .slider: CustomWidgetClass.slider
      case .document: CustomWidgetClass.document
      case .page: CustomWidgetClass.page
      default: CustomWidgetClass.type
      }
    super.init(owning: cgtk_new_widget(type, css, role.gtk))
  }

  /// The whole widget.
  public var bounds: Rect { Rect(width: width, height: height) }

  /// The minimum and the natural extent in a direction, in units; `other` is the extent in the other direction, if that is known.
  open func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) { (0, 0) }

  /// Places the children: see `place(_:at:scale:)`. Called when the size or the preferred size of a child has changed.
  ///
  /// Do not add children here, nor change their preferred size, as by another text: that invalidates ancestors that GTK has
  /// laid out already, and GTK warns when they are painted.
  open func layout(width: Double, height: Double) {}

  /// Paints it. An override calls `snapshotChildren` to paint the children.
  open func snapshot(_ snapshot: Snapshot) { snapshotChildren(snapshot) }

  /// Called when assistive technology sets the value of a widget with the role of a slider; only with GTK 4.10 or later.
  /// Returns whether the value was set.
  open func setValue(_ value: Double) -> Bool { false }

  /// Called when assistive technology asks for the text of a widget with the role of a document; only with GTK 4.14 or later. Change nothing then: it waits for an answer.
  open func assistantAsks() {}

  /// Called when the widget is realized: it is in a window that has a surface.
  open func didRealize() {}

  /// Whether its height depends on its width. If not, its size is constant.
  open var asksHeightForWidth: Bool { false }

  /// The widgets in it, in z-order from the bottom.
  public private(set) var children: [Widget] = []

  /// Adds a widget above the others.
  public func add(_ child: Widget) {
    children.append(child)
    gtk_widget_set_parent(child.widget, widget)
  }

  /// Adds a widget below another one of its widgets.
  public func insert(_ child: Widget, below other: Widget) {
    children.insert(child, at: children.firstIndex { $0 === other } ?? children.count)
    gtk_widget_insert_before(child.widget, widget, other.widget)
  }

  /// Removes a widget.
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

  /// Places a child, in `layout`; scaled about its upper left corner if a scale is given. A child does not become smaller than
  /// its minimum size.
  public func place(_ child: Widget, at frame: Rect, scale: Double = 1) {
    let width = max(child.preferredSize(.horizontal).minimum, Int(frame.width.rounded()))
    let height = max(child.preferredSize(.vertical, for: Double(width)).minimum, Int(frame.height.rounded()))
    var origin = graphene_point_t(x: Float(frame.x), y: Float(frame.y))
    var transform = gsk_transform_translate(nil, &origin)
    if scale != 1 { transform = gsk_transform_scale(transform, Float(scale), Float(scale)) }
    gtk_widget_allocate(child.widget, Int32(clamping: width), Int32(clamping: height), -1, transform)
  }

  /// A rectangle in it, mirrored if the language is written from right to left. GTK mirrors the children of its own containers
  /// only.
  ///
  /// - Parameter width: The width that `layout` was called with; `nil` for the present width.
  public func mirrored(_ frame: Rect, in width: Double? = nil) -> Rect {
    guard isRightToLeft else { return frame }
    return Rect(
      x: (width ?? self.width) - frame.x - frame.width, y: frame.y, width: frame.width, height: frame.height)
  }

  /// A point in it, mirrored if the language is written from right to left.
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
