import PostilModel

/// A search page by page: for progress, and to learn which pages could not be read. See ``TextSearch/pages``.
///
/// Pages are read several at once, some ahead of the iteration, and come in order.
public struct TextSearchPages: AsyncSequence, Sendable {
  /// What the search came to on a page.
  public typealias Element = TextSearchPage

  let document: PDFDocument
  let needle: SearchNeedle
  let pages: [PageID]

  /// How many pages are searched.
  public var count: Int { pages.count }

  /// Begins the search.
  public func makeAsyncIterator() -> Iterator { Iterator(search: self) }

  /// Goes from page to page. When it is released, pages that are being read for it are cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    private let search: TextSearchPages
    private let ahead: SearchesAhead

    init(search: TextSearchPages) {
      self.search = search
      ahead = SearchesAhead(search)
    }

    /// Searches the next page; `nil` after the last. Pages no longer in the document are passed over.
    ///
    /// - Throws: `CancellationError`, at once when the task is cancelled.
    public mutating func next() async throws -> TextSearchPage? {
      do {
        while let (page, matches) = try await ahead.next() {
          guard let index = search.document.index(of: page) else { continue }
          return TextSearchPage(page: page, pageIndex: index, result: try matches.placed(at: index))
        }
        return nil
      } catch {
        ahead.cancel()
        throw error
      }
    }
  }
}

/// The searches of the next pages, which run ahead of an iteration: enough to keep all workers busy while one page takes
/// longer than others.
private final class SearchesAhead {
  typealias Matches = Result<[TextMatch], any Error>

  private let search: TextSearchPages
  private let limit: Int
  private var rest: ArraySlice<PageID>
  private var running: [(page: PageID, task: Task<[TextMatch], any Error>)] = []

  init(_ search: TextSearchPages) {
    self.search = search
    limit = search.document.textReader.searchesAhead
    rest = search.pages[...]
  }

  deinit { cancel() }

  /// Ends the search.
  func cancel() {
    for (_, task) in running { task.cancel() }
    (running, rest) = ([], [])
  }

  /// What was found on the next page; `nil` after the last.
  ///
  /// - Throws: `CancellationError`.
  func next() async throws -> (PageID, Matches)? {
    try Task.checkCancellation()
    while running.count <= limit, let page = rest.popFirst() {
      running.append((page, Task { [search] in try await search.matches(on: page) }))
    }
    guard !running.isEmpty else { return nil }
    let (page, task) = running.removeFirst()
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    try Task.checkCancellation()
    // It may have been brought back by an undo since.
    if (try? result.get()) == nil, (result.error as? PDFError)?.code == .pageOutOfRange,
      search.document.index(of: page) != nil
    {
      do { return (page, .success(try await search.matches(on: page))) } catch {
        return (page, .failure(error))
      }
    }
    return (page, result)
  }
}

extension TextSearchPages {
  fileprivate func matches(on page: PageID) async throws -> [TextMatch] {
    try await document.textReader.matches(of: needle, on: page, in: document)
  }
}

extension TextReader {
  /// How many pages of a search are read ahead of the one that is waited for.
  var searchesAhead: Int { workerCount * 4 }
}

extension Result where Success == [TextMatch], Failure == any Error {
  fileprivate var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }

  /// The result for the place that the page has now.
  ///
  /// - Throws: What is no ``PDFError``: `CancellationError`.
  fileprivate func placed(at index: Int) throws -> Result<[TextMatch], PDFError> {
    switch self {
    case .success(let matches): return .success(matches.map { $0.moved(to: index) })
    case .failure(var error as PDFError):
      error.pageIndex = index
      return .failure(error)
    case .failure(let error): throw error
    }
  }
}
