import Foundation
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
  /// What edits made of it. Its annotations are `nil` if they are as the source has them.
  let state: PageState
  /// The form fields on the page that were filled in.
  let formValues: [String: FilledField]
  /// What edits set in objects of the file.
  let objects: ObjectEdits
  /// The index of the page in the file that it comes from.
  let index: Int
  /// The annotations that the source has; empty if no edit has to do with them.
  let opened: OpenedAnnotations
  /// Whether poppler refuses the page of the source.
  let hasTooManyAnnotations: Bool
}

extension PDFDocument {
  /// What a renderer needs of a page; `nil` if it knows that already. O(1) then.
  ///
  /// - Parameter known: The version that the caller has.
  func renderFacts(of id: PageID, known: Int?) throws -> PageRenderInput? {
    let current: (version: Int, page: PageState, formValues: [String: FilledField], objects: ObjectEdits)? =
      try core.withLock { core in
        let version = core.version(of: id)
        if version == known { return nil }
        _ = try core.index(of: id)
        let parts = core.state.parts
        return (
          version, core.state.page(id), parts.formValues.filter { $0.value.areas[id] != nil }, parts.objects
        )
      }
    guard let (version, page, formValues, objects) = current else { return nil }
    return try store.withLock { store in
      let attributes = try store.attributes(of: page)
      // Annotations that no edit changed are as the file has them: poppler shows them, and reading them here, of
      // all pages of a long document, would take hundreds of megabytes. Those that stay upright matter when it is turned.
      let needsAnnotations = page.annotations != nil || page.rotation != .none
      return PageRenderInput(
        version: version, cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation,
        state: page, formValues: formValues, objects: objects,
        index: try store.file(of: page.source)?.index ?? 0,
        opened: needsAnnotations ? try store.openedAnnotations(of: page.source) : .none,
        hasTooManyAnnotations: try store.hasTooManyAnnotations(page.source))
    }
  }

  /// A page as a save of a state would write it, as a document of one page.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  func snapshot(
    of page: PageID, as state: PageState, formValues: [String: FilledField] = [:], objects: ObjectEdits
  ) throws -> Data {
    try store.withLock {
      try $0.snapshot(of: page, as: state, formValues: formValues, objects: objects)
    }
  }

  /// What is to be known before a page is drawn: takes reading its resources, which showing what was drawn before does not.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  func renderTraits(of page: PageID) throws -> RenderTraits {
    let source = try source(of: page)
    return try store.withLock { try $0.renderTraits(of: source) }
  }
}
