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
  private var glyphs: [UInt32: (width: Int, text: String?)] = [:]

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
    glyphs[glyph] = (width, nil)
    return width
  }

  /// Notes what glyphs say.
  ///
  /// - Returns: Whether that is what the font says of each; otherwise the content has to say it.
  func note(_ piece: ShapedText.Piece) -> Bool {
    guard piece.glyphs.count != 1 else { return note(piece.glyphs[0].id, Self.asSeen(piece.text)) }
    let scalars = Array(piece.text.unicodeScalars)
    for order in [Array(scalars), scalars.reversed()] where order.count == piece.glyphs.count {
      let pairs = zip(piece.glyphs, order)
      guard pairs.allSatisfy({ $0.id == program.glyph(of: $1) }) else { continue }
      return pairs.map { note($0.id, String($1)) }.allSatisfy { $0 }
    }
    return false
  }

  /// The letters of a ligature from left to right: readers turn what is written from right to left around letter by letter, those of
  /// one glyph too. So do poppler, MuPDF and PDFium.
  private static func asSeen(_ text: String) -> String {
    guard text.unicodeScalars.first?.isRightToLeft == true else { return text }
    return String(text.reversed())
  }

  private func note(_ glyph: UInt32, _ text: String) -> Bool {
    let width = width(of: glyph)
    guard let known = glyphs[glyph]?.text else {
      glyphs[glyph] = (width, text)
      return true
    }
    return known == text
  }

  // MARK: - Writing

  /// Adds the objects of the font.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if it cannot be embedded.
  func write(to changes: ObjectChanges) throws {
    let file = try program.subset([0] + glyphs.keys)
    let used = glyphs.keys.map { (glyph: $0, code: code(of: $0)) }.sorted { $0.code < $1.code }
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
        "ToUnicode": .reference(changes.add(Flate.stream([:], toUnicode(used)))),
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

  /// The character map from codes to text (ISO 32000-2, 9.10.3).
  private func toUnicode(_ used: [(glyph: UInt32, code: UInt32)]) -> [UInt8] {
    var output = PDFSerializer()
    output.write(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """)
    let mostInBlock = 100
    for start in stride(from: 0, to: used.count, by: mostInBlock) {
      let block = used[start..<min(start + mostInBlock, used.count)]
      output.write("\(block.count) beginbfchar\n")
      for (glyph, code) in block {
        output.write("<\(Self.digits(code))> <")
        for unit in (glyphs[glyph]?.text ?? Self.silent).utf16 { output.write(Self.digits(UInt32(unit))) }
        output.write(">\n")
      }
      output.write("endbfchar\n")
    }
    output.write("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
    return output.bytes
  }

  /// Four hexadecimal digits.
  static func digits(_ value: UInt32) -> String {
    let digits = String(value & 0xFFFF, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
