import GTKKit
import PostilViewer

/// A drawing in progress as cached render nodes. A freehand stroke consists of chunks that never change again, and a short tail
/// that is rebuilt for every new point; so the cost of a point does not depend on the length of the stroke.
final class InkLayer {
  /// How many points a chunk has.
  static let chunk = 32

  private(set) var transform: PageTransform
  private var chunks: [RenderNode] = []
  private(set) var tail: RenderNode?
  private var reached = 0
  private var start: PagePoint?
  private var count = 0
  private var width: Double?
  private var last: PagePoint?
  /// Whether the tail goes on to where the pen is likely to be.
  private(set) var isAhead = false
  private var shape: Appearance?
  private var style = AnnotationStyle()
  private var opacity = 1.0

  /// - Parameter transform: From the page to the pixels of the screen.
  init(_ transform: PageTransform) { self.transform = transform }

  /// The number of nodes that are painted.
  var nodeCount: Int { chunks.count + (tail == nil ? 0 : 1) }

  /// Takes over what a tool has drawn by now.
  ///
  /// - Parameter ahead: How long after the last point it is seen, in seconds: a stroke is painted to where the pen is likely to be then. 0
  ///   for the stroke as it is.
  func update(_ tool: any DrawingTool, _ transform: PageTransform, ahead: Double = 0) {
    if transform != self.transform { (self.transform, start, shape) = (transform, nil, nil) }
    if let pen = tool as? FreehandTool, pen.shape == nil { follow(pen, ahead) } else { follow(tool) }
  }

  private func follow(_ tool: any DrawingTool) {
    show(tool.isDrawing ? tool.draw() : Appearance())
  }

  /// Takes over a picture.
  func update(_ appearance: Appearance, _ transform: PageTransform) {
    if transform != self.transform { (self.transform, start, shape) = (transform, nil, nil) }
    show(appearance)
  }

  private func show(_ new: Appearance) {
    guard new != shape else { return }
    (chunks, reached, start, opacity, shape) = ([], 0, nil, 1, new)
    (tail, isAhead) = (node(new), false)
  }

  private func follow(_ pen: FreehandTool, _ ahead: Double) {
    let isOther = pen.points.first != start || pen.style != style || pen.points.count <= reached
    // A dot widens while it is pressed, and the end of a straight line moves.
    let isNew = isOther || pen.points.count != count || pen.widths.last != width || pen.points.last != last
    guard isNew || isAhead && ahead == 0 else { return }
    if isOther { (chunks, reached, start, style) = ([], 0, pen.points.first, pen.style) }
    (opacity, count, width, shape) = (pen.style.opacity, pen.points.count, pen.widths.last, nil)
    (last, isAhead) = (pen.points.last, !pen.way(ahead: ahead).isEmpty)
    while pen.points.count - 1 - reached >= Self.chunk {
      if let node = node(pen.drawTail(from: reached, to: reached + Self.chunk)) { chunks.append(node) }
      reached += Self.chunk
    }
    tail = node(pen.drawTail(from: reached, ahead: ahead))
  }

  /// Adds it to a snapshot whose unit is a pixel of the transform.
  func paint(on snapshot: Snapshot) {
    guard nodeCount > 0 else { return }
    snapshot.withOpacity(opacity) {
      for node in chunks { snapshot.append(node) }
      if let tail { snapshot.append(tail) }
    }
  }

  private func node(_ appearance: Appearance) -> RenderNode? {
    guard let rect = appearance.box ?? appearance.bounds else { return nil }
    let view = transform.viewRect(rect)
    // Lines thinner than a pixel are painted a pixel wide.
    let (left, top) = (view.x.rounded(.down) - 1, view.y.rounded(.down) - 1)
    let (right, bottom) = ((view.x + view.width).rounded(.up) + 1, (view.y + view.height).rounded(.up) + 1)
    let bounds = Rect(x: left, y: top, width: right - left, height: bottom - top)
    let painter = OverlayPainter(transform: transform)
    return RenderNode(bounds: bounds) { painter.paint(appearance, into: $0) }
  }
}
