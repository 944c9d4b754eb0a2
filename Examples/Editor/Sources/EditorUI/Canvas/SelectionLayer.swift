import CGTK
import GTKKit
import Postil
import PostilViewer

/// What is painted of the selection: frames, handles, the rubber band and selected text, in the canvas.
struct SelectionLayer: Equatable {
  /// How large handles are painted, in units.
  static let handleSize = 9.0

  /// The frames of selected annotations.
  var frames: [Rect] = []
  /// Handles: those of points are round.
  var handles: [Handle] = []
  /// The rectangle that is being drawn.
  var rubberBand: Rect?
  /// The loop that is being drawn.
  var lasso: [Point] = []
  /// Lines of selected text.
  var text: [Rect] = []
  /// The caret in the text; `nil` if there is none.
  var caret: Rect?

  struct Handle: Equatable {
    var place: Point
    var isRound: Bool
  }

  init() {}

  /// What is selected in a session.
  init(_ session: ViewerSession) {
    let selection = session.selection
    frames = selection.frames.map { Rect($0) }
    handles = selection.handles.map { handle in
      let isRound = if case .controlPoint = handle.grip { true } else { false }
      return Handle(place: Point(x: handle.position.x, y: handle.position.y), isRound: isRound)
    }
    rubberBand = selection.rubberBand.map { Rect($0) }
    lasso = selection.lasso.map { Point(x: $0.x, y: $0.y) }
    caret = session.caret.frame.map { Rect($0) }
    if let page = session.textSelection.page {
      text = session.textSelection.quads(on: page).compactMap {
        session.viewRect($0.bounds, on: page).map { Rect($0) }
      }
    }
  }

  /// Paints the text that is selected, below what is drawn on the page.
  func paintText(_ accent: RGBA, on snapshot: Snapshot) {
    for line in text { snapshot.fill(line, accent.with(alpha: 0.35)) }
  }

  /// Paints the rest, above all else.
  func paint(_ accent: RGBA, on snapshot: Snapshot) {
    // A light line beside a dark one is visible on any page.
    for frame in frames {
      snapshot.frame(frame.insetBy(-1), width: 1, RGBA(1, 1, 1, 0.7), radius: 1)
      snapshot.frame(frame, width: 1, accent, radius: 0)
    }
    for handle in handles {
      let side = Self.handleSize
      let box = Rect(x: handle.place.x - side / 2, y: handle.place.y - side / 2, width: side, height: side)
      let radius = handle.isRound ? side / 2 : 2
      snapshot.clipped(to: box, radius: radius) { snapshot.fill(box, RGBA(1, 1, 1)) }
      snapshot.frame(box, width: 1.5, accent, radius: radius)
    }
    if let caret {
      // Dark within light, so that it is seen on any page; of a line that stands upright it lies.
      let line =
        caret.width > caret.height
        ? Rect(x: caret.x, y: caret.y - 0.5, width: caret.width, height: 2)
        : Rect(x: caret.x - 0.5, y: caret.y, width: 2, height: caret.height)
      snapshot.fill(line.insetBy(-1), RGBA(1, 1, 1, 0.85))
      snapshot.fill(line, RGBA(0, 0, 0))
    }
    if let rubberBand {
      snapshot.fill(rubberBand, accent.with(alpha: 0.12))
      snapshot.frame(rubberBand, width: 1, accent)
    }
    paintLasso(accent, on: snapshot)
  }

  /// Paints the loop as it is so far, and dashed how it would be closed.
  private func paintLasso(_ accent: RGBA, on snapshot: Snapshot) {
    guard let first = lasso.first, let last = lasso.last, lasso.count > 1 else { return }
    let (xs, ys) = (lasso.map(\.x), lasso.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return }
    let box = Rect(x: left, y: top, width: right - left, height: bottom - top).insetBy(-2)
    snapshot.paint(in: box) { context in
      cairo_move_to(context, first.x, first.y)
      for point in lasso.dropFirst() { cairo_line_to(context, point.x, point.y) }
      cairo_set_source_rgba(context, accent.red, accent.green, accent.blue, 0.12)
      cairo_fill_preserve(context)
      // A light line below a dark one is visible on any page.
      cairo_set_source_rgba(context, 1, 1, 1, 0.8)
      cairo_set_line_width(context, 3)
      cairo_stroke_preserve(context)
      cairo_set_source_rgba(context, accent.red, accent.green, accent.blue, 1)
      cairo_set_line_width(context, 1.5)
      cairo_stroke(context)
      cairo_move_to(context, last.x, last.y)
      cairo_line_to(context, first.x, first.y)
      cairo_set_dash(context, [4.0, 4.0], 2, 0)
      cairo_stroke(context)
    }
  }
}

extension RGBA {
  /// The colour with another opacity.
  func with(alpha: Double) -> RGBA { RGBA(red, green, blue, alpha) }
}
