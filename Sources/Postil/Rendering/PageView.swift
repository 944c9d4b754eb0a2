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
    // A renderer shows the file as it was opened: a page's number there is its name.
    renderKey = PageRenderKey(index: page.number - 1, turn: facts.turn, hidden: overlay.hidden)
  }

  func transform(scale: Double) -> PageTransform {
    PageTransform(cropBox: cropBox, rotation: rotation, scale: scale)
  }

  /// How this page looks different from how it looked before.
  func change(from old: PageView) -> StaleTiles? {
    if rotation != old.rotation {
      return StaleTiles(page: page, areas: [cropBox], isWholePage: true, view: self)
    }
    let areas = overlay.differences(from: old.overlay)
    return areas.isEmpty ? nil : StaleTiles(page: page, areas: areas, isWholePage: false, view: self)
  }
}
