/// What is to be removed from a document: everything in some areas of its pages, and texts wherever they are.
///
/// A redaction is a value and changes nothing: `PDFDocument.redact(_:to:_:progress:)` makes another file without it. Redactions are made of
/// rectangles, of the marks in a document, of what a search finds and of what has a form (card numbers, say), and can be added up.
///
/// ```swift
/// var redaction = Redaction([.init(PageRect(x: 72, y: 600, width: 200, height: 14), on: page.id)])
/// redaction.texts.append(.init("Smith"))
/// try await document.redact(redaction, to: url)
/// ```
public struct Redaction: Sendable, Hashable {
  /// An area of a page whose content is removed: text, parts of images and drawings, annotations and form fields.
  public struct Area: Sendable, Hashable {
    /// The page.
    public var page: PageID
    /// The area, in page space: of a line of text, one quadrilateral for each line. The convex hull of the four corners counts.
    public var quads: [PageQuad]
    /// What it is filled with afterwards; `nil` for nothing.
    public var fill: Color?
    /// A text that is written into each quadrilateral, as large as fits; `nil` for none.
    public var overlayText: String?
    /// Whether it was made of text: then letters that only touch its edges stay.
    package var isOfText = false

    /// Makes an area of quadrilaterals.
    public init(_ quads: [PageQuad], on page: PageID, fill: Color? = .black, overlayText: String? = nil) {
      (self.quads, self.page, self.fill, self.overlayText) = (quads, page, fill, overlayText)
    }

    /// Makes an area of a rectangle.
    public init(_ rect: PageRect, on page: PageID, fill: Color? = .black, overlayText: String? = nil) {
      self.init([PageQuad(rect)], on: page, fill: fill, overlayText: overlayText)
    }
  }

  /// A text that is removed wherever it is.
  public struct Text: Sendable, Hashable {
    /// The text.
    public var string: String
    /// What counts as the same.
    public var options: SearchOptions

    /// Makes a text. Capital and small letters are the same unless the options say otherwise: a name in a heading is to go too.
    public init(_ string: String, options: SearchOptions = .ignoringCase) {
      (self.string, self.options) = (string, options)
    }
  }

  /// The areas.
  public var areas: [Area]
  /// The texts that are removed from all that is not on a page too: titles of the outline, information, values of fields,
  /// comments, descriptions; and from all that pages, forms, patterns and appearances show, seen or not.
  public var texts: [Text]
  /// What texts look like that are removed wherever they are, as ``texts`` are.
  public var patterns: [RedactionPattern] = []
  /// What is painted where texts and patterns are found that no area covers; `nil` for nothing.
  public var textFill: Color? = .black
  /// A text that is written there; `nil` for none.
  public var textOverlay: String?
  /// What is removed of what the pages do not show.
  public var hiddenData: HiddenData

  /// Makes a redaction.
  public init(
    _ areas: [Area] = [], texts: [Text] = [], patterns: [RedactionPattern] = [], hiddenData: HiddenData = []
  ) {
    (self.areas, self.texts, self.patterns, self.hiddenData) = (areas, texts, patterns, hiddenData)
  }

  /// Whether nothing would be removed.
  public var isEmpty: Bool {
    areas.allSatisfy(\.quads.isEmpty) && texts.isEmpty && patterns.isEmpty && hiddenData.isEmpty
  }

  /// Takes in what another one removes. What is painted where texts and patterns are found stays as this one says.
  public mutating func add(_ other: Redaction) {
    areas += other.areas
    hiddenData.formUnion(other.hiddenData)
    for text in other.texts where !texts.contains(text) { texts.append(text) }
    for pattern in other.patterns where !patterns.contains(pattern) { patterns.append(pattern) }
  }

  /// Fills all areas alike, and the places where texts and patterns are found.
  ///
  /// - Parameters:
  ///   - fill: What they are filled with; `nil` for nothing.
  ///   - overlayText: A text that is written into them; `nil` for none.
  public mutating func setAppearance(fill: Color?, overlayText: String? = nil) {
    (textFill, textOverlay) = (fill, overlayText)
    for index in areas.indices { (areas[index].fill, areas[index].overlayText) = (fill, overlayText) }
  }

  /// - Throws: ``PDFError`` with code `.invalidGeometry` or `.invalidArgument`.
  package func requireUsable() throws {
    guard !isEmpty else {
      throw PDFError(.invalidArgument, "There is nothing to redact: give an area, a text or a mark.")
    }
    for area in areas {
      guard area.quads.flatMap(\.corners).allSatisfy(\.isUsable) else {
        throw PDFError(
          .invalidGeometry,
          "An area to redact has a coordinate that is not a number or beyond 1,000,000 points.")
      }
      guard area.quads.allSatisfy({ !$0.bounds.isEmpty }) else {
        throw PDFError(.invalidGeometry, "An area to redact has no extent: give it a width and a height.")
      }
    }
  }
}
