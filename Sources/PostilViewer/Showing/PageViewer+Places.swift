import Foundation

/// Where pages, and points on them, are in the view.
extension PageViewer {
  /// The size of a page as it is shown now, in points; `nil` while it is not known.
  public func size(of page: PageID) -> ViewSize? { transform(of: page)?.viewSize }

  /// How a page is shown now at one unit a point; `nil` while that is not known.
  public func transform(of page: PageID) -> PageTransform? {
    guard let transform = transforms[page], let turn = turns[page] else { return transforms[page] }
    return PageTransform(
      cropBox: transform.cropBox, rotation: transform.rotation + turn, scale: transform.scale)
  }

  /// Where a point of a page is in the view; `nil` if the page is not laid out or not measured yet.
  public func viewPoint(_ point: PagePoint, on page: PageID) -> ViewPoint? {
    guard let transform = transform(of: page) else { return nil }
    return viewport.viewPoint(transform.viewPoint(point), on: page)
  }

  /// Where a rectangle of a page is in the view; `nil` if the page is not laid out or not measured yet.
  public func viewRect(_ rect: PageRect, on page: PageID) -> ViewRect? {
    guard let a = viewPoint(rect.origin, on: page),
      let b = viewPoint(PagePoint(x: rect.maxX, y: rect.maxY), on: page)
    else { return nil }
    return ViewRect(from: a, to: b)
  }

  /// The page at a point of the view, and the place on it in page space.
  func place(at point: ViewPoint) -> (page: PageID, point: PagePoint, transform: PageTransform)? {
    guard let (page, place) = viewport.pagePoint(at: point), let transform = transform(of: page) else {
      return nil
    }
    return (page, transform.pagePoint(place), transform)
  }

  /// The place on a page that a point of the view lies at, also beside the page.
  func point(at point: ViewPoint, on page: PageID) -> PagePoint? {
    guard let transform = transform(of: page), let place = viewport.pagePoint(at: point, on: page) else {
      return nil
    }
    return transform.pagePoint(place)
  }

  /// The rectangle of a page at a rectangle of the view, also beside the page.
  func pageRect(_ rect: ViewRect, on page: PageID) -> PageRect? {
    let end = ViewPoint(x: rect.x + rect.width, y: rect.y + rect.height)
    guard let a = point(at: ViewPoint(x: rect.x, y: rect.y), on: page), let b = point(at: end, on: page)
    else {
      return nil
    }
    return PageRect(corner: a, corner: b)
  }

  /// Whether all of a rectangle of the view is in it.
  func isInView(_ rect: ViewRect) -> Bool {
    let size = viewport.viewSize
    return rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= size.width
      && rect.y + rect.height <= size.height
  }

  // MARK: - Going to places

  /// Brings a rectangle of a page into view, with as little scrolling as that takes; if the size of the page is not known yet, the page
  /// now and the rectangle later.
  public func reveal(_ rect: PageRect, on page: PageID) {
    pendingPlace = nil
    guard let index = viewport.layout.index(of: page) else { return }
    guard let transform = transform(of: page) else {
      pendingPlace = (rect, page)
      return viewport.go(to: index)
    }
    viewport.reveal(transform.viewRect(rect), on: page)
  }

  /// Goes to a place in the document. It comes to the upper edge of the view as far as the pages can be scrolled.
  public func go(to place: PageDestination) {
    guard let index = viewport.layout.index(of: place.page) else { return }
    pendingPlace = nil
    viewport.go(to: index)
    guard let transform = transform(of: place.page) else { return }
    switch place.view {
    case .position(_, _, let zoom): if let zoom { viewport.zoom(to: zoom) }
    case .page, .content, .height, .contentHeight: viewport.fit(.page)
    case .width, .contentWidth: viewport.fit(.width)
    case .rect(let rect):
      let box = transform.viewRect(rect)
      let size = viewport.viewSize
      viewport.zoom(to: min(size.width / max(box.width, 1), size.height / max(box.height, 1)))
    }
    viewport.go(to: transform.viewPoint(place.point(in: transform)), on: place.page)
  }

  /// Follows the target of a link or of an item of the outline. A named place is looked up in the background.
  ///
  /// - Returns: An address (`http`, `https` or `mailto`) for the program to open; `nil` for places, and for targets that no
  ///   viewer should follow, such as scripts.
  func follow(_ target: LinkTarget, in editor: DocumentEditor) -> URL? {
    switch target {
    case .place(let place): go(to: place)
    case .named(let name):
      editor.enqueue(.showing) {
        try $0.document.destination(named: name)
      } then: { [weak self] result in
        if case .success(let place?) = result { self?.go(to: place) }
      }
    case .uri(let address):
      guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
        ["http", "https", "mailto"].contains(scheme)
      else { return nil }
      return url
    default: break
    }
    return nil
  }
}

extension PageDestination {
  /// The upper left corner, as the reader sees it, of what is to be in view.
  func point(in transform: PageTransform) -> PagePoint {
    let box = transform.cropBox
    let corner = transform.pagePoint(ViewPoint(x: 0, y: 0))
    switch view {
    case .position(let left, let top, _): return PagePoint(x: left ?? corner.x, y: top ?? corner.y)
    case .width(let top), .contentWidth(let top): return PagePoint(x: corner.x, y: top ?? corner.y)
    case .height(let left), .contentHeight(let left): return PagePoint(x: left ?? corner.x, y: corner.y)
    case .rect(let rect):
      let part = transform.viewRect(rect.intersection(box) ?? box)
      return transform.pagePoint(ViewPoint(x: part.x, y: part.y))
    case .page, .content: return corner
    }
  }
}

extension ViewRect {
  /// The rectangle that has the two points as opposite corners.
  init(from a: ViewPoint, to b: ViewPoint) {
    self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(b.x - a.x), height: abs(b.y - a.y))
  }
}
