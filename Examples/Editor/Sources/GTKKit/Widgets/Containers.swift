import CGTK

/// Widgets above each other.
open class Overlay: Widget {
  /// Makes one of a widget, and others above it, which stand in it as they are aligned.
  public init(_ child: Widget, _ others: [Widget] = []) {
    super.init(owning: gtk_overlay_new())
    gtk_overlay_set_child(c(), child.widget)
    for other in others { add(other) }
  }

  /// Adds a widget above the others.
  public func add(_ other: Widget) { gtk_overlay_add_overlay(c(), other.widget) }

  /// Takes one away.
  public func remove(_ other: Widget) { gtk_overlay_remove_overlay(c(), other.widget) }
}

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

  /// Whether one goes over into the other, in 0.2 s.
  public var crossfades: Bool {
    get { gtk_stack_get_transition_type(c()) == GTK_STACK_TRANSITION_TYPE_CROSSFADE }
    set {
      let type = newValue ? GTK_STACK_TRANSITION_TYPE_CROSSFADE : GTK_STACK_TRANSITION_TYPE_NONE
      gtk_stack_set_transition_type(c(), type)
    }
  }
}

/// A widget that slides in and out.
open class Revealer: Widget {
  /// Where it slides out of.
  public enum Edge: Sendable {
    /// Downwards from the upper edge.
    case top
    /// Upwards from the lower edge.
    case bottom
    /// It fades in.
    case none
  }

  /// Makes one around a widget; it is hidden.
  public init(_ child: Widget, from edge: Edge = .top) {
    super.init(owning: gtk_revealer_new())
    gtk_revealer_set_child(c(), child.widget)
    let type =
      switch edge {
      case .top: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
      case .bottom: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
      case .none: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
      }
    gtk_revealer_set_transition_type(c(), type)
  }

  /// Whether it is out.
  public var isRevealed: Bool {
    get { gtk_revealer_get_reveal_child(c()) != 0 }
    set { gtk_revealer_set_reveal_child(c(), newValue ? 1 : 0) }
  }
}

/// A widget that is seen in part, and scrolled.
open class ScrolledWindow: Widget {
  /// Makes one around a widget; scroll bars come as they are needed.
  public init(_ child: Widget, horizontal: Bool = false, vertical: Bool = true) {
    super.init(owning: gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(c(), child.widget)
    gtk_scrolled_window_set_policy(
      c(), horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
      vertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
  }
}

/// The bar at the top of a window, with its title and what closes it.
open class HeaderBar: Widget {
  /// Makes an empty bar.
  public init() { super.init(owning: gtk_header_bar_new()) }

  /// Adds a widget at the left.
  public func packStart(_ child: Widget) { gtk_header_bar_pack_start(c(), child.widget) }

  /// Adds a widget at the right, left of those that are there.
  public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(c(), child.widget) }

  /// Shows a widget in place of the window's title.
  public func setTitle(_ child: Widget) { gtk_header_bar_set_title_widget(c(), child.widget) }
}

/// A message within a window, with buttons.
open class InfoBar: Widget {
  /// What kind of message it is.
  public enum Kind: UInt32, Sendable {
    /// Something to know.
    case info
    /// Something to mind.
    case warning
    /// A question.
    case question
    /// Something failed.
    case error
  }

  /// Makes one around a widget; it is hidden.
  public init(_ child: Widget) {
    super.init(owning: gtk_info_bar_new())
    gtk_info_bar_add_child(c(), child.widget)
    gtk_info_bar_set_revealed(c(), 0)
  }

  /// What kind of message it is.
  public var kind: Kind {
    get { Kind(rawValue: gtk_info_bar_get_message_type(c()).rawValue) ?? .info }
    set { gtk_info_bar_set_message_type(c(), GtkMessageType(newValue.rawValue)) }
  }

  /// Whether it is seen.
  public var isRevealed: Bool {
    get { gtk_info_bar_get_revealed(c()) != 0 }
    set { gtk_info_bar_set_revealed(c(), newValue ? 1 : 0) }
  }

  /// Adds a widget at its right side, such as a button.
  public func addAction(_ child: Widget) { gtk_info_bar_add_action_widget(c(), child.widget, 0) }
}
