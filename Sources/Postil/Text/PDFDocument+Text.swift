import PostilFile
import PostilModel

extension PDFDocument {
  /// The text of a page with the place of every character, in page space: for selecting, copying, searching.
  ///
  /// It is what a reader sees: the content of the page as far as it lies in the crop box that the page has in its file, and, behind it,
  /// what annotations and form fields show now (``PageText/annotationRange``). Layers that are hidden when the document is opened are
  /// left out, unless ``readingLayers`` shows them; text that is painted in no color, as under scanned pages, is not
  /// (``TextStyle/isInvisible`` tells it). No edit changes that of the content but flattening: what a new crop box hides stays in it.
  ///
  /// The texts asked for last are kept, so asking again costs nothing; that of annotations that were edited is read anew. A page that
  /// took longer than ``readingDeadline`` is tried once more when it is asked for again, with twice the time; after that it fails at
  /// once until ``retryReading(_:)``. Of a page that is damaged the renderer's program reads what it can, where it is installed.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged`, `.unsupported` or `.renderTimedOut`; `CancellationError`.
  public func text(of page: PageID) async throws -> PageText {
    try await textReader.text(of: page, in: self)
  }

  /// The text of a page's content as poppler reads it: a second opinion, by other code.
  func popplerText(of page: PageID) async throws -> PageText {
    try await popplerReader.popplerText(of: page, in: self)
  }

  /// How long reading the text of one page may take before it is given up, 30 seconds unless it is set, a
  /// thousandth of one at least: for pages that are read from now on.
  public var readingDeadline: Duration {
    get { textReader.deadline }
    set {
      textReader.deadline = newValue
      popplerReader.deadline = newValue
    }
  }

  /// Layers that are read or left out where that is not as the document says: by what reads texts, searches, and finds tables and the
  /// structure of pages from now on. A viewer gives it what it draws with (``PageLook/layers``). The document does not change.
  public var readingLayers: LayerVisibility {
    get { textReader.layers.withLock(\.self) }
    set { textReader.layers.withLock { $0 = newValue } }
  }

  /// Lets the text of a page be read again that took too long (``PDFError/Code/renderTimedOut``). Reads nothing by itself.
  ///
  /// - Parameter page: The page; `nil`: all pages.
  public func retryReading(_ page: PageID? = nil) {
    guard let page else { return textReader.retry(nil, in: self) }
    guard let source = try? source(of: page) else { return }
    textReader.retry(source, in: self)
  }

  /// Searches the document from a page on: to its end, then from its beginning to that page.
  ///
  /// Nothing is searched before the result is iterated, and only a few pages further than it is iterated. What was
  /// read is kept, some five million characters of it: another search asks for none of these pages again.
  ///
  /// ```swift
  /// for try await match in try document.search("sonata", options: .ignoringCase, from: page.id) {
  ///   print(match.pageIndex + 1, match.rects, match.before + match.string + match.after)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - text: What to search for. See ``PageText/matches(of:options:)`` for what matches it.
  ///   - options: What counts as the same.
  ///   - page: The page to begin with; `nil`: the first one.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is nothing but white space to search for,
  ///   `.pageOutOfRange` if there is no such page to begin with.
  public func search(_ text: String, options: SearchOptions = [], from page: PageID? = nil) throws(PDFError)
    -> TextSearch
  {
    let pages = pages
    guard let page else { return try search(text, options: options, in: pages.ids) }
    guard let start = pages.index(of: page) else { throw PDFError.noSuchPage(page).about(url) }
    return try search(text, options: options, in: Array(pages.ids[start...] + pages.ids[..<start]))
  }

  /// Searches some pages of the document, in the order in which they are given.
  ///
  /// - Parameters:
  ///   - text: What to search for. See ``PageText/matches(of:options:)`` for what matches it.
  ///   - options: What counts as the same.
  ///   - pages: The pages.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is nothing but white space to search for.
  public func search(_ text: String, options: SearchOptions = [], in pages: [PageID]) throws(PDFError)
    -> TextSearch
  {
    TextSearch(pages: TextSearchPages(document: self, needle: try SearchNeedle(text, options), pages: pages))
  }
}
