import CPostilCairo
import Foundation

/// A page to draw on: cairo, with the few things that a book needs. Origin at the upper left, in points.
struct Canvas {
  let context: OpaquePointer?
  let width: Double
  let height: Double

  // MARK: Colour

  func color(_ hex: Int, _ alpha: Double = 1) {
    let (red, green, blue) = Self.parts(hex)
    cairo_set_source_rgba(context, red, green, blue, alpha)
  }

  static func parts(_ hex: Int) -> (Double, Double, Double) {
    (Double(hex >> 16 & 255) / 255, Double(hex >> 8 & 255) / 255, Double(hex & 255) / 255)
  }

  /// Fills what `path` traces with a gradient between two points.
  func gradient(
    from: (Double, Double), to: (Double, Double), _ stops: [(Int, Double)], path: () -> Void
  ) {
    fill(cairo_pattern_create_linear(from.0, from.1, to.0, to.1), stops, path)
  }

  /// Fills what `path` traces with a gradient from a centre outwards.
  func glow(at center: (Double, Double), radius: Double, _ stops: [(Int, Double)], path: () -> Void) {
    fill(cairo_pattern_create_radial(center.0, center.1, 0, center.0, center.1, radius), stops, path)
  }

  private func fill(_ pattern: OpaquePointer?, _ stops: [(Int, Double)], _ path: () -> Void) {
    for (index, stop) in stops.enumerated() {
      let (red, green, blue) = Self.parts(stop.0)
      let offset = stops.count > 1 ? Double(index) / Double(stops.count - 1) : 0
      cairo_pattern_add_color_stop_rgba(pattern, offset, red, green, blue, stop.1)
    }
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
    path()
    cairo_fill(context)
  }

  // MARK: Shapes

  func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cairo_rectangle(context, x, y, width, height)
  }

  func circle(_ x: Double, _ y: Double, _ radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * .pi)
  }

  func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, width: Double) {
    cairo_move_to(context, x1, y1)
    cairo_line_to(context, x2, y2)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  func fill() { cairo_fill(context) }

  // MARK: Text

  enum Face {
    case serif, italic, bold, sans
  }

  func font(_ face: Face, _ size: Double) {
    let family = face == .sans ? "DejaVu Sans" : "DejaVu Serif"
    let slant = face == .italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL
    cairo_select_font_face(
      context, family, slant, face == .bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, size)
  }

  func width(of text: String) -> Double {
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }

  func text(_ text: String, _ x: Double, _ y: Double) {
    cairo_move_to(context, x, y)
    cairo_show_text(context, text)
  }

  /// Sets a paragraph in justified lines and returns where the next line would be.
  @discardableResult
  func paragraph(_ text: String, x: Double, y: Double, width: Double, leading: Double) -> Double {
    var y = y
    var line: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      if self.width(of: (line + [word]).joined(separator: " ")) > width, !line.isEmpty {
        justify(line, x, y, width)
        line = []
        y += leading
      }
      line.append(word)
    }
    self.text(line.joined(separator: " "), x, y)
    return y + leading
  }

  private func justify(_ words: [String], _ x: Double, _ y: Double, _ width: Double) {
    let natural = words.reduce(0) { $0 + self.width(of: $1) }
    let space = words.count > 1 ? (width - natural) / Double(words.count - 1) : 0
    var x = x
    for word in words {
      text(word, x, y)
      x += self.width(of: word) + space
    }
  }

  // MARK: Links

  /// Marks the place that links of this name lead to.
  func destination(_ name: String) {
    cairo_tag_begin(context, CAIRO_TAG_DEST, "name='\(name)'")
    cairo_tag_end(context, CAIRO_TAG_DEST)
  }

  /// Makes what `body` draws a link; `target` is `dest='name'` or `uri='address'`.
  func link(_ target: String, _ body: () -> Void) {
    cairo_tag_begin(context, CAIRO_TAG_LINK, target)
    body()
    cairo_tag_end(context, CAIRO_TAG_LINK)
  }
}
