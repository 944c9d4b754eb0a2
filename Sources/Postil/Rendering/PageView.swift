import PostilFile
import PostilModel
import PostilRender

/// A page as a renderer shows it at the moment.
struct PageView: Sendable {
  let page: PageID
  let version: Int
  let cropBox: PageRect
  let rotation: PageRotation
  let renderKey: PageRenderKey
  let overlay: Overlay
  /// Where the page's snapshot, if it has one, may look different from the page that its source has; `nil`: anywhere.
  let snapshotAreas: [PageRect]?
  /// What the snapshot shows, and the fields on the page that were filled in.
  private let snapshotState: PageState?
  private let formValues: [String: FilledField]
  private let objects: ObjectEdits

  init(_ page: PageID, _ facts: PageRenderInput, old: PageView?, in document: PDFDocument) {
    self.page = page
    version = facts.version
    cropBox = facts.cropBox
    rotation = facts.rotation
    let composition = PageComposition(facts, old: old?.overlay)
    overlay =
      facts.state.annotations.map { Overlay($0, at: composition.painted, old: old?.overlay) } ?? Overlay()
    snapshotAreas = composition.snapshotAreas
    snapshotState = composition.snapshot
    (formValues, objects) = (facts.formValues, facts.objects)
    let snapshot = composition.snapshot.map { state in
      // What was drawn of the same state stays in the caches.
      if let known = old?.renderKey.snapshot, old?.snapshotState == state,
        old?.formValues == facts.formValues,
        old?.objects == facts.objects
      {
        return known
      }
      return PageSnapshot {
        try document.snapshot(of: page, as: state, formValues: facts.formValues, objects: facts.objects)
      }
    }
    let source = facts.state.source
    let isOwn = if case .opened = source { true } else { false }
    // A snapshot is turned already.
    renderKey = PageRenderKey(
      index: facts.index, turn: snapshot == nil ? facts.state.rotation : .none, hidden: composition.hidden,
      source: isOwn ? nil : source, snapshot: snapshot)
  }

  func transform(scale: Double) -> PageTransform {
    PageTransform(cropBox: cropBox, rotation: rotation, scale: scale)
  }

  /// All of the page as it is turned, at a scale.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if an image of it would be too large.
  func wholePage(scale: Double) throws -> PageArea {
    let (key, width, height) = drawn(isTurned: true)
    return try PageArea(wholePage: key, width: width, height: height, scale: scale)
  }

  /// All of the page, not turned by the session, in a square of so many pixels.
  func preview(side: Int) throws -> PageArea {
    let (key, width, height) = drawn(isTurned: false)
    return try PageArea(
      wholePage: key, width: width, height: height, scale: Double(side) / max(width, height))
  }

  private func drawn(isTurned: Bool) -> (PageRenderKey, width: Double, height: Double) {
    var key = renderKey
    if !isTurned { key.turn = .none }
    let isSideways = (rotation - renderKey.turn + key.turn).isSideways
    return isSideways ? (key, cropBox.height, cropBox.width) : (key, cropBox.width, cropBox.height)
  }

  /// How this page looks different from how it looked before.
  func change(from old: PageView) -> StaleTiles? {
    if rotation != old.rotation || cropBox != old.cropBox || renderKey.source != old.renderKey.source
      || renderKey.index != old.renderKey.index
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
    guard let areas = snapshotAreas, let oldAreas = old.snapshotAreas else { return nil }
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
