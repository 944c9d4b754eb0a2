/// What headings are known by.
public enum HeadingSource: String, Sendable, Hashable, CaseIterable, Codable {
  /// The tags of the document, and if these name none, the sizes of letters.
  case any
  /// The tags of the document: headings and titles of its structure tree (ISO 32000-2, 14.8.4).
  case tags
  /// The sizes of letters: what is larger than most of the text.
  case sizes
}
