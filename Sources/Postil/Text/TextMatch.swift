import PostilModel

/// A place in a document where a text was found.
public struct TextMatch: Sendable, Hashable {
  /// The page.
  public let page: PageID
  /// The page's place in the document when it was searched, from 0.
  public let pageIndex: Int
  /// What was found, as it stands on the page: ends of lines are line feeds.
  public let string: String
  /// A quadrilateral for each line of the match, in page space and in the direction of the text: they stay right when
  /// the page is turned or moved.
  public let quads: [PageQuad]
  /// The place in the text of the page, in Unicode scalars; see ``PageText``.
  public let range: Range<Int>
  /// Up to some forty characters that stand before it, on one line.
  public let before: String
  /// Up to some forty characters that stand after it, on one line.
  public let after: String
}

extension TextMatch {
  /// The same without what stands around it, for documents that may not be copied from.
  package var withoutContext: TextMatch {
    TextMatch(
      page: page, pageIndex: pageIndex, string: string, quads: quads, range: range, before: "", after: "")
  }
}

extension TextMatch {
  /// A rectangle for each line of the match, in page space.
  public var rects: [PageRect] { quads.map(\.bounds) }
}

extension TextMatch: CustomStringConvertible {
  /// The page and the text around the match: `page 3: …a [sonata] of…`.
  public var description: String { "\(page): …\(before)[\(string)]\(after)…" }
}

extension TextMatch {
  /// The match after its page got another place.
  package func moved(to pageIndex: Int) -> TextMatch {
    if pageIndex == self.pageIndex { return self }
    return TextMatch(
      page: page, pageIndex: pageIndex, string: string, quads: quads, range: range, before: before,
      after: after)
  }
}
