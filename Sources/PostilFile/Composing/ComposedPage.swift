import PostilGraphics
import PostilModel

/// The content of a page that is made, with the marks that tie it to the structure tree (ISO 32000-2, 14.6).
struct ComposedPage {
  let object: ObjectID
  let size: PageSize
  private var output = PDFSerializer()
  private var resources: ResourceBuilder
  /// What the content is marked as just now.
  private var mark: ComposedMark?
  /// The elements of marked contents, by their numbers.
  private(set) var elements: [ObjectID] = []
  /// Links, with the elements that they belong to; widgets are without a dictionary, which the form has.
  private(set) var annotations: [(object: ObjectID, dictionary: PDFDictionary?, element: ComposedElement?)] =
    []
  private var state = State()

  /// What the content has set last.
  private struct State {
    var font: ObjectID?
    var size = 0.0
    var color = Color.black
  }

  init(_ object: ObjectID, _ size: PageSize, _ changes: ObjectChanges) {
    (self.object, self.size) = (object, size)
    resources = ResourceBuilder(changes)
  }

  // MARK: - Marks

  private mutating func begin(_ new: ComposedMark) {
    switch (mark, new) {
    case (.element(let old)?, .element(let new)) where old === new: return
    case (.artifact(let old)?, .artifact(let new)) where old == new: return
    default: break
    }
    endMark()
    mark = new
    switch new {
    case .element(let element):
      output.write("/\(element.tag) <</MCID \(elements.count)>> BDC\n")
      element.add(content: elements.count, of: object)
      elements.append(element.object)
    case .artifact(let kind): output.write("/Artifact <</Type /\(kind.rawValue)>> BDC\n")
    }
  }

  private mutating func endMark() {
    if mark != nil { output.write("EMC\n") }
    mark = nil
  }

  // MARK: - Painting

  /// Shows a run of glyphs.
  ///
  /// - Parameters:
  ///   - point: Where its baseline begins, in page space.
  mutating func show(
    _ run: ShapedText.Run, _ font: ComposedFont, at point: PagePoint, _ color: Color, _ mark: ComposedMark
  ) {
    guard !run.glyphs.isEmpty else { return }
    begin(mark)
    output.write("BT\n")
    if state.font != font.object || state.size != run.size {
      let name = resources.name(of: .reference(font.object), in: "Font").description
      output.write("/\(name) ")
      write([run.size], "Tf")
      (state.font, state.size) = (font.object, run.size)
    }
    if state.color != color {
      write([color.red, color.green, color.blue], "rg")
      state.color = color
    }
    if run.program.isEmboldened {
      write([color.red, color.green, color.blue], "RG")
      write([run.size / 30], "w")
      output.write("2 Tr\n")
    }
    if run.program.slant != 0 {
      write([1, 0, run.program.slant, 1, point.x, point.y], "Tm")
    } else {
      write([point.x, point.y], "Td")
    }
    var writer = GlyphWriter(run.size, font)
    for piece in run.pieces { writer.show(piece, run.glyphs[piece.glyphs], to: &output) }
    writer.finish(&output)
    if run.program.isEmboldened { output.write("0 Tr\n") }
    output.write("ET\n")
  }

  /// Paints a path.
  mutating func paint(_ path: Appearance.Item.PaintedPath, _ mark: ComposedMark) {
    begin(mark)
    var writer = ContentStreamWriter()
    output.write("q\n")
    writer.paint(path)
    output.write(writer.bytes)
    output.write("Q\n")
  }

  /// Paints a form or an image through a matrix of six numbers.
  mutating func paint(_ form: ObjectID, _ matrix: [Double], _ mark: ComposedMark) {
    begin(mark)
    var writer = ContentStreamWriter()
    writer.paint(form: resources.name(of: form), matrix)
    output.write(writer.bytes)
  }

  mutating func add(_ annotation: PDFDictionary?, as object: ObjectID, _ element: ComposedElement?) {
    element?.add(annotation: object, of: self.object)
    annotations.append((object, annotation, element))
  }

  private mutating func write(_ numbers: [Double], _ operation: String) {
    output.write(numbers.map(PDFObject.coordinate), operation + "\n")
  }

  // MARK: - The end

  /// The content, and what it names.
  mutating func finish() -> (content: [UInt8], resources: PDFDictionary) {
    endMark()
    return (output.bytes, resources.dictionary)
  }
}

/// Writes the operators that show glyphs (ISO 32000-2, 9.4.3), each where it was set.
private struct GlyphWriter {
  private let size: Double
  private let font: ComposedFont
  /// Where the next glyph would come to stand, in thousandths of the size from the run's edge.
  private var place = 0.0
  private var rise = 0.0
  private var isInArray = false
  private var isInString = false

  init(_ size: Double, _ font: ComposedFont) { (self.size, self.font) = (max(size, 0.001), font) }

  mutating func show(
    _ piece: ShapedText.Piece, _ glyphs: ArraySlice<ShapedText.Glyph>, to output: inout PDFSerializer
  ) {
    guard let first = glyphs.first else { return }
    let isSaid =
      glyphs.count == 1 ? font.note(first.id, says: piece.text) : font.note(glyphs, say: piece.text)
    if !isSaid {
      endArray(&output)
      output.write("/Span <</ActualText ")
      output.write(.string(TextString.encode(piece.text)))
      output.write(">> BDC ")
    }
    for glyph in glyphs { show(glyph, &output) }
    if !isSaid {
      endArray(&output)
      output.write("EMC\n")
    }
  }

  mutating func finish(_ output: inout PDFSerializer) {
    endArray(&output)
    if rise != 0 { output.write("0 Ts\n") }
  }

  private mutating func show(_ glyph: ShapedText.Glyph, _ output: inout PDFSerializer) {
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
    output.write(hex: UInt16(truncatingIfNeeded: font.code(of: glyph.id)))
    place += Double(font.width(of: glyph.id))
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
