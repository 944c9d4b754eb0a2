import GTKKit
import PostilViewer

/// What is below the pages: the number of the current one, how many there are, and the strip to go through them.
final class ScrubberBar: Box {
  let pageEntry: PageEntry
  let strip: ScrubberStrip
  let zoom: MenuButton
  private let percent = Label()

  init(_ session: ViewerSession) {
    pageEntry = PageEntry(session)
    strip = ScrubberStrip(session)
    zoom = MenuButton(child: percent, name: tr("Zoom"))
    super.init(.horizontal, spacing: 8)
    setClass("scrubber")
    pageEntry.alignY = .center
    append(pageEntry)
    append(strip)
    append(zoom)
    WidgetNames.name(strip, "scrubber")
    WidgetNames.name(zoom, "zoom")
    zoom.alignY = .center
    zoom.hasFrame = false
    percent.setClass("numeric")
    percent.minimumLetters = 6
    zoom.setMenu(
      Menu([
        [(tr("Zoom In"), "win.zoom-in"), (tr("Zoom Out"), "win.zoom-out")],
        [
          (tr("Whole Page"), "win.fit-page"), (tr("Page Width"), "win.fit-width"),
          (tr("Full size"), "win.full-size"),
        ],
      ]))
    observe { [unowned self] in follow(session.viewport) }
  }

  /// Shows how large pages are; where there is little room, the pages have it.
  private func follow(_ viewport: PageViewport) {
    let text = tr("%1 %", grouped(Int((viewport.zoom * 100).rounded())))
    if percent.text != text {
      percent.text = text
      zoom.nameInside(tr("Zoom") + ", " + text)
    }
    let hasRoom = viewport.viewSize.width > 520
    if zoom.isVisible != hasRoom { zoom.isVisible = hasRoom }
  }
}
