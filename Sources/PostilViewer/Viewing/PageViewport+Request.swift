import Postil

extension PageViewport {
  /// What is to be rendered: the visible parts of pages, in pixels of the screen, those nearest to the center of the
  /// view first.
  public var request: Viewport {
    let scale = zoom * pixelRatio
    let parts = visiblePages.compactMap { visible -> (distance: Double, area: Viewport.Area)? in
      guard let part = part(of: visible.frame),
        let rect = pixels(part, of: visible, scale: scale)
      else { return nil }
      return (distance(to: part), Viewport.Area(page: visible.page, rect: rect))
    }
    return Viewport(areas: parts.sorted { $0.distance < $1.distance }.map(\.area), scale: scale)
  }

  /// A part of a page, in pixels. A page beside a swiped one may be shown larger or smaller than it is rendered.
  private func pixels(_ part: ViewRect, of visible: VisiblePage, scale: Double) -> ViewRect? {
    let (size, frame) = (layout.size(at: visible.index), visible.frame)
    let (width, height) = (size.width * scale, size.height * scale)
    let left = max((part.x - frame.x) / frame.width * width, 0)
    let top = max((part.y - frame.y) / frame.height * height, 0)
    let right = min((part.x + part.width - frame.x) / frame.width * width, width)
    let bottom = min((part.y + part.height - frame.y) / frame.height * height, height)
    guard right > left, bottom > top else { return nil }
    return ViewRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// How far a rectangle is from the center of the view, squared.
  private func distance(to rect: ViewRect) -> Double {
    let centre = viewCentre
    let dx = max(rect.x - centre.x, centre.x - rect.x - rect.width, 0)
    let dy = max(rect.y - centre.y, centre.y - rect.y - rect.height, 0)
    return dx * dx + dy * dy
  }
}
