/// Applies changes of the document to what is shown, whether the session or other code made them.
extension ViewerSession {
  /// Updates everything that depends on the document from a snapshot.
  func apply(_ snapshot: DocumentSnapshot) {
    guard let old = documentState else { return }
    // Ignore snapshots that arrive late: a later one includes all changes.
    guard snapshot.number > snapshotNumber else { return }
    let edited = snapshot.editedPages(since: pageVersions)
    (snapshotNumber, documentState, pageVersions) = (snapshot.number, snapshot.state, snapshot.versions)
    if status != snapshot.status { status = snapshot.status }
    if file != snapshot.url { file = snapshot.url }
    tell(snapshot.journalFailure)
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
    formFilling.documentChanged(from: old, to: snapshot.state, edited: edited)
    if !turns.isEmpty { viewport.setSizes(sizes(of: turns.keys)) }
    guard !edited.isEmpty else { return }
    contents.refresh(edited)
    comments.refresh(edited)
    thumbnails.refresh(edited)
    pageDisplay.refresh(edited)
  }

  /// Tells once that what is not saved cannot be recovered any more.
  private func tell(_ journalFailure: PDFError?) {
    guard let journalFailure, !isJournalFailureTold else { return }
    isJournalFailureTold = true
    // Another message is about what somebody waits for.
    if message == nil { report(journalFailure, during: .journaling) }
  }

  /// Turns the present images of a page, until it is rendered again.
  private func show(_ page: PageID, turnedBy turn: PageRotation, from old: PageRotation) {
    thumbnails.turn(page, by: turn)
    if let transform = transform(of: page) { drawing.pageIsTurned(page, transform) }
    if let size = size(of: page, turned: old) { pageDisplay.turn(page, by: turn, in: size) }
  }
}
