public import Foundation

/// Following links.
extension ViewerSession {
  /// The link at a point of the view; `nil` if there is none, or the page is not read yet.
  public func link(at point: ViewPoint) -> Annotation? {
    guard let place = place(at: point) else { return nil }
    return contents.annotations(at: place.point, tolerance: 0, on: place.page).first {
      $0.content.link != nil
    }
  }

  /// Follows a link within the document.
  ///
  /// - Returns: An address for the program to open; `nil` if the link leads to a place in the document, which is in view then,
  ///   or to something that no viewer should follow, such as a script.
  public func follow(_ link: Annotation) -> URL? { link.content.link.flatMap { follow($0.target) } }

  /// Follows the target of a link or of an item of the outline. A named place is looked up in the background.
  ///
  /// - Returns: An address (`http`, `https` or `mailto`) for the program to open; `nil` for places, and for targets that no
  ///   viewer should follow, such as scripts.
  public func follow(_ target: LinkTarget) -> URL? {
    switch target {
    case .place(let place): go(to: place)
    case .named(let name):
      enqueue(.showing) {
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

  /// Goes to a place in the document. It comes to the upper edge of the view as far as the pages can be scrolled.
  public func go(to place: PageDestination) {
    guard let index = pages.firstIndex(of: place.page) else { return }
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

  /// Brings a rectangle of a page into view.
  public func reveal(_ rect: PageRect, on page: PageID) {
    guard let index = pages.firstIndex(of: page) else { return }
    guard let transform = transform(of: page) else { return viewport.go(to: index) }
    viewport.reveal(transform.viewRect(rect), on: page)
  }
}
