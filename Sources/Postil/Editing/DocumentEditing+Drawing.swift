import PostilGraphics
import PostilModel

extension DocumentEditing {
  /// Draws a picture of paths, texts, images and pages of documents onto a page: it becomes a part of the page's content, and is no
  /// annotation. One step of undo.
  ///
  /// ```swift
  /// let total = Appearance(items: [
  ///   Appearance.Item(path: PagePath.rectangle(box), fill: .yellow),
  ///   .text(Appearance.Text("Total: 247.40 €", font: TextFont("DejaVu Sans", size: 11)), in: box),
  /// ])
  /// try document.draw(total, on: page)
  /// ```
  ///
  /// All that is drawn on a page until it is saved becomes one content stream; images, and a subset of each font, are in the file once a save.
  /// In documents with tags it is marked as an artifact (ISO 32000-2, 14.8.2.2), since it has no place in their structure.
  ///
  /// - Parameters:
  ///   - appearance: The picture, in page space. It is cut off at its ``Appearance/box``, if it has one.
  ///   - page: The page.
  ///   - isUnderlay: Whether what the page has already covers it. Pages that paint a background hide it then.
  /// - Throws: ``PDFError`` with code `.invalidGeometry` if there is nothing to see, a place cannot be written, or a text is higher than its
  ///   frame; `.missingGlyphs`, `.invalidArgument`, `.notPermitted`, `.pageOutOfRange`, `.editConflict`. Then nothing is drawn.
  /// - Complexity: O(size of the picture, and characters).
  public func draw(
    _ appearance: Appearance, on page: PageID, isUnderlay: Bool = false
  ) throws(PDFError) {
    try PDFError.only {
      try edit("Draw") { edit in
        guard let box = appearance.extent, !box.isEmpty else {
          throw PDFError(
            .invalidGeometry, "There is nothing to draw: the picture needs items that cover an area.")
        }
        try appearance.requireUsable()
        for text in appearance.texts { try text.requireFits() }
        let stamp = Annotation(.stamp(.drawing(appearance), in: box))
        try edit.apply(
          [
            .addAnnotation(stamp, page: page),
            .flattenAnnotations([stamp.id], page: page, asUnderlay: isUnderlay),
          ], named: nil)
      }
    }
  }
}

extension Appearance.Item.PlacedText {
  /// Frames may be lower than their text by this much, in points: what is cut off there is white.
  private static let tolerance = 0.5

  /// - Throws: ``PDFError`` with code `.invalidGeometry` if the text is higher than its frame; as `Appearance.Text.measured(in:)`.
  fileprivate func requireFits() throws(PDFError) {
    guard fitting == .wrapped else { return }
    let height = try text.measured(in: place.width).height
    guard height > place.height + Self.tolerance else { return }
    let start = text.string.prefix(30)
    throw PDFError(
      .invalidGeometry,
      "The text '\(start)\(start.count < text.string.count ? "…" : "")' is \(height.rounded(.up)) points high, and its frame \(place.height): "
        + "make the frame higher, the font smaller, or have the text scaled (`fitting: .scaled`).")
  }
}
