import CGTK

/// A part of a window. What is set of it before it is in a window counts too.
open class Widget: Object {
  /// The widget in C.
  public var widget: UnsafeMutablePointer<GtkWidget> { c() }

  /// Whether it is shown and has room.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether it can be used; its children cannot be while it cannot.
  public var isEnabled: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// What is told when the pointer rests on it.
  public var tooltip: String? {
    get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
    set { gtk_widget_set_tooltip_text(widget, newValue) }
  }

  /// How opaque it is, from 0 to 1.
  public var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    set { gtk_widget_set_opacity(widget, newValue) }
  }

  /// The name that CSS knows it by (`#name`).
  public var name: String {
    get { String(cString: gtk_widget_get_name(widget)) }
    set { gtk_widget_set_name(widget, newValue) }
  }

  /// Whether the pointer goes through to it.
  public var canBeTargeted: Bool {
    get { gtk_widget_get_can_target(widget) != 0 }
    set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
  }

  /// Whether it may have the keyboard.
  public var isFocusable: Bool {
    get { gtk_widget_get_focusable(widget) != 0 }
    set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
  }

  /// Whether it has the keyboard.
  public var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

  /// Asks for the keyboard. Returns whether it was given.
  @discardableResult
  public func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

  /// The widget around it, if that has a Swift side.
  public var parent: Widget? { Object.side(of: gtk_widget_get_parent(widget)) as? Widget }

  /// Takes it out of a widget that it was given to with `setParent`.
  public func unparent() { gtk_widget_unparent(widget) }

  /// Frees what a widget needs a picture of itself or a signal for: paint anew.
  public func queueDraw() { gtk_widget_queue_draw(widget) }

  /// Measure and place anew.
  public func queueResize() { gtk_widget_queue_resize(widget) }

  /// Place the children anew; its own size stays.
  public func queueAllocate() { gtk_widget_queue_allocate(widget) }

  /// Adds what reacts to input. The widget holds it.
  public func add(_ controller: EventController) {
    g_object_ref(controller.handle)
    gtk_widget_add_controller(widget, controller.c())
  }

  /// Takes such a controller away.
  public func remove(_ controller: EventController) {
    gtk_widget_remove_controller(widget, controller.c())
  }

  /// Does what an action does ("win.save"). Returns whether there is such an action.
  @discardableResult
  public func activate(action: String) -> Bool {
    gtk_widget_activate_action_variant(widget, action, nil) != 0
  }
}

extension Widget {
  /// The first widget in it, in C: for tests.
  var firstChild: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_first_child(widget) }
}
