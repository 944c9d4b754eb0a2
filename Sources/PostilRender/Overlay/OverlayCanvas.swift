import CPostilCairo
import PostilGraphics
import PostilModel

/// A cairo context set up for painting on one page, in the way that poppler does: the same calls in the
/// same order make the same pixels.
struct OverlayCanvas {
  let context: OpaquePointer
  /// How far the page is turned.
  private let rotation: PageRotation
  /// From page space to the view.
  private let page: cairo_matrix_t
  /// From the view to the pixels of the context.
  private let view: cairo_matrix_t
  /// What is painted at all, in the context's pixels.
  private var clip = (x1: 0.0, y1: 0.0, x2: 0.0, y2: 0.0)

  /// Calls `body` with a canvas on a context, which is left as it was found; not at all where nothing
  /// could be painted.
  static func with(_ context: OpaquePointer, _ transform: PageTransform, _ body: (OverlayCanvas) -> Void) {
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS, transform.scale > 0,
      var canvas = OverlayCanvas(context, transform)
    else { return }
    // Saving does not save the path.
    let path = cairo_copy_path(context)
    defer { cairo_path_destroy(path) }
    cairo_save(context)
    if canvas.begin(transform.cropBox) { body(canvas) }
    cairo_restore(context)
    cairo_new_path(context)
    if let path, path.pointee.num_data > 0 { cairo_append_path(context, path) }
  }

  private init?(_ context: OpaquePointer, _ transform: PageTransform) {
    self.context = context
    rotation = transform.rotation
    page = cairo_matrix_t(transform)
    var view = cairo_matrix_t()
    cairo_get_matrix(context, &view)
    self.view = view
    guard page.isUsable, page.then(view).isUsable else { return nil }
  }

  /// Sets what poppler has as defaults, and cuts off at the crop box. `false` if nothing is left of the clip.
  private mutating func begin(_ cropBox: PageRect) -> Bool {
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
    cairo_set_tolerance(context, 0.1)
    setMatrix(page)
    clip(to: cropBox)
    cairo_identity_matrix(context)
    cairo_clip_extents(context, &clip.x1, &clip.y1, &clip.x2, &clip.y2)
    return clip.x1 < clip.x2 && clip.y1 < clip.y2
  }

  func paint(_ picture: PreparedAppearance) {
    guard picture.isUpright, rotation != .none else { return paint(picture.appearance, page) }
    let box = picture.box.asRead
    let corner = PagePoint(x: box.minX, y: box.maxY)
    let turn = cairo_matrix_t(turning: rotation.inverse.degrees, about: corner)
    paint(picture.appearance, turn.then(page))
  }

  func paint(_ appearance: Appearance) { paint(appearance, page) }

  private func paint(_ appearance: Appearance, _ matrix: cairo_matrix_t) {
    let opacity = appearance.opacity < 1 ? appearance.opacity.numberAsRead : 1
    guard opacity > 0, let area = area(of: appearance, matrix) else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    if let box = area.box {
      setMatrix(matrix)
      clip(to: box)
    } else {
      clip(to: area.bounds)
    }
    guard opacity < 1 || appearance.blendMode != .normal, !appearance.isSinglePaint else {
      cairo_set_operator(context, cairo_operator_t(appearance.blendMode))
      return paint(appearance.items, matrix, opacity: opacity)
    }
    // The clip keeps the group small.
    cairo_push_group(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    paint(appearance.items, matrix, opacity: 1)
    cairo_pop_group_to_source(context)
    cairo_set_operator(context, cairo_operator_t(appearance.blendMode))
    cairo_paint_with_alpha(context, opacity)
  }

  private func paint(_ items: [Appearance.Item], _ matrix: cairo_matrix_t, opacity: Double) {
    for item in items {
      switch item.content {
      case .path(let path):
        setMatrix(matrix)
        OverlayPen(context, matrix, view).paint(path, opacity: opacity)
      case .group(let group): paint(group, matrix)
      case .text(let text):
        setMatrix(matrix)
        TextPainter.paint(text, into: context)
      // Poppler draws these, as parts of a snapshot of the page.
      case .page, .image: break
      }
    }
  }

  private typealias Bounds = (x1: Double, y1: Double, x2: Double, y2: Double)

  /// Where a picture is painted: its box as saved, or, of one without, whole pixels around it. `nil` if
  /// that is outside of the clip.
  private func area(of appearance: Appearance, _ matrix: cairo_matrix_t) -> (box: PageRect?, bounds: Bounds)?
  {
    let box = appearance.box?.asRead
    guard let rect = box ?? appearance.bounds, rect.isUsable else { return nil }
    // Readers do not paint a form that has no extent.
    guard box.map({ !$0.isEmpty }) ?? true else { return nil }
    var bounds = matrix.then(view).bounds(of: rect)
    if box == nil {
      // Lines thinner than a pixel are painted one pixel wide.
      bounds = (
        bounds.x1.rounded(.down) - 1, bounds.y1.rounded(.down) - 1,
        bounds.x2.rounded(.up) + 1, bounds.y2.rounded(.up) + 1
      )
    }
    let touches = bounds.x1 < clip.x2 && clip.x1 < bounds.x2 && bounds.y1 < clip.y2 && clip.y1 < bounds.y2
    guard touches else { return nil }
    return (box, bounds)
  }

  private func setMatrix(_ matrix: cairo_matrix_t) {
    var matrix = matrix.then(view)
    cairo_set_matrix(context, &matrix)
  }

  /// Clips to a rectangle of the page; the matrix is set.
  private func clip(to rect: PageRect) {
    cairo_new_path(context)
    cairo_move_to(context, rect.minX, rect.minY)
    cairo_line_to(context, rect.maxX, rect.minY)
    cairo_line_to(context, rect.maxX, rect.maxY)
    cairo_line_to(context, rect.minX, rect.maxY)
    cairo_close_path(context)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    cairo_clip(context)
  }

  /// Clips to a rectangle of the context's pixels.
  private func clip(to bounds: Bounds) {
    cairo_identity_matrix(context)
    cairo_new_path(context)
    cairo_rectangle(context, bounds.x1, bounds.y1, bounds.x2 - bounds.x1, bounds.y2 - bounds.y1)
    cairo_clip(context)
  }
}

extension cairo_operator_t {
  /// Cairo's operator for a blend mode; a mode that it does not have counts as normal.
  fileprivate init(_ mode: Appearance.BlendMode) {
    self =
      switch mode {
      case .multiply: CAIRO_OPERATOR_MULTIPLY
      case .screen: CAIRO_OPERATOR_SCREEN
      case .darken: CAIRO_OPERATOR_DARKEN
      case .lighten: CAIRO_OPERATOR_LIGHTEN
      default: CAIRO_OPERATOR_OVER
      }
  }
}
