/// What changes in the document, whoever changes it.
extension ViewerSession {
  /// Brings everything up to what the document is now.
  func apply(_ snapshot: DocumentSnapshot) {
    guard let old = documentState else { return }
    // One that comes late has nothing that the later one had not.
    guard snapshot.number > snapshotNumber else { return }
    let edited = snapshot.editedPages(since: pageVersions)
    (snapshotNumber, documentState, pageVersions) = (snapshot.number, snapshot.state, snapshot.versions)
    if status != snapshot.status { status = snapshot.status }
    if file != snapshot.url { file = snapshot.url }
    let turns = snapshot.turns(since: old)
    for (page, turn) in turns { show(page, turnedBy: turn, from: old.rotation(of: page)) }
    if old.pages != snapshot.state.pages {
      pages = snapshot.state.pages
      viewport.setPages(pages)
      search.setPages(pages)
      selection.pagesChanged(pages)
      textSelection.pagesChanged(pages)
      textEntry.pagesChanged(pages)
      comments.pagesChanged(pages)
    }
    outline.documentChanged(from: old, to: snapshot.state)
    if !turns.isEmpty { viewport.setSizes(sizes(of: turns.keys)) }
    guard !edited.isEmpty else { return }
    contents.refresh(edited)
    comments.refresh(edited)
    thumbnails.refresh(edited)
    pageDisplay.refresh(edited)
  }

  /// Shows what there is of a page turned, until it is drawn anew.
  private func show(_ page: PageID, turnedBy turn: PageRotation, from old: PageRotation) {
    thumbnails.turn(page, by: turn)
    if let transform = transform(of: page) { drawing.pageIsTurned(page, transform) }
    if let size = size(of: page, turned: old) { pageDisplay.turn(page, by: turn, in: size) }
  }
}
