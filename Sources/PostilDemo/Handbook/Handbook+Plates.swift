import CPostilCairo
import Foundation

extension Handbook {
  /// A picture that is wider than the page, and so was bound in sideways.
  static func plate(_ canvas: Canvas) {
    cairo_save(canvas.context)
    // A quarter turn counterclockwise: a turn of the page clockwise puts it upright.
    cairo_translate(canvas.context, 0, canvas.height)
    cairo_rotate(canvas.context, -.pi / 2)
    let sideways = Canvas(context: canvas.context, width: canvas.height, height: canvas.width)
    heading(sideways, "5", "")
    let (left, top, width, height) = (121.0, 92.0, 600.0, 375.0)
    Landscape.draw(canvas.context, x: left, y: top, width: width, height: height)
    let text = "The valley at seven in the morning, from the window of the reading room."
    caption(sideways, text, left, top + height + 22, width: width)
    cairo_restore(canvas.context)
  }

  static func table(_ canvas: Canvas) {
    heading(canvas, "6", "Marks and their makers")
    let rows = [
      ("Manicule", "a hand with a pointing finger", "1100", "“look here”"),
      ("Obelus", "a dagger", "200 BC", "“this is doubtful”"),
      ("Asteriscus", "a small star", "200 BC", "“this is missing elsewhere”"),
      ("Pilcrow", "a letter C with a stroke", "1000", "“a new thought begins”"),
      ("Underline", "a line beneath", "always", "“I was here”"),
      ("Exclamation", "a stroke and a point", "1400", "“no!”"),
    ]
    let columns = [64.0, 148, 300, 356]
    canvas.color(accent, 0.12)
    canvas.rectangle(56, 142, 483, 24)
    canvas.fill()
    canvas.font(.sans, 8.5)
    canvas.color(accent)
    for (x, text) in zip(columns, ["Mark", "What it looks like", "Since", "What it says"]) {
      canvas.text(text, x, 158)
    }
    for (index, row) in rows.enumerated() {
      let y = 188 + Double(index) * 30
      canvas.font(.serif, 9.6)
      canvas.color(ink)
      for (x, text) in zip(columns, [row.0, row.1, row.2, row.3]) { canvas.text(text, x, y) }
      canvas.color(pale, 0.5)
      canvas.line(56, y + 11, 539, y + 11, width: 0.4)
    }
    _ = body(
      canvas,
      """
      None of these was ever taught in a school. They were handed on as gestures are, from the margin of \
      one book to the hand of whoever read it next.
      """, y: 410)
    canvas.font(.serif, 9.6)
    canvas.color(accent)
    canvas.link("dest='page-3'") { canvas.text("See the count of a year’s notes on page 3", 64, 480) }
  }
}

/// A picture made of pixels: hills behind hills in the haze.
private enum Landscape {
  private static let (columns, rows) = (900, 562)

  static func draw(_ context: OpaquePointer?, x: Double, y: Double, width: Double, height: Double) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(columns), Int32(rows))
    defer { cairo_surface_destroy(surface) }
    cairo_surface_flush(surface)
    guard let start = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<rows {
      let pixels = UnsafeMutableRawPointer(start + row * stride)
      for column in 0..<columns {
        pixels.storeBytes(of: pixel(column, row), toByteOffset: column * 4, as: UInt32.self)
      }
    }
    cairo_surface_mark_dirty(surface)
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, width / Double(columns), height / Double(rows))
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_paint(context)
    cairo_restore(context)
  }

  private static func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let (u, v) = (Double(x) / Double(columns), Double(y) / Double(rows))
    for hill in (0..<6).reversed() where v > ridge(hill, u) {
      let depth = Double(hill) / 5
      let haze = min(1, (v - ridge(hill, u)) * 2.2) * 0.22
      return mix(0xD9C7A8, 0x16343A, 0.12 + 0.82 * depth - haze * (1 - depth * 0.4))
    }
    let sun = exp(-(pow((u - 0.68) * 1.6, 2) + pow(v - 0.24, 2)) * 60)
    let disc = pow((u - 0.68) * 1.6, 2) + pow(v - 0.24, 2) < 0.0022 ? 1.0 : 0.0
    return disc > 0 ? 0xFFF6DF : mix(mix(0x7FA3B5, 0xF0D9B5, min(1, v * 1.9)), 0xFFE9BE, sun)
  }

  private static func ridge(_ hill: Int, _ u: Double) -> Double {
    let (shift, base) = (Double(hill) * 1.7, 0.36 + Double(hill) * 0.105)
    return base + 0.055 * sin(u * 5.1 + shift) + 0.024 * sin(u * 13 + shift * 2.3) + 0.008
      * sin(u * 37 + shift * 5)
  }

  private static func mix(_ a: UInt32, _ b: UInt32, _ fraction: Double) -> UInt32 {
    let share = min(max(fraction, 0), 1)
    return [16, 8, 0].reduce(0) { result, shift in
      let (from, to) = (Double(a >> UInt32(shift) & 255), Double(b >> UInt32(shift) & 255))
      return result | UInt32(from + (to - from) * share) << UInt32(shift)
    }
  }
}
