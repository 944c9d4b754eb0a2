public import Foundation
import PostilSystem

/// Printing. Print systems take PDF, so what is printed is a copy of the document: text stays text, and annotations are printed
/// as their flags say.
extension ViewerSession {
  /// Writes a copy of the document for a print system, with all edits up to now, saved or not. The document's own file, its
  /// unsaved changes and its undo history stay as they are; the copy is not encrypted.
  ///
  /// The work is done on a queue of its own: viewing and editing go on meanwhile.
  ///
  /// - Parameters:
  ///   - pages: The pages, in the order that they are to be printed in; `nil` for all.
  ///   - url: The file to write.
  /// - Throws: ``Postil/PDFError`` with code `.noFile` if no document is open, `.notPermitted` if its author does not allow
  ///   printing at full quality and it was not opened as its owner, `.pageOutOfRange` if a page is gone, `.invalidArgument` if
  ///   there are none, or what writing the file throws.
  public func writePrintCopy(of pages: [PageID]? = nil, to url: URL) async throws {
    editor.finishInput()
    await idle()
    guard let document else { throw PDFError(.noFile, "No document is open: open the one to print.") }
    try await document.writePrintCopy(of: pages, to: url)
    formFilling.tellMissing()
  }
}
