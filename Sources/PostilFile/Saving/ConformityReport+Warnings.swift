import PostilModel

extension ConformityReport {
  /// What is broken, in words for a report: a line for each rule.
  ///
  /// - Parameter index: The place of a page, from 0.
  func warnings(_ index: (PageID) -> Int?) -> [String] {
    brokenRules.map { rule in
      let places = findings.filter { $0.rule == rule }
      let pages = Set(places.compactMap { $0.page.flatMap(index) }).sorted().map { "\($0 + 1)" }
      let shown = pages.prefix(5).joined(separator: ", ") + (pages.count > 5 ? ", …" : "")
      let place = pages.isEmpty ? "" : " (page \(shown))"
      return "the document says that it is \(rule.claim), and breaks \(rule.clause) now\(place): "
        + "\(rule.requirement) \(places.first?.detail ?? "")"
    }
  }
}
