public import Foundation

/// Following links.
extension ViewerSession {
  /// The link at a point of the view; `nil` if there is none, or the page is not read yet.
  public func link(at point: ViewPoint) -> Annotation? {
    guard let place = viewer.place(at: point) else { return nil }
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
  public func follow(_ target: LinkTarget) -> URL? { viewer.follow(target, in: editor) }
}
