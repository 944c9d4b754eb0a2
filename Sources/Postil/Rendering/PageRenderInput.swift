import PostilFile
import PostilModel
import PostilRender

/// What a renderer needs of a page, all of one moment.
struct PageRenderInput: Sendable {
  /// Grows with every edit of the page.
  let version: Int
  /// The part that is shown, in page space.
  let cropBox: PageRect
  /// How far the page is turned when it is shown.
  let rotation: PageRotation
  /// How far it was turned since the file was opened.
  let turn: PageRotation
  let annotations: [Annotation]
  let opened: OpenedAnnotations
}

extension PDFDocument {
  /// What a renderer needs of a page; `nil` if it knows that already. O(1) then, and waits for nobody.
  ///
  /// - Parameter known: The version that the caller has.
  func renderFacts(of page: PageID, known: Int?) throws -> PageRenderInput? {
    if let known, known == pageVersions[page] { return nil }
    return try session.withLock { try $0.renderFacts(of: page) }
  }

  /// What is to be known before a page is drawn: takes reading its resources, which showing what was drawn before does not.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  func renderTraits(of page: PageID) throws -> RenderTraits {
    try session.withLock { session in
      guard session.state.index(of: page) != nil else {
        throw PDFError.noSuchPage(page).about(session.store.url)
      }
      return try session.store.renderTraits(of: session.state.page(page).source)
    }
  }

  /// The file as it was opened: what a renderer shows, whatever is saved.
  var openedFile: OpenedFile { session.withLock { $0.store.opened } }
}

extension DocumentSession {
  fileprivate func renderFacts(of page: PageID) throws -> PageRenderInput {
    guard state.index(of: page) != nil else { throw PDFError.noSuchPage(page).about(store.url) }
    let version = pageVersions[page]
    let page = state.page(page)
    let attributes = try store.attributes(of: page.source)
    // Annotations that no edit changed are as the file has them: poppler shows them, and reading them here, of
    // all pages of a long document, would take hundreds of megabytes.
    let annotations = page.annotations?.items
    let opened = annotations == nil ? OpenedAnnotations.none : try store.openedAnnotations(of: page.source)
    return PageRenderInput(
      version: version, cropBox: attributes.boxes[.cropBox] ?? .zero,
      rotation: attributes.rotation + page.rotation,
      turn: page.rotation, annotations: annotations ?? [], opened: opened)
  }
}

extension OpenedFile {
  /// The file for poppler to read: the very bytes that were opened.
  var renderSource: RenderSource { .bytes(RenderBytes(pointer, keptBy: owner), url: url) }
}
