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

  init(_ page: PageID, _ facts: PageRenderInput, old: PageView?) {
    self.page = page
    version = facts.version
    cropBox = facts.cropBox
    rotation = facts.rotation
    overlay = Overlay(facts, old: old?.overlay)
    let isOwn = if case .opened = facts.source { true } else { false }
    renderKey = PageRenderKey(
      index: facts.index, turn: facts.turn, hidden: overlay.hidden, source: isOwn ? nil : facts.source)
  }

  func transform(scale: Double) -> PageTransform {
    PageTransform(cropBox: cropBox, rotation: rotation, scale: scale)
  }

  /// How this page looks different from how it looked before.
  func change(from old: PageView) -> StaleTiles? {
    if rotation != old.rotation || cropBox != old.cropBox || renderKey.source != old.renderKey.source
      || renderKey.index != old.renderKey.index
    {
      return StaleTiles(page: page, areas: [cropBox], isWholePage: true, view: self)
    }
    let areas = overlay.differences(from: old.overlay)
    return areas.isEmpty ? nil : StaleTiles(page: page, areas: areas, isWholePage: false, view: self)
  }
}
