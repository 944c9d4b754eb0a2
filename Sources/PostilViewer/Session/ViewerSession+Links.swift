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
  /// - Returns: An address for the program to open; `nil` if the link leads to a place in the document, which is in view then, or to
  ///   something that no viewer should follow, such as a script.
  public func follow(_ link: Annotation) -> URL? {
    switch link.content.link?.target {
    case .place(let place): go(to: place)
    case .uri(let address):
      guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
        ["http", "https", "mailto"].contains(scheme)
      else { return nil }
      return url
    default: break
    }
    return nil
  }

  /// Goes to a place in the document.
  public func go(to place: PageDestination) {
    guard let index = pages.firstIndex(of: place.page) else { return }
    viewport.go(to: index)
    guard let transform = transform(of: place.page) else { return }
    let box = transform.cropBox
    switch place.view {
    case .position(let left, let top, let zoom):
      if let zoom { viewport.zoom(to: zoom) }
      reveal(PageRect(x: left ?? box.minX, y: top ?? box.maxY, width: 0, height: 0), on: place.page)
    case .page, .content: viewport.fit(.page)
    case .width(let top), .contentWidth(let top):
      viewport.fit(.width)
      if let top { reveal(PageRect(x: box.minX, y: top, width: 0, height: 0), on: place.page) }
    case .height, .rect, .contentHeight: viewport.fit(.page)
    }
  }

  /// Brings a rectangle of a page into view.
  public func reveal(_ rect: PageRect, on page: PageID) {
    guard let index = pages.firstIndex(of: page) else { return }
    guard let transform = transform(of: page) else { return viewport.go(to: index) }
    viewport.reveal(transform.viewRect(rect), on: page)
  }
}
