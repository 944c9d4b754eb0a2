import PostilGraphics
import PostilModel

/// The fonts of what is written into one file: a subset of each, which is written when all that it shows is known.
final class EmbeddedFonts {
  private let changes: ObjectChanges
  private let listsGlyphs: Bool
  private let given: FontMap?
  private var loan: FontMap.Loan?
  private var fonts: [ObjectIdentifier: EmbeddedFont] = [:]
  private var order: [EmbeddedFont] = []

  /// - Parameters:
  ///   - system: The fonts of the system that glyphs are set with; `nil`: such as are lent when the first text is set, for as long as
  ///     this lives.
  ///   - listsGlyphs: Whether subsets are to be listed, as PDF/A-1 asks for (ISO 19005-1, 6.3.5).
  init(_ changes: ObjectChanges, system: FontMap? = nil, listsGlyphs: Bool = false) {
    (self.changes, given, self.listsGlyphs) = (changes, system, listsGlyphs)
  }

  /// The fonts of the system: those that are written are known only within them.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there are none.
  func system() throws -> FontMap {
    if let given { return given }
    let loan = try loan ?? FontMap.Loan()
    self.loan = loan
    return loan.fonts
  }

  /// The font of glyphs that were set.
  func font(of program: SystemFont) -> EmbeddedFont {
    if let known = fonts[ObjectIdentifier(program)] { return known }
    let font = EmbeddedFont(program, changes)
    fonts[ObjectIdentifier(program)] = font
    order.append(font)
    return font
  }

  /// Adds the objects of those that were not written yet.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if one cannot be embedded.
  func write() throws {
    for font in order { try font.write(listsGlyphs: listsGlyphs) }
    (fonts, order) = ([:], [])
  }
}
