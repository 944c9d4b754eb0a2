public import Foundation
import PostilSystem

/// Turning, moving, inserting, duplicating, removing, extracting and printing pages. Each edit is one step of undo, done in the background in the
/// order of the calls; an error becomes the ``message``.
extension ViewerSession {
  /// Turns the current page.
  public func rotatePage(by turn: PageRotation = .clockwise90) {
    if let page = viewport.currentPage { rotatePages([page], by: turn) }
  }

  /// Turns pages, each from the way it is now.
  public func rotatePages(_ pages: [PageID], by turn: PageRotation) {
    editor.finishInput()
    editor.enqueue(.editing) { try $0.document.rotatePages(pages, by: turn) }
  }

  /// Moves pages.
  ///
  /// - Parameters:
  ///   - pages: The pages, in the order that they are to have.
  ///   - index: The index that the first of them gets, from 0.
  public func movePages(_ pages: [PageID], to index: Int) {
    editor.finishInput()
    editor.enqueue(.editing) { try $0.document.movePages(pages, to: index) }
  }

  /// Removes pages. One at least must stay.
  ///
  /// - Returns: A task with whether they were removed.
  @discardableResult
  public func removePages(_ pages: [PageID]) -> Task<Bool, Never> {
    editor.edit(orElse: false) { document in
      try document.removePages(pages)
      return true
    }
  }

  /// Puts copies of pages in, each behind its original.
  ///
  /// - Returns: A task with the copies; none if that failed.
  @discardableResult
  public func duplicatePages(_ pages: [PageID]) -> Task<[PageID], Never> {
    editor.edit(orElse: []) { try $0.duplicatePages(pages) }
  }

  /// Puts an empty page in, of the size that the page before it is shown in, or else the first one: 3 to 14,400 points a side.
  ///
  /// - Parameter index: The index that it gets, from 0.
  /// - Returns: A task with the page; none if that failed.
  @discardableResult
  public func insertBlankPage(at index: Int) -> Task<[PageID], Never> {
    editor.edit(orElse: []) { document in
      let pages = document.pageIDs
      let neighbour = pages.indices.contains(index - 1) ? pages[index - 1] : pages.first
      let size =
        try neighbour.map { try document.transform(of: $0).viewSize } ?? ViewSize(width: 595, height: 842)
      func limited(_ length: Double) -> Double { min(max(length, 3), 14_400) }
      return [
        try document.insertBlankPage(width: limited(size.width), height: limited(size.height), at: index)
      ]
    }
  }

  /// Puts pages of files in, one after the other.
  ///
  /// - Parameters:
  ///   - files: What was read of the files: see ``PageImport``.
  ///   - index: The index that the first page gets, from 0.
  /// - Returns: A task with what came of each file: its pages, and what did not come along with them, which a person should be
  ///   told. Nothing if that failed.
  @discardableResult
  public func insertPages(of files: [PageImport], at index: Int) -> Task<[InsertedPages], Never> {
    editor.edit(orElse: []) { document in
      try document.edit("Insert Pages") { edit in
        var (inserted, next) = ([InsertedPages](), index)
        for file in files {
          inserted.append(try file.insert(in: edit, at: next))
          next += inserted.last?.pages.count ?? 0
        }
        return inserted
      }
    }
  }

  // MARK: - Extracting and printing

  /// The pages as a document of their own, with all edits up to now, saved or not.
  ///
  /// - Returns: The bytes of its file.
  /// - Throws: ``Postil/PDFError`` with code `.noFile` if no document is open, `.notPermitted` if its author does not allow
  ///   copying and it was not opened as its owner, `.pageOutOfRange` if a page is gone, or `.invalidArgument` if there are none.
  public func data(of pages: [PageID]) async throws -> Data {
    try await editor.settled().document.extractPages(pages).dataRepresentation()
  }

  /// Writes pages to a file of their own, with all edits up to now, saved or not.
  ///
  /// - Throws: As ``data(of:)``, or what writing the file throws.
  public func extractPages(_ pages: [PageID], to url: URL) async throws {
    _ = try await editor.settled().document.extractPages(pages).write(to: url)
  }

  /// Writes a copy of the document for a print system, with all edits up to now, saved or not. The document's own file, its
  /// unsaved changes and its undo history stay as they are; the copy is not encrypted. Print systems take PDF: text stays text, and
  /// annotations are printed as their flags say.
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
    try await editor.settled().document.writePrintCopy(of: pages, to: url)
    formFilling.tellMissing()
  }

  /// Reports that files could not be inserted, pages not extracted or not printed, as the ``message``. A `CancellationError` is not reported.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - activity: Which of them it was.
  ///   - file: The file that was read or written.
  public func report(_ error: any Error, during activity: ViewerMessage.Activity, of file: URL?) {
    editor.report(error, during: activity, of: file)
  }
}
