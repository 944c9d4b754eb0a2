import Foundation
import Postil

/// Puts the last page first and turns it upside down, thinks better of the turn, and saves.
///
/// Returns the numbers that the pages had, in their new order.
@discardableResult
func rearrange(_ input: URL, savingTo output: URL) throws -> [Int] {
  let document = try PDFDocument.openAndWait(input)
  let before = document.pageIDs

  // A page keeps its identifier wherever it goes.
  let last = before.suffix(1)
  try document.movePages(last, to: 0)
  try document.rotatePages(last, by: .clockwise180)

  // Everything can be undone, step by step, after saving as well.
  print("Undoing: \(document.undoName ?? "nothing")")
  try document.undo()

  // What belongs together is undone together.
  try document.edit("Turn All Pages") { edit in
    for page in edit.pageIDs { try edit.rotatePages([page], by: .clockwise90) }
  }

  try document.saveAndWait(to: output)

  return document.pageIDs.compactMap { before.firstIndex(of: $0).map { $0 + 1 } }
}
