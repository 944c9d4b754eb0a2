package import PostilModel
package import PostilRenderProtocol

/// A request to a worker.
package enum RenderRequest: Sendable, Hashable {
  /// A part of a page, from the page's cached rendering; and the area with the same pixels, whatever else the render
  /// key says.
  case tile(PageArea, sameAs: PageArea)
  /// A whole page, rendered directly.
  case page(PageArea)
  /// A whole page, rendered directly, that fits into a square of that many pixels.
  case preview(PageArea, side: Int)
  /// A whole page as an SVG file.
  case svg(PageRenderKey)
  /// What is taken in place of a page's fonts that the file does not have.
  case fonts(PageRenderKey)
  /// The text of a page as poppler reads it, at a place in the file that is shown through a transform of scale 1.
  case text(Int, PageTransform)
  /// The text of parts of a page as this program reads it, at a place in the file.
  case ownText(Int, TextParts, LayerVisibility)
  /// What the content of a page shows and where, for telling its structure, at a place in the file.
  case layout(Int, LayerVisibility)
  /// What a page draws, at a place in the file.
  case drawings(Int, LayerVisibility)

  /// The parts of a page that have text.
  package struct TextParts: OptionSet, Sendable, Hashable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let content = TextParts(rawValue: 1)
    package static let annotations = TextParts(rawValue: 2)
  }

  /// The same request for a page that must not be recorded.
  package var withoutRecording: RenderRequest {
    guard case .tile(var area, let other) = self else { return self }
    area.renderKey.isHardToRecord = true
    return .tile(area, sameAs: other)
  }

  /// The same request to another renderer.
  package func drawn(by renderer: Renderer) -> RenderRequest { with { $0.renderer = renderer } }

  /// The same request for a page whose colors are joined as inks.
  package var inCMYK: RenderRequest { with { $0.blendsInCMYK = true } }

  private func with(_ change: (inout PageRenderKey) -> Void) -> RenderRequest {
    func key(_ key: PageRenderKey) -> PageRenderKey {
      var key = key
      change(&key)
      return key
    }
    func area(_ area: PageArea) -> PageArea {
      var area = area
      area.renderKey = key(area.renderKey)
      return area
    }
    return switch self {
    case .tile(let part, let other): .tile(area(part), sameAs: area(other))
    case .page(let whole): .page(area(whole))
    case .preview(let whole, let side): .preview(area(whole), side: side)
    case .fonts(let page): .fonts(key(page))
    // Only poppler makes SVG.
    case .svg, .text, .ownText, .layout, .drawings: self
    }
  }

  /// Whether it is for text, or what else is read of a page.
  var isForText: Bool {
    switch self {
    case .tile, .page, .preview, .svg, .fonts: false
    case .text, .ownText, .layout, .drawings: true
    }
  }

  /// The index of the page in the file.
  var pageIndex: Int {
    switch self {
    case .tile(let area, _), .page(let area), .preview(let area, _): area.renderKey.index
    case .svg(let key), .fonts(let key): key.index
    case .text(let index, _), .ownText(let index, _, _), .layout(let index, _), .drawings(let index, _):
      index
    }
  }
}

/// The result of a request.
package enum RenderResult: Sendable {
  case image(PageImage)
  case svg([UInt8])
  case fonts([FontSubstitute])
  case text(PackedText)
  case ownText(PackedPageText)
  case layout(PageLayout)
  case drawings([PageDrawing])

  /// - Throws: ``PDFError`` with code `.renderFailed` if it is another kind of result, which no request has.
  package func image() throws -> PageImage {
    guard case .image(let image) = self else { throw Self.mismatch }
    return image
  }

  /// - Throws: ``PDFError`` with code `.renderFailed` if it is another kind of result, which no request has.
  package func svg() throws -> [UInt8] {
    guard case .svg(let file) = self else { throw Self.mismatch }
    return file
  }

  /// - Throws: ``PDFError`` with code `.renderFailed` if it is another kind of result, which no request has.
  package func fonts() throws -> [FontSubstitute] {
    guard case .fonts(let substitutes) = self else { throw Self.mismatch }
    return substitutes
  }

  /// - Throws: ``PDFError`` with code `.renderFailed` if it is another kind of result, which no request has.
  package func text() throws -> PackedText {
    guard case .text(let text) = self else { throw Self.mismatch }
    return text
  }

  /// - Throws: ``PDFError`` with code `.renderFailed` if it is another kind of result, which no request has.
  package func ownText() throws -> PackedPageText {
    guard case .ownText(let text) = self else { throw Self.mismatch }
    return text
  }

  /// - Throws: ``PDFError`` with code `.renderFailed` if it is another kind of result, which no request has.
  package func layout() throws -> PageLayout {
    guard case .layout(let layout) = self else { throw Self.mismatch }
    return layout
  }

  /// - Throws: ``PDFError`` with code `.renderFailed` if it is another kind of result, which no request has.
  package func drawings() throws -> [PageDrawing] {
    guard case .drawings(let drawings) = self else { throw Self.mismatch }
    return drawings
  }

  package static let mismatch = PDFError(.renderFailed, "The page was not drawn or read: try again.")
}

/// The text of a page's content, and that of its annotations; empty where it was not asked for.
package struct PackedPageText: Sendable {
  package var content: PackedText
  package var annotations: PackedText
  package var contentStyles = TextStyles()
  package var annotationStyles = TextStyles()

  package init(content: PackedText = .empty, annotations: PackedText = .empty) {
    (self.content, self.annotations) = (content, annotations)
  }

  /// The memory that it takes, in bytes.
  package var byteCount: Int {
    content.bytes.count + annotations.bytes.count + contentStyles.byteCount + annotationStyles.byteCount + 64
  }

  /// How the characters are set.
  package var styles: TextStyles {
    var styles = contentStyles
    if annotations.count > 0 {
      styles.append(annotationStyles, at: content.count > 0 ? content.count + 1 : 0)
    }
    return styles
  }

  /// All characters: those of annotations follow on a line of their own.
  package var characters: [Unicode.Scalar] {
    guard annotations.count > 0 else { return content.characters }
    return content.characters + (content.count > 0 ? ["\n"] : []) + annotations.characters
  }

  /// The box of each character.
  package var boxes: [SIMD4<Float>] {
    guard annotations.count > 0 else { return content.boxes }
    return content.boxes + (content.count > 0 ? [.zero] : []) + annotations.boxes
  }
}

/// The priority of a request.
package enum RenderPriority: Int, Sendable, Comparable {
  /// Previews, for a first impression.
  case preview
  /// Visible tiles.
  case visible
  /// Tiles near the view, for scrolling.
  case nearby
  /// Thumbnails.
  case thumbnail
  /// Work without a waiting user.
  case background

  package static func < (a: RenderPriority, b: RenderPriority) -> Bool { a.rawValue < b.rawValue }
}

/// The order of a request among others.
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
