import GTKKit

/// Names of widgets, by which a program that looks at the window from outside finds them: `tool.line`, `undo`.
enum WidgetNames {
  private static let mark = "@"

  /// Gives a widget a name.
  static func name(_ widget: Widget, _ name: String) { widget.name = mark + name }

  /// The widgets in a window that have a name.
  static func all(in window: Widget) -> [(name: String, widget: Widget)] {
    window.descendants.compactMap { widget in
      widget.name.hasPrefix(mark) ? (String(widget.name.dropFirst(mark.count)), widget) : nil
    }
  }
}
