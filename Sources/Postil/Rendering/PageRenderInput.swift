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
    try session.withLock { try $0.store.renderTraits(of: page) }
  }

  /// The file as it was opened: what a renderer shows, whatever is saved.
  var openedFile: OpenedFile { session.withLock { $0.store.opened } }
}

extension DocumentSession {
  fileprivate mutating func renderFacts(of page: PageID) throws -> PageRenderInput {
    guard state.pages.contains(page) else { throw PDFError.noSuchPage(page).about(store.url) }
    let version = pageVersions[page]
    let attributes = try store.attributes(of: page)
    // Annotations that nobody looked at are as the file has them: poppler shows them, and reading them here, of
    // all pages of a long document, would take hundreds of megabytes.
    let annotations = state.annotations[page]
    let opened = annotations == nil ? OpenedAnnotations.none : try store.openedAnnotations(of: page)
    let turn = state.turns[page, default: .none]
    return PageRenderInput(
      version: version, cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation + turn,
      turn: turn, annotations: annotations ?? [], opened: opened)
  }
}

extension OpenedFile {
  /// The file for poppler to read: the very bytes that were opened.
  var renderSource: RenderSource { .bytes(RenderBytes(pointer, keptBy: owner), url: url) }
}
