import Postil

extension PageFindings {
  /// The numbers of pages that cannot be read.
  func unreadable(_ numbers: [PageID: Int]) -> JSONValue {
    .list(unreadablePages.compactMap { numbers[$0] }.map { .integer($0) })
  }

  /// - Throws: ``PDFError`` that names the first page that cannot be read.
  func requireReadable(_ numbers: [PageID: Int]) throws {
    guard let first = unreadablePages.first, let number = numbers[first] else { return }
    throw PDFError(.damaged, "Its content cannot be read.").ofPage(
      number - 1, "could not be read", others: unreadablePages.count - 1)
  }
}
