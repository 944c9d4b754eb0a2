/// Where the content of a page's source stands on the page, once that was given another size: evenly scaled, moved, and cut off at
/// the edges of what the page showed.
package struct ContentPlacement: Sendable, Hashable, Codable {
  /// By how much lengths are multiplied, above 0.
  package let scale: Double
  /// Where the origin comes to stand.
  package let dx: Double
  package let dy: Double
  /// What is shown of the content, in its own space.
  package let clip: PageRect

  package init(scale: Double, dx: Double, dy: Double, clip: PageRect) {
    (self.scale, self.dx, self.dy, self.clip) = (scale, dx, dy, clip)
  }

  /// Where a point of the content is on the page.
  package func apply(_ point: PagePoint) -> PagePoint {
    PagePoint(x: point.x * scale + dx, y: point.y * scale + dy)
  }

  /// Where a rectangle of the content is on the page.
  package func apply(_ rect: PageRect) -> PageRect {
    PageRect(
      corner: apply(PagePoint(x: rect.minX, y: rect.minY)),
      corner: apply(PagePoint(x: rect.maxX, y: rect.maxY)))
  }

  /// This placement after another one, as one of the content that the other one places.
  package func after(_ first: ContentPlacement?) -> ContentPlacement {
    guard let first else { return self }
    func back(_ x: Double, _ d: Double) -> Double { (x - d) / first.scale }
    let shown = PageRect(
      corner: PagePoint(x: back(clip.minX, first.dx), y: back(clip.minY, first.dy)),
      corner: PagePoint(x: back(clip.maxX, first.dx), y: back(clip.maxY, first.dy)))
    return ContentPlacement(
      scale: first.scale * scale, dx: first.dx * scale + dx, dy: first.dy * scale + dy,
      clip: first.clip.intersection(shown)
        ?? PageRect(x: first.clip.minX, y: first.clip.minY, width: 0, height: 0))
  }

  /// - Throws: ``PDFError`` with code `.invalidGeometry` for one that leaves nothing to see, or cannot be written.
  package func requireUsable() throws(PDFError) {
    guard scale.isFinite, (1e-4...1e4).contains(scale), PagePoint(x: dx, y: dy).isUsable, clip.isUsable else {
      throw PDFError(
        .invalidGeometry,
        "The content of a page would be scaled by \(scale): give a size that is nearer to its own.")
    }
  }
}

/// The placement to give to a page's content; `nil` is that of its source.
package struct PlacedContent: Sendable, Hashable, Codable {
  package var page: PageID
  package var placement: ContentPlacement?
  /// What annotations that are a part of the content are then, see ``PageState/flattenedValues``.
  package var flattenedValues: [AnnotationID: Annotation]?

  /// Those of the page's annotations that are others then.
  package var annotations: [Annotation]

  package init(
    _ page: PageID, _ placement: ContentPlacement?, _ flattenedValues: [AnnotationID: Annotation]?,
    _ annotations: [Annotation]
  ) {
    (self.page, self.placement, self.flattenedValues) = (page, placement, flattenedValues)
    self.annotations = annotations
  }
}
