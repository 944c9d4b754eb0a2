import GTKKit
import PostilViewer

/// What is below the pages: the number of the current one, how many there are, and the strip to go through them.
final class ScrubberBar: Box {
  let pageEntry: PageEntry
  let strip: ScrubberStrip

  init(_ session: ViewerSession) {
    pageEntry = PageEntry(session)
    strip = ScrubberStrip(session)
    super.init(.horizontal, spacing: 8)
    setClass("scrubber")
    pageEntry.alignY = .center
    append(pageEntry)
    append(strip)
    WidgetNames.name(strip, "scrubber")
  }
}
