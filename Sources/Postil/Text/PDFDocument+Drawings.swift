import PostilModel

extension PDFDocument {
  /// What a page draws: paths that are filled or stroked (lines, rectangles, curves), and shadings, with their colors, in the order in which
  /// they are painted. Text and images are none of it: see ``text(of:)`` and ``images(on:progress:)``.
  ///
  /// ```swift
  /// for drawing in try await document.drawings(on: page) where drawing.isVisible {
  ///   if let line = drawing.line { print(line.start, line.end, drawing.stroke?.width ?? 0) }
  ///   if let rect = drawing.rect, let color = drawing.fill?.color { print(rect, color) }
  /// }
  /// ```
  ///
  /// It is what a reader sees now: drawings of the content and of its forms come first, those of annotations and fields as they appear
  /// behind them (``PageDrawing/isInAnnotation``). Layers are shown and left out as for ``text(of:)``, see ``readingLayers``. What clips or
  /// the edges of the page hide is among them (``PageDrawing/isVisible``). Not among them are what patterns paint, letters that are
  /// drawn, soft masks, and annotations without an appearance, which readers draw themselves.
  ///
  /// Drawings of a page may be many, and nothing of them is kept: go from page to page rather than collect all. A page that takes longer than
  /// ``readingDeadline`` fails.
  ///
  /// - Returns: The drawings in page space, as annotations and text.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` if the content cannot be read, `.unsupported` if it has more than 500,000
  ///   drawings or 2,000,000 steps of paths, or `.renderTimedOut`; `CancellationError`.
  /// - Complexity: O(bytes of what the page shows), on a thread of its own.
  public func drawings(on page: PageID) async throws -> [PageDrawing] {
    try await textReader.drawings(of: page, in: self)
  }
}
