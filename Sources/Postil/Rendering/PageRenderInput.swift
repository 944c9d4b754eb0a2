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
  /// Where the source has annotations without an appearance, which renderers would draw each in another way or not at all.
  let missingAppearances: [PageRect]
  /// Whether poppler refuses the page of the source.
  let hasTooManyAnnotations: Bool
  /// The layers that are hidden.
  let layers: PageLayers
  /// The states that edits gave to layers.
  let givenLayers: LayerVisibility?
  let look: PageLook
}

extension PageAttributes {
  /// Has a renderer show a box of the page: in the place of its crop box, where that is another one or one that it cannot show.
  fileprivate func showing(_ box: PageBox, in page: inout PageState) -> PageAttributes {
    guard let shown = boxes[box], shown != boxes[.cropBox] || hasUselessCropBox else { return self }
    page.boxes = (page.boxes ?? [:]).merging([.cropBox: shown]) { $1 }
    var result = self
    result.boxes[.cropBox] = shown
    return result
  }
}

extension PDFDocument {
  /// What a renderer needs of a page; `nil` if it knows that already. O(1) then.
  ///
  /// - Parameters:
  ///   - known: What the caller has.
  ///   - look: How it is shown.
  func renderFacts(of id: PageID, known: PageView?, look: PageLook) throws -> PageRenderInput? {
    struct Current {
      let version: Int
      let page: PageState
      let formValues: [String: FilledField]
      let layers: LayerVisibility?
      let objects: ObjectEdits
    }
    let current: Current? = try core.withLock { core in
      let (version, parts) = (core.version(of: id), core.state.parts)
      if let known, known.version == version, known.givenLayers == parts.layers, known.look == look {
        return nil
      }
      _ = try core.index(of: id)
      let formValues = look.showsFields ? parts.formValues.filter { $0.value.areas[id] != nil } : [:]
      return Current(
        version: version, page: core.state.page(id), formValues: formValues, layers: parts.layers,
        objects: parts.objects)
    }
    guard let current else { return nil }
    return try store.withLock { store in
      var page = current.page
      let attributes = try store.attributes(of: page).showing(look.box, in: &page)
      // Annotations that no edit changed are as the file has them: poppler shows them, and reading them here, of
      // all pages of a long document, would take hundreds of megabytes. Those that stay upright matter when it is turned.
      let needsAnnotations = page.annotations != nil || page.rotation != .none || look.choosesAnnotations
      let opened = needsAnnotations ? try store.openedAnnotations(of: page.source) : .none
      if look.choosesAnnotations {
        let chosen = (page.annotations ?? opened.annotations).compactMapItems(look.shown)
        if page.annotations != nil || chosen.versions != opened.annotations.versions {
          page.annotations = chosen
        }
      }
      return PageRenderInput(
        version: current.version, cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation,
        state: page, formValues: current.formValues, objects: current.objects,
        index: try store.file(of: page.source)?.index ?? 0,
        opened: opened, missingAppearances: try store.missingAppearances(of: page.source),
        hasTooManyAnnotations: try store.hasTooManyAnnotations(page.source),
        layers: try store.layers(of: page.source, look.layerConditions, given: current.layers),
        givenLayers: current.layers, look: look)
    }
  }

  /// The size of a unit of a page in points.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  func userUnit(of page: PageID) throws -> Double {
    let source = try source(of: page)
    return try store.withLock { try $0.attributes(of: source).userUnit }
  }

  /// A page as a save of a state would write it, as a document of one page.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  func snapshot(
    of page: PageID, as state: PageState, formValues: [String: FilledField] = [:], objects: ObjectEdits,
    hidden: PageLayers.Hidden? = nil
  ) throws -> Data {
    try store.withLock {
      try $0.snapshot(of: page, as: state, formValues: formValues, objects: objects, hidden: hidden)
    }
  }

  /// What is to be known before a page is drawn: takes reading its resources, which showing what was drawn before does not.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  func renderTraits(of page: PageID) throws -> RenderTraits {
    let source = try source(of: page)
    return try store.withLock { try $0.renderTraits(of: source) }
  }

  /// What poppler is known to draw wrong of a page: takes reading its content.
  ///
  /// - Throws: As ``renderTraits(of:)``.
  func popplerWeaknesses(of page: PageID) throws -> Set<PopplerWeakness> {
    let source = try source(of: page)
    return try store.withLock { try $0.popplerWeaknesses(of: source) }
  }
}
