import CGTK
import Foundation
import GTKKit
import PostilViewer

/// The ruler as it is painted over the pages: with millimetres of the page, and how far it is turned.
final class RulerLayer {
  let frame: RulerFrame
  /// Units of the view a point.
  let zoom: Double
  private let node: RenderNode

  init(_ frame: RulerFrame, zoom: Double, _ accent: RGBA) {
    (self.frame, self.zoom) = (frame, zoom)
    let box = Rect(x: -frame.length / 2, y: 0, width: frame.length, height: RulerFrame.breadth)
    node = RenderNode(bounds: box.insetBy(-1)) { Self.paint(box, frame.angle, zoom, accent, $0) }
  }

  func paint(on snapshot: Snapshot) {
    snapshot.saved {
      snapshot.translate(frame.middle.x, frame.middle.y)
      snapshot.rotate(frame.angle / .pi * 180)
      snapshot.append(node)
    }
  }

  private static func paint(
    _ box: Rect, _ angle: Double, _ zoom: Double, _ accent: RGBA, _ context: OpaquePointer
  ) {
    cairo_rectangle(context, box.x, box.y, box.width, box.height)
    cairo_set_source_rgba(context, 0.97, 0.96, 0.88, 0.7)
    cairo_fill_preserve(context)
    cairo_set_source_rgba(context, 0.3, 0.3, 0.3, 0.9)
    cairo_set_line_width(context, 1)
    cairo_stroke(context)
    paintMarks(box, zoom, context)
    for side in [-1.0, 1] {
      let x = side * (box.width / 2 - 36)
      cairo_new_path(context)
      cairo_arc(context, x, RulerFrame.breadth * 0.56, RulerFrame.gripRadius, 0, 2 * .pi)
      cairo_set_source_rgba(context, 1, 1, 1, 0.9)
      cairo_fill_preserve(context)
      cairo_set_source_rgba(context, accent.red, accent.green, accent.blue, 1)
      cairo_set_line_width(context, 2)
      cairo_stroke(context)
    }
    // Counterclockwise, as angles are on paper; both directions of a line are one.
    var degrees = (-angle / .pi * 180).truncatingRemainder(dividingBy: 180)
    if degrees < -0.05 { degrees += 180 }
    write(tr("%1°", "\(Int(degrees.rounded()) % 180)"), context)
  }

  private static func paintMarks(_ box: Rect, _ zoom: Double, _ context: OpaquePointer) {
    let millimetre = 72 / 25.4 * zoom
    guard millimetre.isFinite, millimetre > 0 else { return }
    // The finest that can be told apart.
    guard let step = [1, 5, 10, 50, 100, 500].first(where: { Double($0) * millimetre >= 4 }) else { return }
    let count = Int(min(box.width / 2 / (Double(step) * millimetre), 2000))
    for number in -count...count {
      let place = number * step
      let length = place % (step * 10) == 0 ? 12.0 : place % (step * 5) == 0 ? 9 : 6
      cairo_move_to(context, Double(place) * millimetre, 0)
      cairo_line_to(context, Double(place) * millimetre, length)
    }
    cairo_set_source_rgba(context, 0.2, 0.2, 0.2, 0.8)
    cairo_set_line_width(context, 1)
    cairo_stroke(context)
  }

  private static func write(_ text: String, _ context: OpaquePointer) {
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, 15)
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    cairo_move_to(context, -extents.width / 2 - extents.x_bearing, RulerFrame.breadth * 0.56 + 5)
    cairo_set_source_rgba(context, 0.1, 0.1, 0.1, 1)
    cairo_show_text(context, text)
  }
}
