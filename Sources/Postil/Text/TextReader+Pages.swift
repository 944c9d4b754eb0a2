import Foundation
import PostilFile
import PostilModel
import PostilRender
import PostilRenderProtocol

extension TextReader {
  /// The text of a page.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged`, `.unsupported` or `.renderTimedOut`;
  ///   `CancellationError`.
  func text(of page: PageID, in document: PDFDocument) async throws -> PageText {
    PageText(try await packedText(of: page, in: document, RenderUrgency(.visible)))
  }

  /// What the content of a page shows, with the links that are on it now; `nil` if it has no content.
  ///
  /// - Throws: As ``text(of:in:)``.
  func layout(of page: PageID, in document: PDFDocument) async throws -> PageLayout? {
    try await aboutPage(page, of: document) { () -> PageLayout? in
      let now = try current(page, in: document)
      let alone = now.hasOtherContent ? try now.snapshot(withFormValues: false) : nil
      guard
        var layout = try await layout(
          of: now.state.source, now.layers, alone: alone, in: document, RenderUrgency(.background))
      else { return nil }
      if alone == nil, let placement = now.state.placement { layout = layout.placed(placement) }
      layout.links = try document.page(page).annotations.reversed().compactMap { annotation in
        annotation.content.link.map {
          PageLayout.Link(annotation.id, rect: $0.rect, url: $0.target.webAddress)
        }
      }
      return layout
    }
  }

  /// What a page draws now, in the order in which it is painted.
  ///
  /// - Throws: As ``text(of:in:)``.
  func drawings(of page: PageID, in document: PDFDocument) async throws -> [PageDrawing] {
    try await aboutPage(page, of: document) {
      let now = try current(page, in: document)
      let alone = now.isEdited ? try now.snapshot() : nil
      let drawings = try await drawings(
        of: now.state.source, now.layers, alone: alone, in: document, RenderUrgency(.background))
      guard alone == nil, let placement = now.state.placement else { return drawings }
      return drawings.map { $0.placed(placement) }
    }
  }

  /// A page as it is now.
  private struct CurrentPage {
    let id: PageID
    let document: PDFDocument
    let state: PageState
    let objects: ObjectEdits
    /// The values of fields on it that were filled in.
    let formValues: [String: FilledField]
    let layers: LayerVisibility

    /// Whether its content is another than in its file: what was flattened is a part of it, and stands in no file yet; nor do entries
    /// that were set.
    var hasOtherContent: Bool {
      state.flattened != nil || state.marks != nil || state.isDrawnOtherwise(with: objects)
    }

    /// Whether something that it shows stands in no file yet.
    var isEdited: Bool { state.annotations != nil || hasOtherContent || !formValues.isEmpty }

    /// A document of it alone, as a save would write it.
    func snapshot(withFormValues: Bool = true) throws -> Data {
      try document.snapshot(
        of: id, as: state, formValues: withFormValues ? formValues : [:], objects: objects, showing: layers)
    }
  }

  private func current(_ page: PageID, in document: PDFDocument) throws -> CurrentPage {
    let (state, parts) = try document.core.withLock { core in
      _ = try core.index(of: page)
      return (core.state.page(page), core.state.parts)
    }
    return CurrentPage(
      id: page, document: document, state: state, objects: parts.objects,
      formValues: parts.formValues.filter { $0.value.areas[page] != nil },
      layers: layers(of: state.source, parts.layers))
  }

  /// What matches a needle on a page.
  ///
  /// - Throws: As ``text(of:in:)``.
  func matches(of needle: SearchNeedle, on page: PageID, in document: PDFDocument) async throws -> [TextMatch]
  {
    var parts = try await packedText(of: page, in: document, RenderUrgency(.nearby))
    if needle.options.contains(.excludingAnnotations) { parts.annotations = .empty }
    let folded = FoldedText(parts.characters, needle.options)
    // Most pages need no more: boxes and lines are made where there is something to tell.
    guard folded.contains(needle) else { return [] }
    let text = PageText(parts)
    let index = document.index(of: page) ?? 0
    return text.matches(of: needle, in: folded).map { TextMatch($0, in: text, page: page, pageIndex: index) }
  }

  /// The text of a page's content as poppler reads it.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged`, `.renderFailed`, `.renderTimedOut`, `.renderCrashed` or
  ///   `.rendererNotFound`; `CancellationError`.
  func popplerText(of page: PageID, in document: PDFDocument) async throws -> PageText {
    try await aboutPage(page, of: document) {
      let source = try document.source(of: page)
      let placement = document.state.page(page).placement
      return PageText(
        try await packedText(
          of: source, in: document, RenderUrgency(.visible),
          transform: { try document.textTransform(of: source) },
          alone: { try document.documentForText(of: page, source) }
        ).placed(placement))
    }
  }

  private func packedText(
    of page: PageID, in document: PDFDocument, _ urgency: RenderUrgency
  ) async throws -> PackedPageText {
    try await aboutPage(page, of: document) {
      let now = try current(page, in: document)
      var text: PackedPageText
      do {
        text = try await packedText(of: now.state.source, now.layers, in: document, urgency).placed(
          now.state.placement)
      } catch let damage as PDFError where damage.code == .damaged {
        // Poppler mends streams that are not even found here.
        guard let other = try? await document.popplerText(of: page) else { throw damage }
        text = PackedPageText(content: PackedText(characters: other.characters, boxes: other.boxes))
      }
      // Annotations as edits left them stand in no file yet; those that were flattened are a part of the content.
      guard now.isEdited else { return text }
      let edited = try await packedText(
        ofPageAlone: now.snapshot(), now.hasOtherContent ? [.content, .annotations] : .annotations,
        in: document, urgency)
      (text.annotations, text.annotationStyles) = (edited.annotations, edited.annotationStyles)
      if now.hasOtherContent {
        (text.content, text.contentStyles) = (edited.content, edited.contentStyles)
      }
      return text
    }
  }

  /// The layers that were switched, of a source of pages: those of other documents never are.
  private func layers(of source: PageSource, _ given: LayerVisibility?) -> LayerVisibility {
    guard case .opened = source else { return LayerVisibility() }
    let own = layers.withLock(\.self)
    return given.map { $0.overlaid(by: own) } ?? own
  }

  private func aboutPage<Result>(
    _ page: PageID, of document: PDFDocument, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch var error as PDFError {
      error.pageIndex = document.index(of: page)
      throw error
    }
  }
}

extension PackedPageText {
  /// The text of a page whose content was scaled and moved.
  fileprivate func placed(_ placement: ContentPlacement?) -> PackedPageText {
    guard let placement else { return self }
    var placed = PackedPageText(
      content: content.placed(placement), annotations: annotations.placed(placement))
    placed.contentStyles = contentStyles.placed(placement)
    placed.annotationStyles = annotationStyles.placed(placement)
    return placed
  }
}

extension PackedText {
  fileprivate func placed(_ placement: ContentPlacement) -> PackedText {
    let scale = Float(placement.scale)
    let way = SIMD4(Float(placement.dx), Float(placement.dy), Float(placement.dx), Float(placement.dy))
    return PackedText(characters: characters, boxes: boxes.map { $0 * scale + way })
  }
}

extension PageText {
  fileprivate init(_ packed: PackedPageText) {
    self.init(
      characters: packed.characters, boxes: packed.boxes, styles: packed.styles,
      contentCount: packed.content.count)
  }
}

extension PDFDocument {
  /// As ``snapshot(of:as:formValues:hidden:)``, with the layers that are seen after some were switched.
  fileprivate func snapshot(
    of page: PageID, as state: PageState, formValues: [String: FilledField], objects: ObjectEdits,
    showing layers: LayerVisibility
  ) throws -> Data {
    let hidden = try store.withLock { try $0.hiddenLayers(of: state.source, layers) }
    return try snapshot(of: page, as: state, formValues: formValues, objects: objects, hidden: hidden)
  }

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
