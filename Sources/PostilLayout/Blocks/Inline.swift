public import Postil

/// Text in a paragraph, whose parts may look different, lead elsewhere, or have footnotes. A string is one, and takes others in:
///
/// ```swift
/// Paragraph("Pay \(Inline("today").bold()), or see \(Inline("the terms").link(to: "https://example.com")).")
/// ```
public struct Inline: Sendable {
  /// A part of the text that looks and leads the same.
  struct Span: Sendable {
    var content: Content
    var look = Look()

    /// Its letters; a picture is one (U+FFFC).
    var letters: String {
      switch content {
      case .text(let text): text
      case .picture: "\u{FFFC}"
      case .footnote, .namedFootnote, .page: ""
      }
    }
  }

  indirect enum Content: Sendable {
    case text(String)
    case footnote([any Block])
    /// A footnote that ``LayoutSession/footnotes`` has by a name: it is set where it is referred to first; then its number stands.
    case namedFootnote(String)
    /// The page on which a place of the document is.
    case page(of: String)
    /// A picture, which stands among the letters.
    case picture(Picture)

    var isFootnote: Bool {
      switch self {
      case .footnote, .namedFootnote: true
      case .text, .page, .picture: false
      }
    }
  }

  /// How a part differs from its paragraph.
  struct Look: Sendable, Hashable {
    var family: String?
    var size: Double?
    var scale = 1.0
    var isBold: Bool?
    var isItalic: Bool?
    var color: Color?
    var isUnderlined = false
    var isStruckThrough = false
    /// How far it is raised, in sizes.
    var rise = 0.0
    var letterSpacing = 0.0
    var language: String?
    var link: LinkTarget?
    var isCode = false
  }

  var spans: [Span]

  init(spans: [Span]) { self.spans = spans }

  /// Makes text that looks as its paragraph does.
  ///
  /// - Parameter string: The text; each way to end a line is a line feed, and other control characters, which show nothing, are left out.
  public init(_ string: String) {
    let string = string.withoutControls
    spans = string.isEmpty ? [] : [Span(content: .text(string))]
  }

  /// A footnote: its number stands here, its text at the foot of the page.
  public static func footnote(_ text: Inline) -> Inline { .footnote { Paragraph(text) } }

  /// A footnote of several blocks.
  public static func footnote(@BlockBuilder _ content: () -> [any Block]) -> Inline {
    Inline(spans: [Span(content: .footnote(content()))])
  }

  /// A picture among the letters, which stands on their line: a mark, a key, a flag.
  ///
  /// ```swift
  /// Paragraph("Press \(Picture(contentsOf: key, alternative: "the key", width: 10)) to go on.")
  /// ```
  ///
  /// A line becomes as high as the picture needs. Without a width of its own it is as large as a block would be.
  ///
  /// - Parameter picture: The picture. It has no caption: one is an error when the document is set.
  public static func picture(_ picture: Picture) -> Inline {
    Inline(spans: [Span(content: .picture(picture))])
  }

  /// The number of the page on which a heading or an ``Anchor`` is: it leads there.
  public static func page(of name: String) -> Inline {
    Inline(spans: [Span(content: .page(of: name), look: Look(link: .named(name)))])
  }

  /// One text behind the other.
  public static func + (one: Inline, other: Inline) -> Inline { Inline(spans: one.spans + other.spans) }

  private func changed(_ change: (inout Look) -> Void) -> Inline {
    var copy = self
    for index in copy.spans.indices { change(&copy.spans[index].look) }
    return copy
  }

  /// The text in heavy strokes, or not.
  public func bold(_ isBold: Bool = true) -> Inline { changed { $0.isBold = isBold } }
  /// The text slanted, or not.
  public func italic(_ isItalic: Bool = true) -> Inline { changed { $0.isItalic = isItalic } }
  /// The text in a color.
  public func color(_ color: Color) -> Inline { changed { $0.color = color } }
  /// The text in another font of the system.
  public func family(_ family: String) -> Inline { changed { $0.family = family } }
  /// The text in another size, in points.
  public func size(_ size: Double) -> Inline { changed { $0.size = size } }
  /// The text with a line below it.
  public func underlined() -> Inline { changed { $0.isUnderlined = true } }
  /// The text with a line through it.
  public func struckThrough() -> Inline { changed { $0.isStruckThrough = true } }
  /// Small and raised.
  public func superscript() -> Inline { changed { ($0.scale, $0.rise) = (0.65, 0.33) } }
  /// Small and lowered.
  public func subscripted() -> Inline { changed { ($0.scale, $0.rise) = (0.65, -0.15) } }
  /// More room between letters, in points.
  public func letterSpacing(_ spacing: Double) -> Inline { changed { $0.letterSpacing = spacing } }
  /// The language of the text, as BCP 47 names it, where it is not that of the document.
  public func language(_ language: String) -> Inline { changed { $0.language = language } }
  /// In the font of code.
  public func code() -> Inline { changed { $0.isCode = true } }
  /// The text as a link to a web address.
  public func link(to address: String) -> Inline { changed { $0.link = .uri(address) } }
  /// The text as a link to a heading or an ``Anchor`` of the document.
  public func link(toAnchor name: String) -> Inline { changed { $0.link = .named(name) } }

  /// The part of the letters, by their places, with its looks.
  subscript(range: some RangeExpression<Int>) -> Inline {
    let range = range.relative(to: 0..<string.count)
    var (place, result): (Int, [Span]) = (0, [])
    for span in spans {
      let letters = Array(span.letters)
      let (low, high) = (max(range.lowerBound - place, 0), min(range.upperBound - place, letters.count))
      if low < high {
        var part = span
        if case .text = span.content { part.content = .text(String(letters[low..<high])) }
        result.append(part)
      }
      place += letters.count
    }
    return Inline(spans: result)
  }

  /// Whether it is one text that looks as its paragraph does.
  var isPlain: Bool {
    guard spans.count == 1, case .text = spans[0].content else { return false }
    return spans[0].look == Look()
  }

  /// Its letters, without footnotes and numbers of pages.
  var string: String {
    spans.map(\.letters).joined()
  }

  /// The same on one line, without pictures, with a space between words.
  var line: String {
    string.split { $0.isWhitespace || $0 == "\u{FFFC}" }.joined(separator: " ")
  }
}

extension Inline: ExpressibleByStringInterpolation {
  /// Takes text and other texts in.
  public struct StringInterpolation: StringInterpolationProtocol {
    var spans: [Span] = []

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Appends letters of the program.
    public mutating func appendLiteral(_ literal: String) { spans += Inline(literal).spans }
    /// Appends a text with its looks.
    public mutating func appendInterpolation(_ text: Inline) { spans += text.spans }
    /// Appends a picture among the letters, as ``Inline/picture(_:)``.
    public mutating func appendInterpolation(_ picture: Picture) { spans += Inline.picture(picture).spans }
    /// Appends what a value is described by.
    public mutating func appendInterpolation(_ value: some Any) {
      spans += Inline(String(describing: value)).spans
    }
  }

  /// Makes text of a string.
  public init(stringLiteral string: String) { self.init(string) }
  /// Makes text of a string that takes others in.
  public init(stringInterpolation interpolation: StringInterpolation) { spans = interpolation.spans }
}
