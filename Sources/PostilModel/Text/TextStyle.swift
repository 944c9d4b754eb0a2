/// How letters of a page are set.
public struct TextStyle: Sendable, Hashable, Codable {
  /// The name of the font (`/BaseFont`), without the tag of a subset; empty if it has none.
  public var fontName: String
  /// How tall the font is on the page, in points: what a page shows larger or smaller counts as it is seen.
  public var fontSize: Double
  /// Whether the font says that it is bold, by its descriptor or its name.
  public var isBold: Bool
  /// Whether the font says that it is italic or oblique.
  public var isItalic: Bool
  /// Whether the font says that its letters are all of one width.
  public var isMonospaced: Bool
  /// The color that letters are filled with, as near as RGB comes, without regard to color profiles; of an ink, what the file has for devices
  /// without it. `nil` for patterns and what cannot be told.
  public var color: Color?
  /// Whether the letters are painted in no color (ISO 32000-2, 9.3.6), as those under scanned pages: they can be searched and copied,
  /// and nobody sees them.
  public var isInvisible: Bool

  /// Makes a style.
  public init(
    fontName: String = "", fontSize: Double, isBold: Bool = false, isItalic: Bool = false,
    isMonospaced: Bool = false, color: Color? = .black, isInvisible: Bool = false
  ) {
    (self.fontName, self.fontSize) = (fontName, fontSize)
    (self.isBold, self.isItalic, self.isMonospaced) = (isBold, isItalic, isMonospaced)
    (self.color, self.isInvisible) = (color, isInvisible)
  }
}

/// Letters of a line that stand side by side and are set alike.
public struct TextSpan: Sendable, Hashable, Codable {
  /// The text.
  public let string: String
  /// How it is set.
  public let style: TextStyle
  /// What it stands on: an index stands higher or lower than what it belongs to.
  public let baseline: TextBaseline
  /// The smallest rectangle around it, in page space.
  public let bounds: PageRect
  /// Its place in the text of the page, in Unicode scalars.
  public let range: Range<Int>
}

/// The line that letters stand on, from the left to the right of upright letters, in page space.
public struct TextBaseline: Sendable, Hashable, Codable {
  /// Where the first letter stands.
  public let start: PagePoint
  /// Where the last one ends.
  public let end: PagePoint
}

extension TextSpan: CustomStringConvertible {
  /// The text in quotation marks.
  public var description: String { string.debugDescription }
}

/// The styles of a text, and which parts have them.
package struct TextStyles: Sendable {
  /// Characters of a line with one style.
  package struct Run: Sendable {
    package var range: Range<Int>
    /// By its place among the styles.
    package var style: Int
    /// Where its baseline begins and ends: x and y of both.
    package var baseline: SIMD4<Float>

    package init(_ range: Range<Int>, style: Int, baseline: SIMD4<Float>) {
      (self.range, self.style, self.baseline) = (range, style, baseline)
    }
  }

  package var styles: [TextStyle] = []
  /// In the order of the text; what has no style is in none.
  package var runs: [Run] = []

  package init() {}

  /// The memory that they take, in bytes.
  package var byteCount: Int {
    styles.count * MemoryLayout<TextStyle>.stride + runs.count * MemoryLayout<Run>.stride
  }

  /// Those of a text that follows behind others.
  ///
  /// - Parameter offset: Where it begins.
  package mutating func append(_ other: TextStyles, at offset: Int) {
    let first = styles.count
    styles += other.styles
    runs += other.runs.map {
      Run(
        $0.range.lowerBound + offset..<$0.range.upperBound + offset, style: $0.style + first,
        baseline: $0.baseline)
    }
  }

  /// Those of a page whose content was scaled and moved.
  package func placed(_ placement: ContentPlacement) -> TextStyles {
    var result = self
    for index in result.styles.indices { result.styles[index].fontSize *= placement.scale }
    let way = SIMD4(Float(placement.dx), Float(placement.dy), Float(placement.dx), Float(placement.dy))
    for index in result.runs.indices {
      result.runs[index].baseline = result.runs[index].baseline * Float(placement.scale) + way
    }
    return result
  }
}

extension PageText {
  /// The text in parts of one style, in reading order; spaces between words are among them. What annotations show without an appearance
  /// of their own has no style, and is left out.
  ///
  /// - Complexity: O(*n*) in the number of characters.
  public var spans: [TextSpan] { spans(in: 0..<count) }

  /// The parts of one style in a part of the text.
  ///
  /// - Parameter range: In Unicode scalars; what lies beyond the text is left out.
  /// - Complexity: O(*n*) in the number of spans of the page, and of characters of the range.
  public func spans(in range: Range<Int>) -> [TextSpan] {
    styles.runs.compactMap { run in
      let part = run.range.clamped(to: range.clamped(to: 0..<count))
      guard !part.isEmpty, styles.styles.indices.contains(run.style) else { return nil }
      let baseline = TextBaseline(
        start: PagePoint(run.baseline.lowHalf), end: PagePoint(run.baseline.highHalf))
      return TextSpan(
        string: Self.string(of: characters[part]), style: styles.styles[run.style], baseline: baseline,
        bounds: PageRect(Self.union(of: boxes, in: part)), range: part)
    }
  }
}

extension PagePoint {
  fileprivate init(_ place: SIMD2<Float>) {
    let numbers = (SIMD2<Double>(place) * 1000).rounded(.toNearestOrEven) / 1000
    self.init(x: numbers.x, y: numbers.y)
  }
}
