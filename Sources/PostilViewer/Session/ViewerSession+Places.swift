/// Where pages, and points on them, are in the window.
extension ViewerSession {
  /// The size of a page as it is shown now, in points; `nil` while it is not known.
  public func size(of page: PageID) -> ViewSize? {
    size(of: page, turned: documentState?.rotation(of: page) ?? .none)
  }

  func size(of page: PageID, turned turn: PageRotation) -> ViewSize? {
    guard let size = transforms[page].map({ $0.turned(by: turn).viewSize }) else { return nil }
    return ViewSize(width: size.width, height: size.height)
  }

  /// How a page is shown now at one unit a point; `nil` while that is not known.
  public func transform(of page: PageID) -> PageTransform? {
    transforms[page]?.turned(by: documentState?.rotation(of: page) ?? .none)
  }

  /// The page at a point of the view, and the place on it in page space.
  func place(at point: ViewPoint) -> (page: PageID, point: PagePoint, transform: PageTransform)? {
    guard let (page, place) = viewport.pagePoint(at: point), let transform = transform(of: page) else {
      return nil
    }
    return (page, transform.pagePoint(place), transform)
  }

  /// The place on a drawing's page that a point of the view lies at, also beside the page.
  func point(at point: ViewPoint, on drawing: LiveDrawing) -> PagePoint? {
    viewport.pagePoint(at: point, on: drawing.page).map(drawing.transform.pagePoint)
  }

  /// The rectangle of the view that shows a rectangle of a drawing's page.
  func viewRect(_ rect: PageRect, of drawing: LiveDrawing) -> ViewRect? {
    let box = drawing.transform.viewRect(rect)
    let end = ViewPoint(x: box.x + box.width, y: box.y + box.height)
    guard let start = viewport.viewPoint(ViewPoint(x: box.x, y: box.y), on: drawing.page),
      let end = viewport.viewPoint(end, on: drawing.page)
    else { return nil }
    return ViewRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
  }
}

extension PageTransform {
  func turned(by turn: PageRotation) -> PageTransform {
    turn == .none ? self : PageTransform(cropBox: cropBox, rotation: rotation + turn, scale: scale)
  }
}
