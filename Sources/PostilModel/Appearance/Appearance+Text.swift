extension Appearance {
  /// Text in one font and color. Lines end at line feeds, and where the place that it is given ends.
  public struct Text: Sendable, Hashable {
    /// The longest text, in Unicode scalars.
    public static let longest = 32_768
    /// The line spacings that there are.
    public static let lineSpacings = 0.5...10.0

    /// The text. Of control characters it may have line feeds and tabs.
    public var string: String
    /// The font.
    public var font: TextFont
    /// The color.
    public var color: Color
    /// Where its lines stand.
    public var alignment: TextAlignment
    /// From one line to the next, in line heights of the font, in ``lineSpacings``.
    public var lineSpacing: Double

    /// Makes a text. What cannot be set is refused when an annotation with it is added to a document.
    public init(
      _ string: String, font: TextFont = TextFont(), color: Color = .black, alignment: TextAlignment = .left,
      lineSpacing: Double = 1
    ) {
      self.string = string
      self.font = font
      self.color = color
      self.alignment = alignment
      self.lineSpacing = lineSpacing
    }

    /// - Throws: ``PDFError`` with code `.invalidArgument` if it is too long, has control characters, or a size or line
    ///   spacing is out of range.
    package func requireUsable() throws {
      try font.requireUsable()
      guard Self.lineSpacings.contains(lineSpacing) else {
        throw PDFError(.invalidArgument, "A line spacing is 0.5 to 10, not \(lineSpacing).")
      }
      guard string.unicodeScalars.count <= Self.longest else {
        throw PDFError(
          .invalidArgument,
          "A text has at most \(Self.longest) characters: divide it among several annotations.")
      }
      let control = string.unicodeScalars.first {
        // The category Cc, without a table of all characters.
        ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) && $0 != "\n" && $0 != "\t"
      }
      if let control {
        throw PDFError(
          .invalidArgument,
          "The text has the control character \(control.codePoint): take it out; lines end with a line feed.")
      }
    }
  }

  /// How a text is made to fit its frame.
  public enum TextFitting: Sendable, Hashable {
    /// Lines are broken at the frame's width and begin at its top; what is below its lower edge is cut off by the
    /// picture's box.
    case wrapped
    /// Lines end at line feeds only; the text is made larger or smaller as a whole, and put into the middle.
    case scaled
  }
}

extension Unicode.Scalar {
  /// How it is named in messages: `U+0007`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether something is seen of it where it is printed.
  package var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      false
    default: true
    }
  }
}

/// A rectangle of a page whose content stands upright for the reader of a page that is turned.
package struct UprightFrame: Sendable, Hashable {
  package var frame: PageRect
  /// How far the page is turned.
  package var rotation: PageRotation

  package init(_ frame: PageRect, _ rotation: PageRotation) {
    self.frame = frame
    self.rotation = rotation
  }

  /// From one side to the other, as the reader sees it.
  package var width: Double { rotation.isSideways ? frame.height : frame.width }
  /// From top to bottom, as the reader sees it.
  package var height: Double { rotation.isSideways ? frame.width : frame.height }

  /// From a space with the origin at the reader's upper left corner and y upwards to the page, six numbers; what is at
  /// `x` to the right and `y` below that corner is its origin.
  package func matrix(x: Double = 0, y: Double = 0, scale: Double = 1) -> [Double] {
    let (right, up, corner): (PagePoint, PagePoint, PagePoint) =
      switch rotation {
      case .none: (PagePoint(x: 1, y: 0), PagePoint(x: 0, y: 1), PagePoint(x: frame.minX, y: frame.maxY))
      case .clockwise90:
        (PagePoint(x: 0, y: 1), PagePoint(x: -1, y: 0), PagePoint(x: frame.minX, y: frame.minY))
      case .clockwise180:
        (PagePoint(x: -1, y: 0), PagePoint(x: 0, y: -1), PagePoint(x: frame.maxX, y: frame.minY))
      case .clockwise270:
        (PagePoint(x: 0, y: -1), PagePoint(x: 1, y: 0), PagePoint(x: frame.maxX, y: frame.maxY))
      }
    return [
      right.x * scale, right.y * scale, up.x * scale, up.y * scale, corner.x + right.x * x - up.x * y,
      corner.y + right.y * x - up.y * y,
    ]
  }

  /// The rectangle with each edge, as the reader sees it, moved inwards; outwards if the distance is negative.
  package func insetBy(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> PageRect {
    let (low, high): (PagePoint, PagePoint) =
      switch rotation {
      case .none: (PagePoint(x: left, y: bottom), PagePoint(x: right, y: top))
      case .clockwise90: (PagePoint(x: top, y: left), PagePoint(x: bottom, y: right))
      case .clockwise180: (PagePoint(x: right, y: top), PagePoint(x: left, y: bottom))
      case .clockwise270: (PagePoint(x: bottom, y: right), PagePoint(x: top, y: left))
      }
    return PageRect(
      corner: PagePoint(x: frame.minX + low.x, y: frame.minY + low.y),
      corner: PagePoint(x: frame.maxX - high.x, y: frame.maxY - high.y))
  }

  /// From the space of something of a size, with its lower left corner at the origin, to the page, so that it is fitted into
  /// the frame, as large as it can be, in the middle: six numbers.
  package func fittingMatrix(width: Double, height: Double) -> [Double] {
    let (x, y, scale) = fit(width: width, height: height)
    return matrix(x: x, y: y + height * scale, scale: scale)
  }

  /// Where something of a size stands if it is fitted into the frame, as large as it can be, in the middle: its upper left
  /// corner from that of the frame, and by how much it is larger.
  package func fit(width: Double, height: Double) -> (x: Double, y: Double, scale: Double) {
    guard width > 0, height > 0 else { return (0, 0, 1) }
    let scale = min(self.width / width, self.height / height)
    return ((self.width - width * scale) / 2, (self.height - height * scale) / 2, scale)
  }
}
