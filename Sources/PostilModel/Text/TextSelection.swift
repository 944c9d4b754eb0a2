/// A stretch of a page's text, in reading order.
public struct TextSelection: Sendable, Hashable {
  /// The text as it stands on the page: ends of lines are line feeds, hyphens before them are kept.
  public let string: String
  /// A quadrilateral for each line that it touches, in page space and in the direction of the text: also on turned
  /// pages the upper left corner is where the first letter's is.
  public let quads: [PageQuad]
  /// A rectangle for each line that it touches, in page space.
  public var rects: [PageRect] { quads.map(\.bounds) }
  /// Its place in the text of the page, in Unicode scalars.
  public let range: Range<Int>
}

extension TextSelection: CustomStringConvertible {
  /// The text in quotation marks.
  public var description: String { string.debugDescription }
}
