import PostilGraphics
import PostilModel

/// Writes runs of glyphs as text objects (ISO 32000-2, 9.4), each where it was set. What the graphics state has from the run before
/// is not set again.
struct TextWriter {
  private var font: ObjectID?
  private var size = 0.0
  private var color: Color?

  /// - Parameter color: The current color for filling: black where a page begins, `nil` in a form, which has that of where it is painted
  ///   (ISO 32000-2, 8.10.1).
  init(on color: Color?) { self.color = color }

  /// Shows a run.
  ///
  /// - Parameters:
  ///   - point: Where its baseline begins.
  ///   - resources: Where fonts and images are named.
  mutating func show(
    _ run: ShapedText.Run, _ font: EmbeddedFont, at point: PagePoint, _ color: Color,
    to output: inout PDFSerializer, _ resources: inout ResourceBuilder
  ) {
    guard !run.glyphs.isEmpty else { return }
    output.write("BT\n")
    if self.color != color {
      output.write([color.red, color.green, color.blue].map(PDFObject.coordinate), "rg\n")
      self.color = color
    }
    if run.program.isEmboldened {
      output.write([color.red, color.green, color.blue].map(PDFObject.coordinate), "RG\n")
      output.write([.coordinate(run.size / 30)], "w\n")
      output.write("2 Tr\n")
    }
    let place = [point.x, point.y].map(PDFObject.coordinate)
    if run.program.slant != 0 {
      output.write([.integer(1), .integer(0), .coordinate(run.program.slant), .integer(1)] + place, "Tm\n")
    } else {
      output.write(place, "Td\n")
    }
    var writer = GlyphWriter(max(run.size, 0.001), font)
    for piece in run.pieces {
      writer.show(piece, run.glyphs[piece.glyphs], to: &output) { font, output in
        guard self.font != font || size != run.size else { return }
        let name = resources.name(of: .reference(font), in: "Font")
        output.write([.name(name), .coordinate(run.size)], "Tf\n")
        (self.font, size) = (font, run.size)
      }
    }
    writer.finish(&output)
    if run.program.isEmboldened { output.write("0 Tr\n") }
    output.write("ET\n")
    if writer.hasPictures { paintPictures(run, font, at: point, to: &output, &resources) }
  }

  /// Paints the images of glyphs, which cannot be among them.
  private func paintPictures(
    _ run: ShapedText.Run, _ font: EmbeddedFont, at point: PagePoint, to output: inout PDFSerializer,
    _ resources: inout ResourceBuilder
  ) {
    var content = ContentStreamWriter()
    for glyph in run.glyphs {
      guard let picture = font.code(of: glyph.id).picture else { continue }
      let (frame, scale) = (picture.frame, run.size / 1000)
      content.paint(
        form: resources.name(of: picture.image),
        [
          frame.width * scale, 0, 0, frame.height * scale, point.x + glyph.x + frame.minX * scale,
          point.y + glyph.y + frame.minY * scale,
        ])
    }
    output.write(content.bytes)
  }
}

/// Writes the operators that show the glyphs of one run.
private struct GlyphWriter {
  private let size: Double
  private let font: EmbeddedFont
  private var current: ObjectID?
  private(set) var hasPictures = false
  /// Where the next glyph would come to stand, in thousandths of the size from the run's edge.
  private var place = 0.0
  private var rise = 0.0
  private var isInArray = false
  private var isInString = false

  init(_ size: Double, _ font: EmbeddedFont) { (self.size, self.font) = (size, font) }

  /// - Parameter select: Makes a font the current one.
  mutating func show(
    _ piece: ShapedText.Piece, _ glyphs: ArraySlice<ShapedText.Glyph>, to output: inout PDFSerializer,
    select: (ObjectID, inout PDFSerializer) -> Void
  ) {
    guard !glyphs.isEmpty else { return }
    let isSaid = font.note(glyphs, say: piece.text)
    if !isSaid {
      endArray(&output)
      output.write("/Span <</ActualText ")
      output.write(.string(TextString.encode(piece.text)))
      output.write(">> BDC ")
    }
    for glyph in glyphs { show(glyph, &output, select) }
    if !isSaid {
      endArray(&output)
      output.write("EMC\n")
    }
  }

  mutating func finish(_ output: inout PDFSerializer) {
    endArray(&output)
    if rise != 0 { output.write("0 Ts\n") }
  }

  private mutating func show(
    _ glyph: ShapedText.Glyph, _ output: inout PDFSerializer,
    _ select: (ObjectID, inout PDFSerializer) -> Void
  ) {
    let code = font.code(of: glyph.id)
    if code.picture != nil { hasPictures = true }
    if code.font != current {
      endArray(&output)
      select(code.font, &output)
      current = code.font
    }
    if abs(glyph.y - rise) > 0.001 {
      endArray(&output)
      rise = glyph.y
      output.write([.coordinate(rise)], "Ts ")
    }
    if !isInArray { output.write("[") }
    isInArray = true
    let difference = (place - glyph.x * 1000 / size).rounded()
    if difference != 0 {
      endString(&output)
      output.write(.integer(Int(min(max(difference, -1e9), 1e9))))
      place -= difference
    }
    if !isInString { output.write("<") }
    isInString = true
    output.write(hex: code.value, bytes: code.length)
    place += Double(code.width)
  }

  private mutating func endString(_ output: inout PDFSerializer) {
    if isInString { output.write(">") }
    isInString = false
  }

  private mutating func endArray(_ output: inout PDFSerializer) {
    guard isInArray else { return }
    endString(&output)
    output.write("]TJ\n")
    isInArray = false
  }
}
