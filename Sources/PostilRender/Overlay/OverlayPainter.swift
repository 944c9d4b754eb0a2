public import PostilModel

/// Paints annotations and drawings in progress over a page, exactly as they will look when the document
/// is saved and rendered, but for images and pages of documents, which stamps show: those it leaves out. A
/// `PageRenderer` draws them, as it draws the annotations of a page that was rendered.
///
/// A viewer draws the page into a cairo context and paints over it:
///
/// ```swift
/// let painter = OverlayPainter(transform: page.transform(scale: 2))
/// painter.paint(page.annotations, into: context)
/// painter.paint(tool.draw(), into: context)
/// ```
///
/// A context is given as the pointer that it is in C (`cairo_t *`), as GTK's drawing functions have it.
/// Its user space must be the view's: pixels, with the upper left corner of the page as it is shown at
/// 0, 0. What is outside of its clip costs next to nothing. It is left as it was found: matrix, clip,
/// source, path and all the rest. If it has failed before, or the transform is of no use (its scale is 0
/// or not a number), nothing is painted.
public struct OverlayPainter: Sendable, Hashable {
  /// The way from the page to the view.
  public let transform: PageTransform

  /// Makes a painter for a page that is shown through a transform.
  public init(transform: PageTransform) { self.transform = transform }

  /// Paints a picture, such as what a tool's `draw()` gives. O(points).
  public func paint(_ appearance: Appearance, into context: OpaquePointer) {
    withCanvas(on: context) { $0.paint(appearance) }
  }

  /// Paints annotations, the first at the bottom. Hidden ones, those not for the screen, and those that
  /// Postil does not draw are left out, and so are images and pages in them. O(points).
  public func paint(_ annotations: some Sequence<Annotation>, into context: OpaquePointer) {
    withCanvas(on: context) { canvas in
      for case let picture? in annotations.lazy.map(PreparedAppearance.init) { canvas.paint(picture) }
    }
  }

  /// Paints annotations that were made ready, the first at the bottom. O(annotations), and O(points) for
  /// those within the context's clip.
  package func paint(_ pictures: some Sequence<PreparedAppearance>, into context: OpaquePointer) {
    withCanvas(on: context) { canvas in
      for picture in pictures { canvas.paint(picture) }
    }
  }

  private func withCanvas(on context: OpaquePointer, _ body: (OverlayCanvas) -> Void) {
    OverlayCanvas.with(context, transform, body)
  }
}
