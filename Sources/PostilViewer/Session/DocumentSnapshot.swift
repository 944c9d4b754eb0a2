import Foundation

/// How a document was at a moment: what the main actor knows of it without asking it, since it may be busy.
struct DocumentSnapshot: Sendable {
  /// The later, the larger.
  let number: Int
  let state: DocumentState
  let status: EditingStatus
  let url: URL?

  /// The pages that look different.
  func differences(from other: DocumentState) -> Set<PageID> {
    editedPages(since: other).union(turns(since: other).keys)
  }

  /// The pages whose annotations differ.
  func editedPages(since old: DocumentState) -> Set<PageID> {
    var pages: Set<PageID> = []
    for (page, annotations) in state.annotations where old.annotations[page] != annotations {
      // Annotations that were merely read from the file are no change, but cannot be told from one; none is none.
      if !annotations.isEmpty || old.annotations[page] != nil { pages.insert(page) }
    }
    return pages
  }

  /// How far pages were turned.
  func turns(since old: DocumentState) -> [PageID: PageRotation] {
    guard state.turns != old.turns else { return [:] }
    var turns: [PageID: PageRotation] = [:]
    for page in Set(state.turns.keys).union(old.turns.keys) {
      let turn = state.turns[page, default: .none] - old.turns[page, default: .none]
      if turn != .none { turns[page] = turn }
    }
    return turns
  }
}
