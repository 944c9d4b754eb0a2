import PostilGraphics
import PostilModel

/// The texts that annotations and pages show, as forms (ISO 32000-2, 8.10) or as a part of a page's content. All of a save share a
/// subset of each font, and equal texts share a form.
final class TextForms {
  private let changes: ObjectChanges
  private let fonts: EmbeddedFonts
  private var forms: [TextBlock: ObjectID] = [:]

  init(_ changes: ObjectChanges, _ fonts: EmbeddedFonts) { (self.changes, self.fonts) = (changes, fonts) }

  /// The form of a text, with the text's upper left corner at its origin.
  ///
  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument` if it cannot be set.
  func form(of block: TextBlock) throws -> ObjectID {
    if let known = forms[block] { return known }
    let text = try ShapedText(block, try fonts.system())
    var (output, resources) = (PDFSerializer(), ResourceBuilder(changes))
    show(text, block.text, to: &output, &resources)
    var dictionary: PDFDictionary = ["Type": .name("XObject"), "Subtype": .name("Form")]
    dictionary["BBox"] = .rect(Self.box(of: text, block))
    dictionary["Resources"] = .dictionary(resources.dictionary)
    let form = changes.add(Flate.stream(dictionary, output.bytes))
    forms[block] = form
    return form
  }

  /// The operations that show a text, with its upper left corner at the origin.
  ///
  /// - Throws: As ``form(of:)``.
  func content(of block: TextBlock, _ resources: inout ResourceBuilder) throws -> [UInt8] {
    var output = PDFSerializer()
    show(try ShapedText(block, try fonts.system()), block.text, to: &output, &resources)
    return output.bytes
  }

  /// Writes the fonts, when all texts are known.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if one cannot be embedded.
  func finish() throws { try fonts.write() }

  private func show(
    _ text: ShapedText, _ look: Appearance.Text, to output: inout PDFSerializer,
    _ resources: inout ResourceBuilder
  ) {
    var writer = TextWriter(on: nil)
    for line in text.lines {
      let left = look.alignment.start(of: line.width, in: text.room)
      for run in line.runs {
        writer.show(
          run, fonts.font(of: run.program), at: PagePoint(x: left + run.x, y: -line.baseline), look.color,
          to: &output, &resources)
      }
    }
  }

  /// Glyphs may stand out of what pango says of them by this much, in points.
  private static let margin = 1.0

  private static func box(of text: ShapedText, _ block: TextBlock) -> PageRect {
    var box = PageRect(x: 0, y: 0, width: text.room, height: text.height)
    for line in text.lines where line.ink.width > 0 && line.ink.height > 0 {
      let left = block.text.alignment.start(of: line.width, in: text.room)
      box = box.union(line.ink.offset(dx: left, dy: 0))
    }
    let flipped = PageRect(x: box.minX, y: -box.maxY, width: box.width, height: box.height)
    return flipped.insetBy(-margin)
  }
}
