/// Pages that look different from what is shown of them.
extension PageDisplay {
  /// Has pages drawn again that were edited.
  func refresh(_ pages: Set<PageID>) {
    for page in pages { failures[page] = nil }
    let seen = Set((wanted ?? request)?.viewport.areas.map(\.page) ?? [])
    for page in pages where !seen.contains(page) { forget(page) }
    // Pages beside are made ready anew: what is on its way shows them as they were.
    guard let present = wanted ?? request, !present.pages.isDisjoint(with: pages) else { return }
    let edited = seen.intersection(pages)
    editedPages.formUnion(edited)
    if isOvertaken(by: edited) { return }
    load(DisplayRequest(present.viewport, neighbours: present.neighbours))
  }

  private func forget(_ page: PageID) {
    displayedPages.remove(page)
    stalePreviews.remove(page)
  }

  /// Edits that follow each other faster than tiles are made, like those of an eraser, would keep all of them from being
  /// seen: after some that began anew, one has to wait until the tiles of another are there.
  private func isOvertaken(by pages: Set<PageID>) -> Bool {
    let isBusy = pages.allSatisfy { displayedPages[$0]?.isHeldBack == true }
    guard !pages.isEmpty, isBusy, wanted == nil else { return false }
    overtakenCount += 1
    return overtakenCount > 3
  }

  /// Holds back what shows the edits that a request is made for, until all of it has come.
  func holdEdits() {
    for page in editedPages { displayedPages.change(page) { $0.hold() } }
    stalePreviews.formUnion(editedPages)
    editedPages = []
  }

  /// Asks for what shows the edits that had to wait, if nothing that is visible is missing any more.
  func showEditsThatWaited() {
    guard let request,
      request.viewport.areas.allSatisfy({ displayedPages[$0.page]?.awaited.isEmpty != false })
    else {
      return
    }
    overtakenCount = 0
    // What is about to be asked for shows them too.
    guard !editedPages.isEmpty, wanted == nil else { return }
    load(DisplayRequest(request.viewport, neighbours: request.neighbours))
  }

  /// The number of the request that a page waits for; `nil` if everything visible of it is there, or it is not in view.
  func requestAwaited(by page: PageID) -> Int? {
    guard let pageTiles = displayedPages[page], !pageTiles.awaited.isEmpty,
      request?.viewport.areas.contains(where: { $0.page == page }) == true
    else { return nil }
    return editedPages.contains(page) ? serial + 1 : serial
  }

  /// Turns what there is of a page, until it is drawn anew.
  ///
  /// - Parameter size: The size of the page before the turn, in points.
  func turn(_ page: PageID, by turn: PageRotation, in size: ViewSize) {
    displayedPages.change(page) { $0.turn(by: turn, in: size) }
    revision += 1
  }
}
