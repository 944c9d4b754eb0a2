import Foundation
import Postil

/// What `postil search` found.
struct SearchOutcome {
  struct Failure {
    let page: TextSearchPage
    let reason: PDFError

    /// What the tool says in the end.
    func error(url: URL?, count: Int) -> PDFError {
      let more = count == 1 ? "" : " \((count - 1).counted("more page")) failed as well."
      return PDFError(
        reason.code, "Page \((page.pageIndex + 1).grouped) could not be searched: \(reason.message)\(more)",
        url: url, pageIndex: page.pageIndex, underlying: reason.underlying)
    }
  }

  var matches: [TextMatch] = []
  var failures: [Failure] = []

  /// What is printed as JSON.
  func values(text: String) -> JSONValue {
    .object([
      "text": .text(text), "count": .integer(matches.count), "matches": .list(matches.map(\.values)),
      "unreadablePages": .list(failures.map { .integer($0.page.pageIndex + 1) }),
    ])
  }
}

extension TextMatch {
  var values: JSONValue {
    .object([
      "page": .integer(pageIndex + 1), "text": .text(string), "before": .text(before), "after": .text(after),
      "rects": .list(rects.map { JSONValue($0) }),
    ])
  }

  /// A line for people: page, rectangles, and the match with what is around it.
  var line: String {
    let places = rects.map { [$0.minX, $0.minY, $0.width, $0.height].map(\.short).joined(separator: ",") }
    return "Page \(pageIndex + 1)  \(places.joined(separator: " "))  \((before + string + after).printable)\n"
  }
}
