import Foundation

/// The state of a document at a moment. The main actor uses this copy, since the document itself may be locked.
struct DocumentSnapshot: Sendable {
  /// Increases with every snapshot.
  let number: Int
  let state: DocumentState
  /// The versions of the pages that were edited: how often each was.
  let versions: [PageID: Int]
  let status: EditingStatus
  let url: URL?
  /// Why edits are not written to the journal any more.
  let journalFailure: PDFError?
  /// Why what was edited cannot be saved into the signed file; `nil` if it can.
  let signatureConflict: PDFError?

  /// The pages that may look different: those whose version changed. Pages whose edits were undone are included, since they may
  /// have been rendered in between.
  func editedPages(since old: [PageID: Int]) -> Set<PageID> {
    Set(versions.keys.filter { versions[$0] != old[$0] })
  }
}
