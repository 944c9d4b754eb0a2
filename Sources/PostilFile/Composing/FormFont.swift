import PostilGraphics
import PostilModel

/// A font that the fields of a form are written in, embedded with all Latin letters: as a simple font (ISO 32000-2, 9.6), since programs
/// that fill in forms write byte by byte.
struct FormFont {
  private let program: SystemFont

  init(_ program: SystemFont) { self.program = program }

  /// Adds the objects of the font.
  ///
  /// - Returns: The font; `nil` if programs could not find its glyphs by characters, or if its license forbids to embed it.
  /// - Throws: ``PDFError`` with code `.renderFailed` if it cannot be embedded.
  func write(to changes: ObjectChanges) throws -> ObjectID? {
    let first = 32
    let encoding = StandardFonts.encoding(named: "WinAnsiEncoding") ?? []
    guard !program.isCFF, program.glyph(of: "A") != 0, (try? program.requireEmbeddable()) != nil else {
      return nil
    }
    let characters = encoding.filter { $0 != "\u{FFFD}" && program.glyph(of: $0) != 0 }
    let file = try program.subset(ofCharacters: characters)
    let name = program.subsetName(file)
    let widths = encoding.map { character -> PDFObject in
      let glyph = program.glyph(of: character)
      let width = glyph == 0 ? 0 : program.advance(of: glyph).rounded()
      return .integer(Int(min(max(width, 0), 32_000)))
    }
    return changes.add(
      .dictionary([
        "Type": .name("Font"), "Subtype": .name("TrueType"), "BaseFont": name,
        "Encoding": .name("WinAnsiEncoding"), "FirstChar": .integer(first),
        "LastChar": .integer(first + encoding.count - 1), "Widths": .array(widths),
        "FontDescriptor": .reference(program.descriptor(name, file, isSymbolic: false, changes)),
      ]))
  }
}
