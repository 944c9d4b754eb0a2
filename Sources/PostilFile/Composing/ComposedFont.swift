import PostilGraphics
import PostilModel

/// A font of a document that is made: the glyphs that are shown of it, and what they say. It is embedded as a composite font whose codes
/// are the numbers by which its program finds glyphs (ISO 32000-2, 9.7).
final class ComposedFont {
  let object: ObjectID
  /// What pages name it by.
  let name: String
  let program: SystemFont
  /// The width of each glyph that is shown, in thousandths, and what it says.
  private var glyphs: [UInt32: Shown] = [:]

  private struct Shown {
    let width: Int
    /// What it says, and the same as readers see it.
    var text: String?
    var seen: String?
  }

  init(_ program: SystemFont, number: Int, _ object: ObjectID) throws {
    try program.requireEmbeddable()
    (self.program, self.object) = (program, object)
    name = "F\(number)"
  }

  /// The code that shows a glyph.
  func code(of glyph: UInt32) -> UInt32 { program.code(of: glyph) }

  /// The width that the document says of a glyph, in thousandths of the em.
  func width(of glyph: UInt32) -> Int {
    if let known = glyphs[glyph] { return known.width }
    let width = Int(min(max(program.advance(of: glyph).rounded(), -32_000), 32_000))
    glyphs[glyph] = Shown(width: width)
    return width
  }

  /// Notes what glyphs say together.
  ///
  /// - Returns: Whether that is what the font says of each; otherwise the content has to say it.
  func note(_ shown: ArraySlice<ShapedText.Glyph>, say text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    for order in [Array(scalars), scalars.reversed()] where order.count == shown.count {
      let pairs = zip(shown, order)
      guard pairs.allSatisfy({ $0.id == program.glyph(of: $1) }) else { continue }
      return pairs.map { note($0.id, says: String($1)) }.allSatisfy { $0 }
    }
    return false
  }

  /// The letters of a ligature from left to right: readers turn what is written from right to left around letter by letter, those of
  /// one glyph too. So do poppler, MuPDF and PDFium.
  private static func asSeen(_ text: String) -> String {
    guard text.unicodeScalars.first?.isRightToLeft == true else { return text }
    return String(text.reversed())
  }

  /// Notes what a glyph says; see ``note(_:say:)``.
  func note(_ glyph: UInt32, says text: String) -> Bool {
    if let known = glyphs[glyph]?.text, known == text { return true }
    let seen = Self.asSeen(text)
    if let known = glyphs[glyph]?.seen { return known == seen }
    glyphs[glyph] = Shown(width: width(of: glyph), text: text, seen: seen)
    return true
  }

  // MARK: - Writing

  /// Adds the objects of the font.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if it cannot be embedded.
  func write(to changes: ObjectChanges) throws {
    let file = try program.subset([0] + glyphs.keys)
    let used = glyphs.keys.map { (glyph: $0, code: code(of: $0)) }.sorted { $0.code < $1.code }
    let toUnicode = ToUnicodeMap(
      used.map { (code: $0.code, length: 2, text: glyphs[$0.glyph]?.seen ?? Self.silent) })
    let name = program.subsetName(file)
    let identity: PDFDictionary = [
      "Registry": .string(Array("Adobe".utf8)), "Ordering": .string(Array("Identity".utf8)),
      "Supplement": .integer(0),
    ]
    var descendant: PDFDictionary = [
      "Type": .name("Font"), "Subtype": .name(program.isCFF ? "CIDFontType0" : "CIDFontType2"),
      "BaseFont": name,
      "CIDSystemInfo": .dictionary(identity), "DW": .integer(0), "W": .array(widths(used)),
      "FontDescriptor": .reference(program.descriptor(name, file, isSymbolic: true, changes)),
    ]
    if !program.isCFF { descendant["CIDToGIDMap"] = .name("Identity") }
    changes.set(
      object,
      to: .dictionary([
        "Type": .name("Font"), "Subtype": .name("Type0"), "BaseFont": name, "Encoding": .name("Identity-H"),
        "DescendantFonts": .array([.reference(changes.add(.dictionary(descendant)))]),
        "ToUnicode": .reference(changes.add(Flate.stream([:], toUnicode.bytes))),
      ]))
  }

  /// Runs of glyphs with their widths (ISO 32000-2, 9.7.4.3).
  private func widths(_ used: [(glyph: UInt32, code: UInt32)]) -> [PDFObject] {
    var result: [PDFObject] = []
    var (first, run): (UInt32, [PDFObject]) = (0, [])
    for (glyph, code) in used {
      if !run.isEmpty, code != first + UInt32(run.count) {
        result += [.integer(Int(first)), .array(run)]
        run = []
      }
      if run.isEmpty { first = code }
      run.append(.integer(width(of: glyph)))
    }
    return run.isEmpty ? result : result + [.integer(Int(first)), .array(run)]
  }

  /// What is said by a glyph that is only shown where the content says it (ISO 32000-2, 14.9.4): something, since each has to say
  /// something (ISO 14289-1, 7.21.7).
  private static let silent = "\u{200B}"
}
