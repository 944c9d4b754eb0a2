import CPostilCairo
import PostilModel

/// Fills and strokes paths of a page; the context's matrix is set.
struct OverlayPen {
  private let context: OpaquePointer
  private let hairlines: HairlineGrid

  /// - Parameters:
  ///   - page: From page space to the view.
  ///   - view: From the view to the context's pixels.
  init(_ context: OpaquePointer, _ page: cairo_matrix_t, _ view: cairo_matrix_t) {
    self.context = context
    hairlines = HairlineGrid(page, view)
  }

  func paint(_ item: Appearance.Item.PaintedPath, opacity: Double) {
    if let fill = item.fill {
      PageTracer(context).trace(item.path)
      setSource(fill, opacity * item.fillOpacity.numberAsRead)
      let isEvenOdd = item.fillRule == .evenOdd
      cairo_set_fill_rule(context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      cairo_fill(context)
    }
    guard let pen = item.pen else { return }
    if set(pen) {
      PageTracer(context).trace(item.path, along: hairlines)
    } else {
      PageTracer(context).trace(item.path)
    }
    setSource(pen.color, opacity * item.penOpacity.numberAsRead)
    cairo_stroke(context)
  }

  private func setSource(_ color: Color, _ opacity: Double) {
    // Poppler keeps the parts of a color as multiples of 1/65,536.
    let parts = [color.red, color.green, color.blue].map {
      ($0.numberAsRead * 65_536).rounded(.down) / 65_536
    }
    cairo_set_source_rgba(context, parts[0], parts[1], parts[2], opacity)
  }

  /// Sets all of a pen. Returns whether it is a hairline: one of at most a pixel, which is painted one
  /// pixel wide and moved to the middle of pixels where it is vertical or horizontal.
  private func set(_ pen: Appearance.Pen) -> Bool {
    cairo_set_line_cap(context, pen.hasRoundEnds ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    cairo_set_line_join(context, pen.isRound ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
    if !pen.isRound { cairo_set_miter_limit(context, Appearance.Pen.miterLimit) }
    setDash(pen.dash)
    var width = pen.width.coordinateAsRead
    var (x, y) = (width, width)
    cairo_user_to_device_distance(context, &x, &y)
    let isHairline = abs(x) <= 1 && abs(y) <= 1
    if isHairline {
      (x, y) = (1, 1)
      cairo_device_to_user_distance(context, &x, &y)
      width = min(abs(x), abs(y))
    }
    cairo_set_line_width(context, width)
    return isHairline
  }

  private func setDash(_ dash: [Double]) {
    let lengths = dash.map(\.numberAsRead)
    // A context that is given other ones fails for good.
    let isUsable = lengths.allSatisfy { $0 >= 0 } && lengths.contains { $0 > 0 }
    cairo_set_dash(context, lengths, isUsable ? Int32(lengths.count) : 0, 0)
  }
}
