/// A line of a page's text.
public struct TextLine: Sendable, Hashable {
  /// The text, without the end of the line.
  public let string: String
  /// The smallest rectangle around it, in page space.
  public let bounds: PageRect
  /// Its place in the text of the page, in Unicode scalars.
  public let range: Range<Int>
}
