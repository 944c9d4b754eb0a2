import PostilModel
import Synchronization

extension PDFDocument {
  /// The pages of a document as they were at a moment, in order: a snapshot that later edits do not change.
  ///
  /// ```swift
  /// for page in document.pages { print(page.index + 1, page.label, page.annotations.count) }
  /// let portrait = document.pages.filter { $0.width < $0.height }.map(\.id)
  /// ```
  ///
  /// Taking the snapshot and counting it read nothing. A page is read when it is asked for, and its objects are kept.
  ///
  /// A page of the file that cannot be read is there all the same, without annotations and without a size, and ``PDFPage/error``
  /// says why; what has to read it throws, as ``page(at:)`` does.
  public struct Pages: RandomAccessCollection, Sendable {
    let document: PDFDocument
    let state: DocumentState
    let reads: PageReads?

    /// 0.
    public var startIndex: Int { 0 }
    /// How many pages there are. O(1).
    public var endIndex: Int { ids.count }

    /// The ids of the pages, in order. O(1); reads nothing.
    public var ids: [PageID] { state.pages }

    /// The index of a page, from 0; `nil` if it was not there. Reads nothing, and costs what ``DocumentState/index(of:)`` does.
    public func index(of id: PageID) -> Int? { state.index(of: id) }

    /// The index of a page that has to be there.
    ///
    /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
    func requiredIndex(of id: PageID) throws(PDFError) -> Int {
      guard let index = index(of: id) else { throw state.noSuchPage(id).about(document.url) }
      return index
    }

    /// The page at an index from 0, which has to be one of `indices`, as of all collections; ``page(at:)`` throws if it is not.
    /// See ``PDFPage/error`` for pages that cannot be read. O(1), and reading the page the first time.
    public subscript(index: Int) -> PDFPage {
      do {
        return try page(at: index)
      } catch {
        return PDFPage(unreadable: ids[index], at: index, error)
      }
    }

    /// The page of an id; `nil` if it was not there. See ``PDFPage/error`` for pages that cannot be read. O(1), and
    /// reading the page the first time.
    public subscript(id: PageID) -> PDFPage? { index(of: id).map { self[$0] } }

    /// The page at an index, from 0.
    ///
    /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
    public func page(at index: Int) throws(PDFError) -> PDFPage {
      guard ids.indices.contains(index) else {
        throw PDFError.noPage(at: index, of: ids.count, document.url)
      }
      reads?.insert(ids[index])
      return try PDFError.only { try document.page(ids[index], in: state) }
    }
  }
}

extension PDFDocument.Pages: CustomStringConvertible {
  /// How many pages there are.
  public var description: String { "\(count) pages" }
}

/// The pages that a transaction looked at.
final class PageReads: Sendable {
  private let ids = Mutex<Set<PageID>>([])

  func insert(_ id: PageID) { ids.withLock { _ = $0.insert(id) } }

  var all: Set<PageID> { ids.withLock { $0 } }
}
