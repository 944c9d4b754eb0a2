import PostilModel
import PostilSystem

/// What a redacted file is looked at with, see ``RedactionCheck``: what is redacted once more has to stay as it is. The parts know
/// nothing of each other.
extension DocumentRedactor {
  /// Looks at pages for what would be removed still. Any number of redactors may share them.
  func checkPages(_ pages: WorkQueue, _ monitor: WorkMonitor) throws {
    while let index = pages.next() {
      try monitor.checkCancellation()
      let place = "Page \(index + 1)"
      try about(page: index) {
        let page = try page(at: index)
        let found = try readable(place) {
          try reading.read(page, skippingForms: ContentRedactor.overlayName)
        }
        _ = try redact(page, index, found, place)
      }
    }
    try changes.graph.requireReadable(nil)
  }

  /// The same for contents that are not on pages.
  ///
  /// - Parameter streams: What was read as parts of pages.
  func checkOtherContents(but streams: Set<ObjectID>) throws {
    reading.noteRead(streams)
    try redactAppearances()
    try redactUnlistedContents((0..<pageCount).map(page))
    try changes.graph.requireReadable(nil)
  }

  /// The same for all that is no content.
  func checkObjects() throws {
    let pages = try (0..<pageCount).map(page)
    countAttachments()
    removeAnnotations(pages)
    emptyUnlistedPages(pages)
    removeRemains()
    removeHiddenData()
    try redactStructure()
    try removeSurplus()
    try redactStrings()
    try changes.graph.requireReadable(nil)
  }
}
