package import PostilModel

/// What a worker can be asked for. A value, like what comes back, so that workers may live in other processes.
package enum RenderRequest: Sendable, Hashable {
  /// A part of a page, from what is kept of the page; and the area that it is the same as, whatever else the
  /// look of the page is about.
  case tile(PageArea, sameAs: PageArea)
  /// A whole page, drawn as it is, `scale` pixels a point.
  case page(PageRenderKey, scale: Double)
  /// A whole page that fits into a square of that many pixels.
  case preview(PageRenderKey, side: Int)
  /// The text of a page, at a place in the file that is shown through a transform of scale 1.
  case text(Int, PageTransform)

  /// The request for a page whose recording would be replayed with other pixels.
  package var withoutRecording: RenderRequest {
    guard case .tile(var area, let other) = self else { return self }
    area.renderKey.isHardToRecord = true
    return .tile(area, sameAs: other)
  }

  /// The page's place in the file, from 0.
  var pageIndex: Int {
    switch self {
    case .tile(let area, _): area.renderKey.index
    case .page(let renderKey, _), .preview(let renderKey, _): renderKey.index
    case .text(let index, _): index
    }
  }
}

/// What a worker answers.
package enum RenderResult: Sendable {
  case image(PageImage)
  case text(PageText)

  /// - Throws: ``PDFError``, if it is something else: nobody asks for that.
  package func image() throws -> PageImage {
    guard case .image(let image) = self else { throw Self.mismatch }
    return image
  }

  /// - Throws: ``PDFError``, if it is something else: nobody asks for that.
  package func text() throws -> PageText {
    guard case .text(let text) = self else { throw Self.mismatch }
    return text
  }

  private static let mismatch = PDFError(.renderFailed, "The page was not drawn: try again.")
}

/// What is done first.
package enum RenderPriority: Int, Sendable, Comparable {
  /// Something to look at right away.
  case preview
  /// What is seen.
  case visible
  /// What will be seen if somebody scrolls.
  case nearby
  /// Small pictures of pages that are elsewhere.
  case thumbnail
  /// What nobody waits for.
  case background

  package static func < (a: RenderPriority, b: RenderPriority) -> Bool { a.rawValue < b.rawValue }
}

/// How urgent a request is among others.
package struct RenderUrgency: Sendable, Comparable {
  package var priority: RenderPriority
  /// Among requests of the same priority, the smallest is first.
  package var rank: Int

  package init(_ priority: RenderPriority, rank: Int = 0) {
    self.priority = priority
    self.rank = rank
  }

  package static func < (a: RenderUrgency, b: RenderUrgency) -> Bool {
    (a.priority, a.rank) < (b.priority, b.rank)
  }
}
