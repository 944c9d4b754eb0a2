import GTKKit
import PostilViewer

/// The bar below the pages: the number of the current one, the strip of thumbnails, and the zoom.
final class ScrubberBar: Box {
  let pageEntry: PageEntry
  let strip: ScrubberStrip
  let zoom: ZoomButton

  init(_ session: ViewerSession) {
    pageEntry = PageEntry(session)
    strip = ScrubberStrip(session)
    zoom = ZoomButton(session)
    super.init(.horizontal, spacing: 8)
    setClass("scrubber")
    pageEntry.alignY = .center
    append(pageEntry)
    append(strip)
    zoom.alignY = .center
    append(zoom)
    WidgetNames.name(strip, "scrubber")
  }
}
