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
    guard program.hasOutlines, program.glyph(of: "A") != 0, (try? program.requireEmbeddable()) != nil else {
      return nil
    }
    let glyphs = encoding.map { $0 == "\u{FFFD}" ? 0 : program.glyph(of: $0) }
    var (names, differences): ([String], [PDFObject]) = ([], [])
    if program.isCFF {
      // Its glyphs are found by their names, of which a font need not have the usual ones.
      for (index, glyph) in glyphs.enumerated() where glyph != 0 {
        guard let name = program.outlineName(of: glyph) else { return nil }
        if !names.contains(name) { names.append(name) }
        guard StandardFonts.scalar(latin: name) != encoding[index] else { continue }
        differences += [.integer(first + index), .name(PDFName(name))]
      }
    }
    let file = try program.subset(ofCharacters: zip(encoding, glyphs).filter { $0.1 != 0 }.map(\.0))
    let name = program.subsetName(file)
    let widths = glyphs.map { glyph -> PDFObject in
      let width = glyph == 0 ? 0 : program.advance(of: glyph).rounded()
      return .integer(Int(min(max(width, 0), 32_000)))
    }
    let winAnsi = PDFObject.name("WinAnsiEncoding")
    return changes.add(
      .dictionary([
        "Type": .name("Font"), "Subtype": .name(program.isCFF ? "Type1" : "TrueType"), "BaseFont": name,
        "Encoding": differences.isEmpty
          ? winAnsi
          : .dictionary([
            "Type": .name("Encoding"), "BaseEncoding": winAnsi, "Differences": .array(differences),
          ]),
        "FirstChar": .integer(first), "LastChar": .integer(first + encoding.count - 1),
        "Widths": .array(widths),
        "FontDescriptor": .reference(
          program.descriptor(name, file, isSymbolic: false, names: names, changes)),
      ]))
  }
}
