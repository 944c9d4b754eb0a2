/// What came of pages that were taken from another document.
public struct InsertedPages: Sendable, Hashable {
  /// The new pages, in their order.
  public let pages: [PageID]
  /// What their document has and this one now does not, though it is about the pages or was asked for; one for each kind.
  public let leftBehind: [LeftBehind]
  /// What has another name here, because there was one already. Fields get their names when they are saved:
  /// ``SaveReport/renamedFields``.
  public let renamed: [Renaming]

  /// What is wrong with the document that they come from, in words: pages or content of it may be missing. What comes to light only
  /// when the content is copied, ``SaveReport/warnings`` tells. `nil` if nothing is known to be wrong.
  public let damage: String?

  package init(
    _ pages: [PageID], leftBehind: [LeftBehind] = [], renamed: [Renaming] = [], damage: String? = nil
  ) {
    (self.pages, self.leftBehind, self.renamed, self.damage) = (pages, leftBehind, renamed, damage)
  }
}

extension InsertedPages: CustomStringConvertible {
  /// What was left behind and renamed: `3 pages; left behind: 2 links to other pages; renamed: destination 'd1' to 'd1_2'`.
  public var description: String {
    var parts = ["\(pages.count) pages"]
    if !leftBehind.isEmpty {
      parts.append("left behind: " + leftBehind.map(\.description).joined(separator: ", "))
    }
    if !renamed.isEmpty { parts.append("renamed: " + renamed.map(\.description).joined(separator: ", ")) }
    if let damage { parts.append(damage) }
    return parts.joined(separator: "; ")
  }
}
