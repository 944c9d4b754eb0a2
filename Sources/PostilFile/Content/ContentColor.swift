import PostilModel

/// What the state of a content paints with, for fills or for strokes (ISO 32000-2, 8.6.8). It is copied with each state that is saved, so
/// what few contents set is behind references.
struct ContentColor {
  /// As near as RGB comes; `nil` for a pattern and for what is not known.
  private(set) var color: Color? = .black
  /// The pattern that it is set to, and whether that is one of the content around: names of patterns are others in a form.
  private var given: Pattern?
  private var isInherited = false
  /// `nil`: that of a device.
  private var space: ContentColorSpace?

  /// A pattern that a color is set to (8.7).
  final class Pattern {
    let name: PDFName
    let operands: [PDFObject]
    /// Where the operation that sets it begins in the stream.
    let operation: Int
    /// 1 for a tiling pattern, 2 for a shading; `nil` if there is none of its name.
    let type: Int?

    init(_ name: PDFName, type: Int?, _ operation: ContentOperation) {
      (self.name, self.type) = (name, type)
      (operands, self.operation) = (operation.operands, operation.range.lowerBound)
    }
  }

  /// The tiling pattern that it is set to, of the same content.
  var pattern: Pattern? { given.flatMap { $0.type == 1 && !isInherited ? $0 : nil } }

  /// The type of the pattern that it is set to.
  var patternType: Int? { given?.type }

  /// Sets the space, and the color with it.
  mutating func set(_ space: ContentColorSpace, _ context: ContentContext) throws {
    (self.space, color, given) = (space, try space.initialColor(context), nil)
  }

  /// Sets a color of a space of a device, by the number of its parts (`g`, `rg`, `k`).
  mutating func setDevice(_ parts: [PDFObject]) {
    (space, color, given) = (nil, ContentColorSpace.color(parts), nil)
  }

  /// Sets a color of the space.
  mutating func set(_ parts: [PDFObject], _ context: ContentContext) throws {
    color = if let space { try space.color(parts, context) } else { ContentColorSpace.color(parts) }
    given = nil
  }

  mutating func set(_ pattern: Pattern) { (color, given, isInherited) = (nil, pattern, false) }

  /// The same for a form that is painted.
  var inherited: ContentColor {
    var copy = self
    copy.isInherited = true
    return copy
  }
}
