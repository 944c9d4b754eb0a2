/// Pages that were edited.
extension PageDisplay {
  /// Renders edited pages again.
  func refresh(_ pages: Set<PageID>) {
    for page in pages { failures[page] = nil }
    let seen = Set((pendingRequest ?? request)?.viewport.areas.map(\.page) ?? [])
    for page in pages where !seen.contains(page) { discard(page) }
    // Neighbours are requested again too: pending renderings show them before the edit.
    guard let present = pendingRequest ?? request, !present.pages.isDisjoint(with: pages) else { return }
    let edited = seen.intersection(pages)
    editedPages.formUnion(edited)
    if isOvertaken(by: edited) { return }
    load(DisplayRequest(present.viewport, neighbours: present.neighbours))
  }

  private func discard(_ page: PageID) {
    displayedPages.remove(page)
    stalePreviews.remove(page)
    outdatedPages.insert(page)
  }

  /// Whether to let the pending request finish first: edits that come faster than tiles, such as those of an eraser,
  /// would otherwise restart it for ever and nothing would be shown. Up to 3 restarts are allowed.
  private func isOvertaken(by pages: Set<PageID>) -> Bool {
    let isBusy = pages.allSatisfy { displayedPages[$0]?.isHeldBack == true }
    guard !pages.isEmpty, isBusy, pendingRequest == nil else { return false }
    overtakenCount += 1
    return overtakenCount > 3
  }

  /// Holds the tiles of edited pages back until all of them have arrived.
  func holdEdits() {
    for page in editedPages { displayedPages.change(page) { $0.holdBack() } }
    stalePreviews.formUnion(editedPages)
    editedPages = []
  }

  /// Requests the edits that had to wait, once everything visible is complete.
  func showDelayedEdits() {
    guard let request,
      request.viewport.areas.allSatisfy({ displayedPages[$0.page]?.pending.isEmpty != false })
    else {
      return
    }
    overtakenCount = 0
    // The next request shows them too.
    guard !editedPages.isEmpty, pendingRequest == nil else { return }
    load(DisplayRequest(request.viewport, neighbours: request.neighbours))
  }

  /// The number of the request that a page waits for; `nil` if its visible part is complete, or it is not in view.
  func requestAwaited(by page: PageID) -> Int? {
    guard let pageTiles = displayedPages[page], !pageTiles.pending.isEmpty,
      request?.viewport.areas.contains(where: { $0.page == page }) == true
    else { return nil }
    return editedPages.contains(page) ? serial + 1 : serial
  }

  /// Rotates the images of a page until it is rendered again.
  ///
  /// - Parameter size: The size of the page before the turn, in points.
  func turn(_ page: PageID, by turn: PageRotation, in size: ViewSize) {
    displayedPages.change(page) { $0.turn(by: turn, in: size) }
    revision += 1
  }
}
