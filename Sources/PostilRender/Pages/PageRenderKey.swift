package import PostilModel
package import PostilRenderProtocol

/// The key of a rendering: a page of the opened file, with the session's changes that affect how it is rendered.
package struct PageRenderKey: Sendable, Hashable {
  /// Where the page's content comes from, if that is not the file as it was opened: engines draw pages of one file and
  /// do not look at it, but what is kept of pages is told apart by it.
  package var source: PageSource?
  /// The index of the page in the file that it comes from.
  package var index: Int
  /// The rotation of the page by the session.
  package var turn: PageRotation
  /// Annotations of the file to hide, because the session changed or removed them.
  package var hidden: [AnnotationLocator]
  /// What is drawn in place of the page of the file.
  package var snapshot: PageSnapshot?
  /// What draws the page.
  package var renderer: Renderer
  /// Whether replaying a recording would give other pixels than rendering the page.
  package var isHardToRecord: Bool
  /// Whether there is no paper behind the page.
  package var isTransparent: Bool
  /// Whether Splash joins its colors as inks.
  package var blendsInCMYK = false

  package init(
    index: Int, turn: PageRotation = .none, hidden: [AnnotationLocator] = [], isHardToRecord: Bool = false,
    source: PageSource? = nil, snapshot: PageSnapshot? = nil, renderer: Renderer = .poppler,
    isTransparent: Bool = false
  ) {
    self.source = source
    self.renderer = renderer
    self.snapshot = snapshot
    self.index = index
    self.turn = turn
    self.hidden = hidden
    self.isHardToRecord = isHardToRecord
    self.isTransparent = isTransparent
  }
}

/// A part of a page at a scale: a tile, or the whole.
package struct PageArea: Sendable, Hashable {
  package var renderKey: PageRenderKey
  /// Pixels a point.
  package var scale: Double
  /// The part, in pixels of the page's view as it is rotated now.
  package var rect: PixelRect

  package init(renderKey: PageRenderKey, scale: Double, rect: PixelRect) {
    self.renderKey = renderKey
    self.scale = scale
    self.rect = rect
  }

  /// All of a page that is `width` × `height` points as it is turned.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if the page has no size, or `.invalidArgument`, which names the largest scale
  ///   that works.
  package init(wholePage renderKey: PageRenderKey, width: Double, height: Double, scale: Double) throws {
    let size = try ImageSize(width: width, height: height, scale: scale)
    self.init(
      renderKey: renderKey, scale: scale, rect: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
  }
}
