/// Where an annotation is in a file, for a renderer that is to leave it out: its place among the
/// entries of `/Annots` that are dictionaries, from 0, and its `/Rect`, which tells whether it is the one.
package struct AnnotationLocator: Sendable, Hashable {
  package let place: Int
  package let rect: PageRect?
  /// Whether it stays upright when the page is turned.
  package let isUpright: Bool

  package init(place: Int, rect: PageRect?, isUpright: Bool = false) {
    self.place = place
    self.rect = rect
    self.isUpright = isUpright
  }

  /// Where it is shown, however the page is turned.
  package var area: PageRect? { isUpright ? rect?.turnedAboutUpperLeft : rect }

  /// How far beyond its rectangle an annotation may be drawn, in points: poppler draws those without an appearance by
  /// itself, some of them a little beyond.
  package static let margin = 20.0

  /// Where anything of it may be drawn.
  package var reach: PageRect? { area?.insetBy(-Self.margin) }
}

extension PageRect {
  /// What the rectangle covers when it is turned about its upper left corner by quarters: an annotation that
  /// stays upright on a page that is turned.
  package var turnedAboutUpperLeft: PageRect {
    PageRect(corner: PagePoint(x: minX, y: maxY), corner: PagePoint(x: minX, y: maxY))
      .insetBy(-max(width, height))
  }
}
