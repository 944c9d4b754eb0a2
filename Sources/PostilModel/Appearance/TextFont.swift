/// A font as it is asked for: the system finds the one that is nearest to it, and others for characters that it does not have.
public struct TextFont: Sendable, Hashable {
  /// The sizes that there are, in points.
  public static let sizes = 1.0...1_000.0
  /// The longest ``family``, in UTF-8 bytes.
  public static let longestFamily = 200

  /// The family, such as `Helvetica`, `DejaVu Serif` or `monospace`; several in order of preference, divided by commas.
  public var family: String
  /// The size in points, in ``sizes``.
  public var size: Double
  /// Whether its strokes are heavy.
  public var isBold: Bool
  /// Whether it is slanted.
  public var isItalic: Bool

  /// Makes a font. Sizes and names that there are not are refused when an annotation with the font is added to a document.
  public init(_ family: String = "Helvetica", size: Double = 12, isBold: Bool = false, isItalic: Bool = false)
  {
    self.family = family
    self.size = size
    self.isBold = isBold
    self.isItalic = isItalic
  }
}

/// Where the lines of a text stand between its edges (`/Q`, ISO 32000-2, table 177). Left and right are those of the
/// reader, in whichever direction a script is written.
public enum TextAlignment: String, Sendable, Hashable, Codable, CaseIterable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right
}

extension TextFont {
  /// - Throws: ``PDFError`` with code `.invalidArgument`.
  package func requireUsable() throws {
    guard Self.sizes.contains(size) else {
      throw PDFError(.invalidArgument, "A font's size is 1 to 1,000 points, not \(size).")
    }
    let isName =
      !family.isEmpty && family.utf8.count <= Self.longestFamily
      && !family.unicodeScalars.contains { $0.value < 0x20 }
    guard isName else {
      throw PDFError(
        .invalidArgument,
        "The name of a font's family is 1 to \(Self.longestFamily) bytes without control characters.")
    }
  }
}

extension TextFont: CustomStringConvertible {
  /// The family, the size and what it is besides: `Helvetica 12 pt bold`.
  public var description: String {
    "\(family) \(size) pt" + (isBold ? " bold" : "") + (isItalic ? " italic" : "")
  }
}

extension TextFont: Codable {
  /// Reads `{"family": "Helvetica", "size": 12, "bold": true, "italic": true}`; every key may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["family", "size", "bold", "italic"], in: "a font")
    self.init()
    family = try fields.optional("family") ?? family
    size = try fields.number("size", in: Self.sizes) ?? size
    isBold = try fields.optional("bold") ?? false
    isItalic = try fields.optional("italic") ?? false
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(family, forKey: "family")
    try fields.encode(size, forKey: "size")
    if isBold { try fields.encode(true, forKey: "bold") }
    if isItalic { try fields.encode(true, forKey: "italic") }
  }
}
