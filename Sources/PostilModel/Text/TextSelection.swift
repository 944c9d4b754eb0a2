/// A stretch of a page's text, in reading order.
public struct TextSelection: Sendable, Hashable {
  /// The text as it stands on the page: ends of lines are line feeds, hyphens before them are kept.
  public let string: String
  /// A rectangle for each line that it touches, in page space.
  public let rects: [PageRect]
  /// Its place in the text of the page, in Unicode scalars.
  public let range: Range<Int>
}
