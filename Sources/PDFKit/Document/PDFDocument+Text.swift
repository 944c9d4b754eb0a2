public import Foundation
internal import Postil

/// Text and search. All of it blocks until the pages have been read.
extension PDFDocument {
  /// The text of all pages, each in lines of its own.
  public var string: String? {
    guard engine != nil else { return nil }
    return pages.compactMap(\.string).joined(separator: "\n")
  }

  var pages: [PDFPage] { (0..<pageCount).compactMap { page(at: $0) } }

  /// All of the text.
  public var selectionForEntireDocument: PDFSelection? {
    let parts = pages.compactMap { page -> PDFSelection.Part? in
      guard let count = page.characters?.text.count, count > 0 else { return nil }
      return .init(page: page, range: 0..<count)
    }
    return parts.isEmpty ? nil : PDFSelection(parts, of: self)
  }

  /// The text from a point of a page to one of another page.
  public func selection(
    from startPage: PDFPage, at startPoint: CGPoint, to endPage: PDFPage, at endPoint: CGPoint
  ) -> PDFSelection? {
    if startPage === endPage { return startPage.selection(from: startPoint, to: endPoint) }
    let isForward = index(for: startPage) < index(for: endPage)
    let (first, last) = isForward ? (startPage, endPage) : (endPage, startPage)
    let far = CGPoint(x: 1e5, y: -1e5)
    let near = CGPoint(x: -1e5, y: 1e5)
    let start = first.selection(from: isForward ? startPoint : endPoint, to: far)
    let end = last.selection(from: near, to: isForward ? endPoint : startPoint)
    return joined(start, first, last, end)
  }

  /// The text from a character of a page to one of the same or a later page, both included; `nil` for an earlier one.
  public func selection(
    from startPage: PDFPage, atCharacterIndex startCharacter: Int, to endPage: PDFPage,
    atCharacterIndex endCharacter: Int
  ) -> PDFSelection? {
    guard startCharacter >= 0, endCharacter >= 0, endCharacter < Int.max else { return nil }
    if startPage === endPage {
      guard startCharacter <= endCharacter else { return nil }
      return startPage.selection(
        for: NSRange(location: startCharacter, length: endCharacter - startCharacter + 1))
    }
    let start = startPage.selection(for: NSRange(location: startCharacter, length: .max))
    let end = endPage.selection(for: NSRange(location: 0, length: endCharacter + 1))
    return joined(start, startPage, endPage, end)
  }

  /// Two selections, and all of the pages between them.
  private func joined(
    _ start: PDFSelection?, _ first: PDFPage, _ last: PDFPage, _ end: PDFSelection?
  ) -> PDFSelection? {
    let (low, high) = (index(for: first), index(for: last))
    guard low < high, high < pageCount else { return nil }
    let between = pages[(low + 1)..<high].compactMap { page -> PDFSelection.Part? in
      guard let count = page.characters?.text.count, count > 0 else { return nil }
      return .init(page: page, range: 0..<count)
    }
    let parts = (start?.parts ?? []) + between + (end?.parts ?? [])
    return parts.isEmpty ? nil : PDFSelection(parts, of: self)
  }

  // MARK: - Search

  /// All places where a text stands. Of the options `caseInsensitive`, `diacriticInsensitive` and `backwards` count.
  public func findString(_ string: String, withOptions options: NSString.CompareOptions = [])
    -> [PDFSelection]
  {
    let found = pages.flatMap { matches(of: string, options, on: $0) }
    return options.contains(.backwards) ? found.reversed() : found
  }

  /// The next place where a text stands, after a selection or, with the option `backwards`, before it; for `nil`, from the beginning
  /// or the end. It does not wrap around.
  public func findString(
    _ string: String, fromSelection selection: PDFSelection?,
    withOptions options: NSString.CompareOptions = []
  ) -> PDFSelection? {
    let isBackwards = options.contains(.backwards)
    let order = isBackwards ? Array(pages.reversed()) : pages
    let origin = isBackwards ? selection?.parts.first : selection?.parts.last
    let start = origin.flatMap { part in order.firstIndex { $0 === part.page } } ?? 0
    for page in order[min(start, order.count)...] {
      let found = matches(of: string, options, on: page)
      let next = (isBackwards ? found.reversed() : found).first { match in
        guard let origin, origin.page === page, let range = match.parts.first?.range else { return true }
        return isBackwards
          ? range.upperBound <= origin.range.lowerBound : range.lowerBound >= origin.range.upperBound
      }
      if let next { return next }
    }
    return nil
  }

  func matches(of string: String, _ options: NSString.CompareOptions, on page: PDFPage) -> [PDFSelection] {
    var how: SearchOptions = []
    if options.contains(.caseInsensitive) { how.insert(.ignoringCase) }
    if options.contains(.diacriticInsensitive) { how.insert(.ignoringDiacritics) }
    let found = (try? page.characters?.text.matches(of: string, options: how)) ?? []
    return found.map { PDFSelection([.init(page: page, range: $0.range)], of: self) }
  }
}
