/// What one operation shows of a text (ISO 32000-2, 9.4.3).
struct ShownText {
  /// A string to show, or a distance to move (`TJ`).
  enum Item {
    case string([UInt8])
    case move(Double)

    var object: PDFObject {
      switch self {
      case .string(let bytes): .string(bytes)
      case .move(let distance): .real(ContentOutput.text(distance))
      }
    }
  }

  struct Glyph {
    /// The string that it is of.
    let item: Int
    /// Its bytes there.
    let bytes: Range<Int>
    /// The text matrix at its origin.
    let matrix: Affine
    let glyph: GlyphFont.Glyph
  }

  let items: [Item]
  /// The font; `nil` if there is none of that name: readers choose one then, or show nothing. Its glyphs are those of Helvetica then, as MuPDF and
  /// PDFium have it: one for each byte.
  let font: GlyphFont?
  /// The text matrix before the first item.
  let start: Affine
  private(set) var glyphs: [Glyph] = []
  /// The place of the first glyph among those of the operation: more than 0 in a part of what it shows.
  private(set) var firstGlyph = 0

  /// How many letters it has; where no fonts are read its bytes are taken for letters.
  var letterCount: Int {
    guard glyphs.isEmpty else { return glyphs.count }
    return items.reduce(0) { if case .string(let bytes) = $1 { $0 + bytes.count } else { $0 } }
  }

  /// What some of the glyphs are, by their places.
  func part(_ range: some RangeExpression<Int>) -> ShownText {
    var part = self
    part.glyphs = Array(glyphs[range])
    part.firstGlyph = range.relative(to: glyphs).lowerBound
    return part
  }

  /// Places the glyphs, and moves the text matrix behind them (9.4.4).
  ///
  /// - Parameter substitute: What is shown in place of a font that is missing.
  init(_ items: [Item], _ state: ContentState, substitute: GlyphFont?, _ matrix: inout Affine) {
    (self.items, font, start) = (items, state.font, matrix)
    guard let font = state.font ?? substitute else { return }
    func advance(_ distance: Double) {
      // As a translation before the matrix.
      let (x, y) = font.isVertical ? (0, distance) : (distance * state.horizontalScale, 0)
      matrix.e += x * matrix.a + y * matrix.c
      matrix.f += x * matrix.b + y * matrix.d
    }
    for (index, item) in items.enumerated() {
      switch item {
      case .move(let distance): advance(-distance / 1000 * state.fontSize)
      case .string(let bytes):
        var place = 0
        font.forEachGlyph(in: bytes) { glyph in
          glyphs.append(
            Glyph(item: index, bytes: place..<place + glyph.length, matrix: matrix, glyph: glyph))
          place += glyph.length
          advance(
            glyph.advance * state.fontSize + state.characterSpacing + (glyph.isSpace ? state.wordSpacing : 0))
        }
      }
    }
  }
}
