/// A word of a page's text: what stands between white space, punctuation included. A word that is
/// hyphenated across lines is two.
public struct TextWord: Sendable, Hashable {
  /// The text.
  public let string: String
  /// The smallest rectangle around it, in page space.
  public let bounds: PageRect
  /// Its place in the text of the page, in Unicode scalars.
  public let range: Range<Int>
}
