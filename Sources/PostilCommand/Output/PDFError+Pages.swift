import Postil

extension PDFError {
  /// The error as that of a page, with the number of others that failed: `Page 3 could not be read: … 2 more pages failed as well.`
  func ofPage(_ index: Int, _ what: String, others: Int) -> PDFError {
    var error = self
    error.pageIndex = index
    error.message = "Page \((index + 1).grouped) \(what): \(message)\(Self.others(others))"
    return error
  }

  /// Says that other pages failed, behind another sentence.
  static func others(_ count: Int) -> String {
    count > 0 ? " \(count.counted("more page")) failed as well." : ""
  }
}
