package import PostilModel

/// An annotation made ready for being painted, worth keeping: making one walks all of the annotation's
/// points, and whether it touches what is painted is then known at once.
package struct PreparedAppearance: Sendable, Hashable {
  /// What is painted; its box is there.
  let appearance: Appearance
  /// Its box on a page that is not turned, in page space.
  let box: PageRect
  /// What may look different where it is painted, or no longer is, however the page is turned; in page space.
  package let area: PageRect
  /// Whether it stays upright when the page is turned: it then turns about its upper left corner.
  let isUpright: Bool

  /// `nil` for annotations that show nothing on screen: hidden ones, and those that Postil does not draw.
  /// O(points).
  package init?(_ annotation: Annotation) {
    // The flag `invisible` is about kinds that a reader does not know; it knows these.
    guard annotation.flags.isDisjoint(with: [.hidden, .noView]) else { return nil }
    let appearance = annotation.appearance
    guard let box = appearance.box else { return nil }
    self.appearance = appearance
    self.box = box
    isUpright = annotation.flags.contains(.noRotate)
    area = isUpright ? box.turnedAboutUpperLeft : box
  }
}
