/// How the program looks beyond the theme.
enum EditorStyle {
  static let css = """
    pagecanvas { background-color: shade(@theme_bg_color, 0.92); }
    """
}
