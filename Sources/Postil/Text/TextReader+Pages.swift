import Foundation
import PostilFile
import PostilModel
import PostilRender
import PostilRenderProtocol

extension TextReader {
  /// The text of a page.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged`, `.renderTimedOut` or `.renderCrashed`;
  ///   `CancellationError`.
  func text(of page: PageID, in document: PDFDocument) async throws -> PageText {
    PageText(try await packedText(of: page, in: document, RenderUrgency(.visible)))
  }

  /// What matches a needle on a page.
  ///
  /// - Throws: As ``text(of:in:)``.
  func matches(of needle: SearchNeedle, on page: PageID, in document: PDFDocument) async throws -> [TextMatch]
  {
    let packed = try await packedText(of: page, in: document, RenderUrgency(.nearby))
    let folded = FoldedText(packed.characters, needle.options)
    // Most pages need no more: boxes and lines are made where there is something to tell.
    guard folded.contains(needle) else { return [] }
    let text = PageText(packed)
    let index = document.index(of: page) ?? 0
    return text.matches(of: needle, in: folded).map { TextMatch($0, in: text, page: page, pageIndex: index) }
  }

  private func packedText(
    of page: PageID, in document: PDFDocument, _ urgency: RenderUrgency
  ) async throws -> PackedText {
    do {
      let source = try document.source(of: page)
      let placement = document.state.page(page).placement
      return try await packedText(
        of: source, in: document, urgency, transform: { try document.textTransform(of: source) },
        alone: { try document.documentForText(of: page, source) }
      ).placed(placement)
    } catch var error as PDFError {
      error.pageIndex = document.index(of: page)
      throw error
    }
  }
}

extension PackedText {
  /// The text of a page whose content was scaled and moved.
  fileprivate func placed(_ placement: ContentPlacement?) -> PackedText {
    guard let placement else { return self }
    let scale = Float(placement.scale)
    let way = SIMD4(Float(placement.dx), Float(placement.dy), Float(placement.dx), Float(placement.dy))
    return PackedText(characters: characters, boxes: boxes.map { $0 * scale + way })
  }
}

extension PageText {
  init(_ packed: PackedText) { self.init(characters: packed.characters, boxes: packed.boxes) }
}

extension PDFDocument {
  /// A document of the page alone, without annotations, if poppler refuses the page as its source has it.
  fileprivate func documentForText(of page: PageID, _ source: PageSource) throws -> Data? {
    try store.withLock { store in
      guard try store.hasTooManyAnnotations(source) else { return nil }
      return try store.snapshot(of: page, as: PageState(source: source, annotations: AnnotationList([])))
    }
  }

  /// The way from page space to the view of a page as its source has it.
  fileprivate func textTransform(of source: PageSource) throws -> PageTransform {
    let attributes = try store.withLock { try $0.attributes(of: source) }
    return PageTransform(cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation)
  }
}

extension TextMatch {
  fileprivate init(_ match: TextSelection, in text: PageText, page: PageID, pageIndex: Int) {
    self.init(
      page: page, pageIndex: pageIndex, string: match.string, quads: match.quads, range: match.range,
      before: text.excerpt(before: match.range.lowerBound), after: text.excerpt(after: match.range.upperBound)
    )
  }
}
