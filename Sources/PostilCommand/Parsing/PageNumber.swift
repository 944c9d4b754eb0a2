import Postil

/// A page as a command line names it: a number from 1, or `last`.
enum PageNumber: Sendable, Hashable {
  case number(Int)
  case last

  init(_ text: String) throws {
    if text == "last" {
      self = .last
    } else if let number = Int(text), number >= 1 {
      self = .number(number)
    } else {
      throw UsageError("'\(text)' is not a page: give a number from 1, or last")
    }
  }

  /// The page's index, from 0.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  func index(among count: Int) throws -> Int {
    let number = if case .number(let number) = self { number } else { count }
    guard (1...max(count, 1)).contains(number), count > 0 else {
      let pages = count == 1 ? "1 page" : "\(count) pages"
      throw PDFError(
        .pageOutOfRange, "There is no page \(number): the document has \(pages).", pageIndex: number - 1)
    }
    return number - 1
  }
}
