/// Where an annotation is in a file, for a renderer that is to leave it out: its place among the
/// entries of `/Annots` that are dictionaries, from 0, and its `/Rect`, which tells whether it is the one.
package struct AnnotationMark: Sendable, Hashable {
  package let place: Int
  package let rect: PageRect?

  package init(place: Int, rect: PageRect?) {
    self.place = place
    self.rect = rect
  }
}
