import PostilGraphics
import PostilModel

/// A font that the fields of a form are written in, embedded with all Latin letters: as a simple font (ISO 32000-2, 9.6), since programs
/// that fill in forms write byte by byte.
struct FormFont {
  private let program: SystemFont

  /// The letters of WinAnsiEncoding from 32 on, and their glyphs; 0 where there is none.
  private let letters: [Unicode.Scalar]
  private let glyphs: [UInt32]
  /// Of outlines of the Compact Font Format: the names by which glyphs are found, and those that are not the usual ones.
  private var names: [String] = []
  private var differences: [PDFObject] = []

  private static let first = 32

  /// `nil` if programs could not find its glyphs by characters, or if its license forbids to embed it.
  init?(_ program: SystemFont) {
    self.program = program
    letters = StandardFonts.encoding(named: "WinAnsiEncoding") ?? []
    guard program.hasOutlines, program.glyph(of: "A") != 0, !program.isRestricted else { return nil }
    glyphs = letters.map { $0 == "\u{FFFD}" ? 0 : program.glyph(of: $0) }
    guard program.isCFF else { return }
    // Its glyphs are found by their names, of which a font need not have the usual ones.
    for (index, glyph) in glyphs.enumerated() where glyph != 0 {
      guard let name = program.outlineName(of: glyph) else { return nil }
      if !names.contains(name) { names.append(name) }
      guard StandardFonts.scalar(latin: name) != letters[index] else { continue }
      differences += [.integer(Self.first + index), .name(PDFName(name))]
    }
  }

  /// Adds the objects of the font.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if it cannot be embedded.
  func write(to changes: ObjectChanges) throws -> ObjectID {
    let file = try program.subset(ofCharacters: zip(letters, glyphs).filter { $0.1 != 0 }.map(\.0))
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
        "FirstChar": .integer(Self.first), "LastChar": .integer(Self.first + letters.count - 1),
        "Widths": .array(widths),
        "FontDescriptor": .reference(
          program.descriptor(name, file, isSymbolic: false, names: names, changes)),
      ]))
  }
}

extension SystemFont {
  /// Whether fields can be written in it: programs that fill in forms find its letters.
  package var isForFields: Bool { FormFont(self) != nil }
}
