import PostilModel

/// What holds at a place of a content stream, as far as it says where something is painted (ISO 32000-2, 8.4.1 and 9.3), and over what.
struct ContentState {
  /// From the space of the stream to that which is asked for: the page's, as a rule.
  var matrix: Affine
  var lineWidth = 1.0
  /// How lines end and are joined (8.4.3.3, 8.4.3.4).
  var lineCap = 0
  var lineJoin = 0
  var mitreLimit = 10.0
  /// Lengths of dashes and gaps; none for a solid line.
  var dashes: [Double] = []
  var dashPhase = 0.0
  /// What fills and strokes are painted with.
  var fill = ContentColor()
  var stroke = ContentColor()
  var clip = ContentClip.everything
  /// How what is painted is joined with what is below it (11.6); `nil` for the blend mode Normal.
  var blendMode: PDFName?
  var fillAlpha = 1.0
  var strokeAlpha = 1.0
  var hasSoftMask = false
  var font: GlyphFont?
  var fontSize = 0.0
  var characterSpacing = 0.0
  var wordSpacing = 0.0
  var horizontalScale = 1.0
  var leading = 0.0
  var rise = 0.0
  var renderingMode = 0

  init(matrix: Affine = .identity) { self.matrix = matrix }

  /// Sets what a transparency group begins with (11.6.6).
  mutating func beginGroup() { (blendMode, fillAlpha, strokeAlpha, hasSoftMask) = (nil, 1, 1, false) }

  /// The blend modes that there are (11.3.5).
  static let blendModes: Set<PDFName> = [
    "Normal", "Compatible", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn",
    "HardLight", "SoftLight",
    "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity",
  ]

  var hasMitres: Bool { lineJoin == 0 }

  /// How far a stroke reaches from its path, in the space of the page.
  var strokeReach: Double {
    max(lineWidth / 2 * (hasMitres ? max(mitreLimit, 1.42) : 1.42) * matrix.scale, 0.5)
  }

  /// From the space of a glyph, whose size is 1, to that which ``matrix`` leads to (9.4.4).
  ///
  /// - Parameter text: The text matrix at the glyph.
  func glyphMatrix(_ text: Affine) -> Affine {
    Affine(fontSize * horizontalScale, 0, 0, fontSize, 0, rise).then(text).then(matrix)
  }

  /// Whether glyphs are painted with the color for filling, and with that for strokes (9.3.6).
  var glyphPainting: (fill: Bool, stroke: Bool) {
    (
      renderingMode % 4 != 1 && renderingMode != 3 && renderingMode != 7,
      [1, 2, 5, 6].contains(renderingMode)
    )
  }
}
