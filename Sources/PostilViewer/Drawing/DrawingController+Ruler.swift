import Foundation

/// The ruler: laid on a page, moved and turned.
extension DrawingController {
  /// A drag on the ruler.
  struct RulerDrag {
    var grip: RulerFrame.Grip
    /// The ruler, and the place of the pointer on its page, when the drag began.
    var ruler: PageRuler
    var start: PagePoint
  }

  /// Where the ruler is in the view; `nil` without one, and if its page is not laid out.
  public var rulerFrame: RulerFrame? {
    guard let ruler, let middle = viewer.viewPoint(ruler.ruler.place, on: ruler.page) else { return nil }
    let (cosine, sine) = (cos(ruler.ruler.angle), sin(ruler.ruler.angle))
    // Far enough for an exact direction at any zoom.
    let other = viewer.viewPoint(ruler.ruler.place.offset(dx: 100 * cosine, dy: 100 * sine), on: ruler.page)
    guard let other else { return nil }
    let size = viewer.viewport.viewSize
    let length = min(max(min(size.width, size.height) * 0.85, 160), RulerFrame.fullLength)
    return RulerFrame(middle: middle, angle: atan2(other.y - middle.y, other.x - middle.x), length: length)
  }

  /// Lays a ruler in the middle of what is in view of the current page, level as the reader sees it. One that is there is moved, and
  /// keeps how it is turned.
  public func layRuler() {
    guard let page = viewer.viewport.currentPage,
      let frame = viewer.viewport.visiblePages.first(where: { $0.page == page })?.frame
    else { return }
    let size = viewer.viewport.viewSize
    let shown = (
      x: max(frame.x, 0)...max(min(frame.x + frame.width, size.width), max(frame.x, 0)),
      y: max(frame.y, 0)...max(min(frame.y + frame.height, size.height), max(frame.y, 0))
    )
    let middle = ViewPoint(
      x: (shown.x.lowerBound + shown.x.upperBound) / 2, y: (shown.y.lowerBound + shown.y.upperBound) / 2)
    guard let place = viewer.point(at: middle, on: page),
      let right = viewer.point(at: ViewPoint(x: middle.x + 100, y: middle.y), on: page)
    else { return }
    let level = atan2(right.y - place.y, right.x - place.x)
    ruler = PageRuler(Ruler(at: place, angle: ruler?.ruler.angle ?? level, reach: RulerFrame.reach), on: page)
  }

  /// Presses the pointer. Returns whether that takes hold of the ruler: then ``dragRuler(to:)`` and ``releaseRuler()`` follow.
  @discardableResult
  public func pressRuler(at point: ViewPoint) -> Bool {
    guard let ruler, let grip = rulerFrame?.grip(at: point),
      let place = viewer.point(at: point, on: ruler.page)
    else { return false }
    rulerDrag = RulerDrag(grip: grip, ruler: ruler, start: place)
    return true
  }

  /// Moves the pointer that took hold of the ruler. It is turned by steps of 15 degrees when it is near to one.
  public func dragRuler(to point: ViewPoint) {
    guard let drag = rulerDrag, let now = viewer.point(at: point, on: drag.ruler.page) else { return }
    var moved = drag.ruler
    let middle = drag.ruler.ruler.place
    switch drag.grip {
    case .whole: moved.ruler.place = middle.offset(dx: now.x - drag.start.x, dy: now.y - drag.start.y)
    case .turn:
      let turn =
        atan2(now.y - middle.y, now.x - middle.x) - atan2(drag.start.y - middle.y, drag.start.x - middle.x)
      moved.ruler = drag.ruler.ruler.turned(by: turn)
    }
    put(moved)
  }

  /// Releases the pointer; the ruler stays where it is.
  public func releaseRuler() { rulerDrag = nil }

  /// Releases the pointer; the ruler goes back to where it was.
  public func cancelRuler() {
    if let rulerDrag { ruler = rulerDrag.ruler }
    rulerDrag = nil
  }

  /// Moves the ruler, in units of the view.
  public func moveRuler(dx: Double, dy: Double) {
    guard var moved = ruler, let middle = rulerFrame?.middle,
      let place = viewer.point(at: ViewPoint(x: middle.x + dx, y: middle.y + dy), on: moved.page)
    else { return }
    moved.ruler.place = place
    put(moved)
  }

  /// Turns the ruler about its middle, in radians clockwise as the reader sees it.
  public func turnRuler(by angle: Double) {
    guard angle.isFinite, var turned = ruler else { return }
    turned.ruler.angle = remainder(turned.ruler.angle - angle, 2 * .pi)
    put(turned)
  }

  /// Its middle stays on the page, so that it is not lost.
  private func put(_ new: PageRuler) {
    guard let box = viewer.transform(of: new.page)?.cropBox, new.ruler.place.isUsable else { return }
    var new = new
    new.ruler.place.x = min(max(new.ruler.place.x, box.minX), max(box.minX, box.maxX))
    new.ruler.place.y = min(max(new.ruler.place.y, box.minY), max(box.minY, box.maxY))
    if new != ruler { ruler = new }
  }

  /// The ruler, for a tool that draws along it.
  func ruler(on page: PageID) -> Ruler? {
    guard var usable = ruler, usable.page == page else { return nil }
    usable.ruler.reach = RulerFrame.reach / max(viewer.viewport.zoom, 0.01)
    return usable.ruler
  }

  /// Brings the ruler along to the page that is read now.
  func bringRuler(to pages: Set<PageID>) {
    guard let ruler, !pages.isEmpty, !pages.contains(ruler.page) else { return }
    rulerDrag = nil
    layRuler()
  }
}
