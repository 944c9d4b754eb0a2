import CGTK

/// Several widgets, one of which is seen.
open class Stack: Widget {
  /// Makes one of widgets with names.
  public init(_ pages: [(name: String, widget: Widget)] = []) {
    super.init(owning: gtk_stack_new())
    for page in pages { add(page.widget, named: page.name) }
  }

  /// Adds a widget.
  public func add(_ page: Widget, named name: String) {
    gtk_stack_add_named(c(), page.widget, name)
  }

  /// The name of the one that is seen.
  public var visibleName: String {
    get { gtk_stack_get_visible_child_name(c()).map { String(cString: $0) } ?? "" }
    set { if newValue != visibleName { gtk_stack_set_visible_child_name(c(), newValue) } }
  }

  /// Whether it is as large as the largest widget in it; else it is as large as the visible one.
  public var isHomogeneous: Bool {
    get { gtk_stack_get_hhomogeneous(c()) != 0 && gtk_stack_get_vhomogeneous(c()) != 0 }
    set {
      gtk_stack_set_hhomogeneous(c(), newValue ? 1 : 0)
      gtk_stack_set_vhomogeneous(c(), newValue ? 1 : 0)
    }
  }

  /// Whether changes of the visible widget crossfade, in 0.2 s.
  public var crossfades: Bool {
    get { gtk_stack_get_transition_type(c()) == GTK_STACK_TRANSITION_TYPE_CROSSFADE }
    set {
      let type = newValue ? GTK_STACK_TRANSITION_TYPE_CROSSFADE : GTK_STACK_TRANSITION_TYPE_NONE
      gtk_stack_set_transition_type(c(), type)
    }
  }
}
