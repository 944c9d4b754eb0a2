import PostilModel

/// What the state of a content paints with, for fills or for strokes (ISO 32000-2, 8.6.8).
struct ContentColor {
  /// As near as RGB comes; `nil` for a pattern and for what is not known.
  private(set) var color: Color? = .black
  /// The tiling pattern that it is set to.
  private(set) var pattern: Pattern?
  /// Which type the pattern has that it is set to (8.7): 1 for tiling ones, 2 for shadings; `nil` for a color. That of the content around stays
  /// for a form, whose own patterns have other names.
  private(set) var patternType: Int?
  private var space = ContentColorSpace.device

  /// A tiling pattern that a color is set to.
  struct Pattern {
    let name: PDFName
    let operands: [PDFObject]
    /// Where the operation that sets it begins in the stream.
    let operation: Int
  }

  /// Sets the space, and the color with it.
  mutating func set(_ space: ContentColorSpace, _ context: ContentContext) throws {
    (self.space, color, pattern, patternType) = (space, try space.initialColor(context), nil, nil)
  }

  /// Sets a color of a space of a device, by the number of its parts (`g`, `rg`, `k`).
  mutating func setDevice(_ parts: [PDFObject]) {
    (space, color, pattern, patternType) = (.device, ContentColorSpace.color(parts), nil, nil)
  }

  /// Sets a color of the space.
  mutating func set(_ parts: [PDFObject], _ context: ContentContext) throws {
    (color, pattern, patternType) = (try space.color(parts, context), nil, nil)
  }

  /// Sets a pattern; `type` is `nil` if there is none of its name.
  mutating func set(_ pattern: Pattern, type: Int?) {
    (color, patternType) = (nil, type)
    self.pattern = type == 1 ? pattern : nil
  }

  /// The same for a stream that is painted: a pattern of the content around belongs to that.
  var withoutPattern: ContentColor {
    var copy = self
    copy.pattern = nil
    return copy
  }
}
