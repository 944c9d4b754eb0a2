import Postil

/// The pages that a command could not read or draw: it goes on with the others, lists them (`unreadablePages`), and ends with an error.
struct FailedPages {
  private var found: [(index: Int, error: PDFError)] = []

  init() {}

  /// Those that a search of pages for something could not read.
  ///
  /// - Parameter numbers: The numbers of pages, counted from 1.
  init(_ pages: [PageID], _ numbers: [PageID: Int]) {
    for number in pages.compactMap({ numbers[$0] }) {
      add(number - 1, PDFError(.damaged, "Its content cannot be read."))
    }
  }

  var count: Int { found.count }
  var isEmpty: Bool { found.isEmpty }

  mutating func add(_ index: Int, _ error: PDFError) { found.append((index, error)) }

  /// Their numbers.
  var values: JSONValue { .list(found.map { .integer($0.index + 1) }) }

  /// - Parameter what: What became of them: `could not be read`.
  /// - Throws: The error of the first, with the number of others: `Page 3 could not be read: … 2 more pages failed as well.`
  func requireNone(_ what: String = "could not be read") throws {
    guard let first = found.first else { return }
    var error = first.error
    let others = count > 1 ? " \((count - 1).counted("more page")) failed as well." : ""
    error.pageIndex = first.index
    error.message = "Page \((first.index + 1).grouped) \(what): \(error.message)\(others)"
    throw error
  }
}
