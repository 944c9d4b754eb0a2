/// The sizes of pages, which are read in the background.
extension ViewerSession {
  func sizes(of pages: some Sequence<PageID>) -> [PageID: ViewSize] {
    pages.reduce(into: [:]) { $0[$1] = size(of: $1) }
  }

  func setTransforms(_ some: [PageID: PageTransform]) {
    transforms.merge(some) { _, new in new }
    viewport.setSizes(sizes(of: some.keys))
    if let match = pendingMatch, some[match.page] != nil { reveal(match) }
    formFilling.pagesWereMeasured()
  }

  /// Reads the sizes of pages that came into view before the background task reached them.
  func measure(_ pages: [PageID], in documentActor: DocumentActor) {
    let missing = pages.filter { transforms[$0] == nil && measuredPages.insert($0).inserted }
    guard !missing.isEmpty else { return }
    Task { [weak self] in
      let some = await documentActor.transforms(of: missing)
      guard let self, self.documentActor === documentActor else { return }
      self.setTransforms(some)
    }
  }
}
