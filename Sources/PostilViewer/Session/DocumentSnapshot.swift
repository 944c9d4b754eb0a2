import Foundation

/// How a document was at a moment: what the main actor knows of it without asking it, since it may be busy.
struct DocumentSnapshot: Sendable {
  /// The later, the larger.
  let number: Int
  let state: DocumentState
  /// How often each page was edited, as far as it was.
  let versions: [PageID: Int]
  let status: EditingStatus
  let url: URL?

  /// The pages that may look different: those that were edited, also if that was taken back, since they may have been
  /// drawn in between.
  func editedPages(since old: [PageID: Int]) -> Set<PageID> {
    Set(versions.keys.filter { versions[$0] != old[$0] })
  }

  /// How far pages were turned.
  func turns(since old: DocumentState) -> [PageID: PageRotation] {
    var turns: [PageID: PageRotation] = [:]
    for page in Set(state.turnedPages.keys).union(old.turnedPages.keys) {
      let turn = state.rotation(of: page) - old.rotation(of: page)
      if turn != .none { turns[page] = turn }
    }
    return turns
  }
}
