public import PostilModel
package struct AnnotationPicture: Sendable, Hashable {
  package let box: PageRect
  let appearance: Appearance
  package init?(_ a: Annotation) { box = a.bounds; appearance = a.appearance }
}
public struct OverlayPainter: Sendable {
  public init(transform: PageTransform) {}
  package func paint(_ p: [AnnotationPicture], into: PixelBuffer, x: Int = 0, y: Int = 0) throws {}
}
