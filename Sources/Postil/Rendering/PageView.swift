import PostilFile
import PostilModel
import PostilRender

/// A page as a renderer shows it at the moment.
struct PageView: Sendable {
  let page: PageID
  let version: Int
  let cropBox: PageRect
  let rotation: PageRotation
  let look: PageLook
  /// The states that edits gave to layers.
  let givenLayers: LayerVisibility?
  /// What is drawn in each way in which layers are shown: see ``PageLayers``.
  private var renderKeys: [PageRenderKey]
  private let layers: PageLayers
  let overlay: Overlay
  /// Where the page's snapshot, if it has one, may look different from the page that its source has, layers aside; `nil`: anywhere.
  private let ownSnapshotAreas: [PageRect]?
  /// What the snapshot shows, and the fields on the page that were filled in.
  private let snapshotState: PageState?
  private var snapshotStates: [Int: PageState] = [:]
  private let formValues: [String: FilledField]
  /// All that edits made of the page.
  private let wholeState: PageState
  private let objects: ObjectEdits

  init(_ page: PageID, _ facts: PageRenderInput, old: PageView?, in document: PDFDocument) {
    self.page = page
    version = facts.version
    cropBox = facts.cropBox
    rotation = facts.rotation
    let composition = PageComposition(facts, old: old?.overlay)
    overlay =
      facts.state.annotations.map { Overlay($0, at: composition.painted, old: old?.overlay) } ?? Overlay()
    (look, givenLayers, layers) = (facts.look, facts.givenLayers, facts.layers)
    wholeState = facts.state
    ownSnapshotAreas = composition.snapshotAreas
    snapshotState = composition.snapshot
    (formValues, objects) = (facts.formValues, facts.objects)
    let source = facts.state.source
    let isOwn = if case .opened = source { true } else { false }
    // What a snapshot is of where only layers are others: what is painted over the page is not in it.
    var layeredState = facts.state
    if let list = layeredState.annotations, !composition.painted.isEmpty {
      let painted = Set(composition.painted.lazy.map { list.items[$0].id })
      layeredState.annotations = list.compactMapItems { painted.contains($0.id) ? nil : $0 }
    }
    var keys: [PageRenderKey] = []
    for band in 0..<facts.layers.bandCount {
      let hidden = facts.layers.hidden(inBand: band)
      let state = composition.snapshot ?? (facts.layers.isAsInFile(inBand: band) ? nil : layeredState)
      let snapshot = state.map { state in
        // What was drawn of the same state stays in the caches.
        if let old, old.layers == facts.layers, old.formValues == facts.formValues,
          old.objects == facts.objects, old.renderKeys.indices.contains(band),
          let known = old.renderKeys[band].snapshot, old.snapshotStates[band] == state
        {
          return known
        }
        return PageSnapshot {
          try document.snapshot(
            of: page, as: state, formValues: facts.formValues, objects: facts.objects, hidden: hidden)
        }
      }
      snapshotStates[band] = state
      // A snapshot is turned already.
      keys.append(
        PageRenderKey(
          index: facts.index, turn: snapshot == nil ? facts.state.rotation : .none,
          hidden: snapshot == nil ? composition.hidden : [], source: isOwn ? nil : source, snapshot: snapshot,
          isTransparent: facts.look.paper == .transparent))
    }
    renderKeys = keys
  }

  /// What is drawn at a scale.
  func renderKey(atScale scale: Double) -> PageRenderKey {
    renderKeys[layers.band(at: look.zoom(atScale: scale))]
  }

  /// What is drawn of the page as large as on paper: what stands for it at any scale.
  var renderKey: PageRenderKey { renderKey(atScale: look.scaleOfFullSize) }

  /// What is drawn where nothing can be painted over it: the page with all that edits did.
  func vectorKey(in document: PDFDocument) -> PageRenderKey {
    var key = overlay.items.isEmpty ? renderKey : ownDocumentKey(in: document)
    // Only poppler gives paths and letters.
    key.renderer = .poppler
    return key
  }

  /// The page with all that edits did, as a document of its own.
  func ownDocumentKey(in document: PDFDocument) -> PageRenderKey {
    var key = renderKey
    let (page, state, formValues, objects) = (page, wholeState, formValues, objects)
    let hidden = layers.hidden(inBand: layers.band(at: look.zoom(atScale: look.scaleOfFullSize)))
    key.snapshot = PageSnapshot {
      try document.snapshot(of: page, as: state, formValues: formValues, objects: objects, hidden: hidden)
    }
    (key.turn, key.hidden) = (.none, [])
    return key
  }

  /// All snapshots of the page as it is.
  var snapshots: Set<PageSnapshot> { Set(renderKeys.compactMap(\.snapshot)) }

  /// Where the page's snapshot at a scale may look different from the page that its source has; `nil`: anywhere.
  func snapshotAreas(atScale scale: Double) -> [PageRect]? {
    layers.isAsInFile(inBand: layers.band(at: look.zoom(atScale: scale))) ? ownSnapshotAreas : nil
  }

  /// What draws the page, at all scales.
  var renderer: Renderer {
    get { renderKey.renderer }
    set { for index in renderKeys.indices { renderKeys[index].renderer = newValue } }
  }

  /// Whether both are of the same state of the document, shown in the same way by the same renderer.
  func isSameMoment(as other: PageView) -> Bool {
    version == other.version && givenLayers == other.givenLayers && look == other.look
      && renderer == other.renderer
  }

  func transform(scale: Double) -> PageTransform {
    PageTransform(cropBox: cropBox, rotation: rotation, scale: scale)
  }

  /// All of the page as it is turned, at a scale.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if an image of it would be too large.
  func wholePage(scale: Double) throws -> PageArea {
    let (key, width, height) = drawn(renderKey(atScale: scale), isTurned: true)
    return try PageArea(wholePage: key, width: width, height: height, scale: scale)
  }

  /// All of the page, not turned by the session, in a square of so many pixels.
  func preview(side: Int) throws -> PageArea {
    let (key, width, height) = drawn(renderKey, isTurned: false)
    return try PageArea(
      wholePage: key, width: width, height: height, scale: Double(side) / max(width, height))
  }

  private func drawn(_ drawn: PageRenderKey, isTurned: Bool) -> (PageRenderKey, width: Double, height: Double)
  {
    var key = drawn
    if !isTurned { key.turn = .none }
    let isSideways = (rotation - drawn.turn + key.turn).isSideways
    return isSideways ? (key, cropBox.height, cropBox.width) : (key, cropBox.width, cropBox.height)
  }

  /// How this page looks different from how it looked before.
  func change(from old: PageView) -> StaleTiles? {
    if rotation != old.rotation || cropBox != old.cropBox || renderKey.source != old.renderKey.source
      || renderKey.index != old.renderKey.index || renderKey.renderer != old.renderKey.renderer
      || layers != old.layers || look.paper != old.look.paper || look.colors != old.look.colors
    {
      return StaleTiles(page: page, areas: [cropBox], isWholePage: true, view: self, viewBefore: old)
    }
    var areas = overlay.differences(from: old.overlay)
    if renderKey.hidden != old.renderKey.hidden {
      areas += Set(renderKey.hidden).symmetricDifference(old.renderKey.hidden).compactMap(\.area)
    }
    if renderKey.snapshot != old.renderKey.snapshot {
      guard let changed = snapshotDifferences(from: old) else {
        return StaleTiles(page: page, areas: [cropBox], isWholePage: true, view: self, viewBefore: old)
      }
      areas += changed
    }
    return areas.isEmpty
      ? nil : StaleTiles(page: page, areas: areas, isWholePage: false, view: self, viewBefore: old)
  }

  /// Where poppler draws something else than before; `nil`: anywhere.
  private func snapshotDifferences(from old: PageView) -> [PageRect]? {
    guard layers.bandCount == 1, layers.isAsInFile(inBand: 0), let areas = ownSnapshotAreas,
      let oldAreas = old.ownSnapshotAreas
    else { return nil }
    let names = Set(formValues.keys).union(old.formValues.keys).filter {
      formValues[$0] != old.formValues[$0]
    }
    let filled = names.flatMap { name in
      [formValues[name], old.formValues[name]].compactMap { $0?.areas[page] }
    }
    guard let new = snapshotState?.annotations?.items, let old = old.snapshotState?.annotations?.items else {
      return areas + oldAreas
    }
    return PageComposition.differences(new, old) + filled
  }
}
