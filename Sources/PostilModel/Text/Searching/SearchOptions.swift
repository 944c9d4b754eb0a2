/// What a search takes for the same. Without options it heeds case and diacritics, and finds parts of words.
public struct SearchOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int
  /// Makes options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Capital and small letters are the same; so are "ß" and "ss".
  public static let ignoringCase = SearchOptions(rawValue: 1 << 0)
  /// Letters with and without accents and the like are the same: "é" and "e", "ł" and "l".
  public static let ignoringDiacritics = SearchOptions(rawValue: 1 << 1)
  /// No letter or digit stands right before or after a match. A hyphen may.
  public static let wholeWords = SearchOptions(rawValue: 1 << 2)
  /// What annotations and form fields show is not searched, only the content of pages.
  public static let excludingAnnotations = SearchOptions(rawValue: 1 << 3)
}
