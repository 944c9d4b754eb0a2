import Postil

/// Pages as a command line names them: `1-3,7,last`. A range may run backwards.
struct PageRange: Sendable, Hashable {
  private struct Part: Sendable, Hashable {
    let first: PageNumber
    let last: PageNumber
  }

  private let parts: [Part]

  private init(_ parts: [Part]) { self.parts = parts }

  static let all = PageRange([Part(first: .number(1), last: .last)])

  init(_ text: String) throws {
    parts = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      do {
        let first = try PageNumber(String(ends[0]))
        return Part(first: first, last: ends.count == 1 ? first : try PageNumber(String(ends[1])))
      } catch {
        throw UsageError("'\(part)' is not a page or a range of pages: write them like 1-3,7,last")
      }
    }
  }

  /// The pages' indices, from 0, in the order in which the range names them.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  func indices(among count: Int) throws -> [Int] {
    try parts.flatMap { part in
      let first = try part.first.index(among: count)
      let last = try part.last.index(among: count)
      return first <= last ? Array(first...last) : (last...first).reversed()
    }
  }
}

extension PageRange {
  /// The pages' indices, from 0, in the order of the document, each once even if two parts of the range name it.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  func distinctIndices(among count: Int) throws -> [Int] { Set(try indices(among: count)).sorted() }
}

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
