import GTKKit

/// Names by which programs that drive the editor find widgets: `tool.line`, `undo`.
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
