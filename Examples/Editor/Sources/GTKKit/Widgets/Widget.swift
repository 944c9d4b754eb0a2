import CGTK

/// A part of a window. Its properties can be set before it is in one.
open class Widget: Object {
  /// The widget in C.
  public var widget: UnsafeMutablePointer<GtkWidget> { c() }

  /// Whether it is shown and takes space.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether it can be used; if not, neither can its children.
  public var isEnabled: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// The text that is shown when the pointer rests on it.
  public var tooltip: String? {
    get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
    set { gtk_widget_set_tooltip_text(widget, newValue) }
  }

  /// How opaque it is, from 0 to 1.
  public var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    set { gtk_widget_set_opacity(widget, newValue) }
  }

  /// The name for CSS (`#name`).
  public var name: String {
    get { String(cString: gtk_widget_get_name(widget)) }
    set { gtk_widget_set_name(widget, newValue) }
  }

  /// Whether it gets events of the pointer; if not, the widget below does.
  public var canBeTargeted: Bool {
    get { gtk_widget_get_can_target(widget) != 0 }
    set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
  }

  /// Whether it may have the keyboard focus.
  public var isFocusable: Bool {
    get { gtk_widget_get_focusable(widget) != 0 }
    set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
  }

  /// Whether it has the keyboard focus.
  public var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

  /// Requests the keyboard focus. Returns whether it was given.
  @discardableResult
  public func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

  /// The widget that contains it, if that has a Swift object.
  public var parent: Widget? { Object.wrapper(of: gtk_widget_get_parent(widget)) as? Widget }

  /// The window that it is in; `nil` if it is in none.
  public var window: Window? {
    gtk_widget_get_root(widget).flatMap { Object.wrapper(of: UnsafeMutableRawPointer($0)) as? Window }
  }

  /// Removes it from its parent: a custom widget, or the widget that a popover is attached to.
  public func unparent() { gtk_widget_unparent(widget) }

  /// Schedules painting it again.
  public func queueDraw() { gtk_widget_queue_draw(widget) }

  /// Schedules measuring and placing it again.
  public func queueResize() { gtk_widget_queue_resize(widget) }

  /// Schedules placing its children again; its own size stays.
  public func queueAllocate() { gtk_widget_queue_allocate(widget) }

  /// Adds a controller of events, which the widget retains.
  public func add(_ controller: EventController) {
    g_object_ref(controller.handle)
    gtk_widget_add_controller(widget, controller.c())
  }

  /// Removes a controller of events.
  public func remove(_ controller: EventController) {
    gtk_widget_remove_controller(widget, controller.c())
  }

  /// Activates an action ("win.save"). Returns whether there is such an action.
  @discardableResult
  public func activate(action: String) -> Bool {
    gtk_widget_activate_action_variant(widget, action, nil) != 0
  }
}

extension Widget {
  /// The first widget in it, in C.
  var firstChild: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_first_child(widget) }
}
