import PostilGraphics
import PostilModel

/// A font that content shows: the glyphs that are shown of it, and what they say. It is embedded as a composite font whose codes
/// are the numbers by which its program finds glyphs (ISO 32000-2, 9.7). Glyphs that are pictures, such as emoji, are in
/// ``PictureFont``s, and so are those of a font whose license forbids to embed it.
final class EmbeddedFont {
  let program: SystemFont
  /// The composite font.
  private let object: ObjectID
  private let changes: ObjectChanges
  private var pictures: [PictureFont] = []
  private var glyphs: [Shown] = []
  /// Where glyphs are among those, by their numbers, which are below 65,536; -1 for others. Each letter of a text asks.
  private var places: [Int32] = []

  /// How content shows a glyph.
  struct Code {
    /// The font that has it.
    let font: ObjectID
    let value: UInt32
    /// In bytes.
    let length: Int
    /// The width that the document says of it, in thousandths of the em.
    let width: Int
    /// What is painted where it stands, if it is an image.
    var picture: Picture?
  }

  /// The image of a glyph.
  struct Picture {
    let image: ObjectID
    /// From the glyph's origin, in thousandths of the em.
    let frame: PageRect
  }

  private struct Shown {
    let glyph: UInt32
    let code: Code
    /// What it says, and the same as readers see it.
    var text: String?
    var seen: String?
  }

  init(_ program: SystemFont, _ changes: ObjectChanges) {
    (self.program, self.changes) = (program, changes)
    object = changes.allocate()
  }

  /// How a glyph is shown, which is embedded from now on.
  func code(of glyph: UInt32) -> Code { glyphs[place(of: glyph)].code }

  private func place(of glyph: UInt32) -> Int {
    let number = Int(min(glyph, 65_535))
    if number < places.count, places[number] >= 0 { return Int(places[number]) }
    if number >= places.count {
      places += [Int32](repeating: -1, count: number + 1 - places.count)
    }
    places[number] = Int32(glyphs.count)
    glyphs.append(Shown(glyph: UInt32(number), code: newCode(of: UInt32(number))))
    return glyphs.count - 1
  }

  private func newCode(of glyph: UInt32) -> Code {
    let width = Int(min(max(program.advance(of: glyph).rounded(), -32_000), 32_000))
    guard !program.hasOutlines || program.isRestricted || program.hasPicture(glyph) else {
      return Code(font: object, value: program.code(of: glyph), length: 2, width: width)
    }
    if pictures.last?.isFull != false { pictures.append(PictureFont(changes)) }
    let last = pictures.count - 1
    var code = Code(
      font: pictures[last].object, value: pictures[last].add(glyph, width: width), length: 1, width: width)
    code.picture = program.picture(of: glyph).map {
      Picture(image: changes.add(ImageObjects.object($0.image, changes)), frame: $0.frame)
    }
    return code
  }

  // MARK: - What glyphs say

  /// Notes what glyphs say together. What none of them is known for is divided among those that say nothing yet, since readers may
  /// take a glyph's own text beside what the content says: MuPDF does.
  ///
  /// - Returns: Whether that is what the font says of each; otherwise the content has to say it (ISO 32000-2, 14.9.4).
  func note(_ shown: ArraySlice<ShapedText.Glyph>, say text: String) -> Bool {
    if shown.count == 1, let only = shown.first { return note(only.id, says: text) }
    var rest = Array(text.unicodeScalars)
    var silent: [UInt32] = []
    for glyph in shown {
      let own = rest.firstIndex { program.glyph(of: $0) == glyph.id }
      guard let known = glyphs[place(of: glyph.id)].seen ?? own.map({ String(rest[$0]) }) else {
        silent.append(glyph.id)
        continue
      }
      for scalar in known.unicodeScalars {
        // It is known for something else.
        guard let index = rest.firstIndex(of: scalar) else { return false }
        rest.remove(at: index)
      }
      if glyphs[place(of: glyph.id)].seen == nil { _ = note(glyph.id, says: known) }
    }
    var parts = Self.parts(rest, silent.count).map { String(String.UnicodeScalarView($0)) }
    let order = shown.map { glyphs[place(of: $0.id)].seen ?? "" }
    if silent.count == 1, shown.last?.id == silent[0], rest.count > 1, order.joined() + parts[0] != text {
      // The order is another than that of the glyphs. MuPDF takes an end that is the same in both twice.
      parts[0] = String(String.UnicodeScalarView(rest.suffix(1) + rest.dropLast()))
    }
    for (glyph, part) in zip(silent, parts) where !part.isEmpty { _ = note(glyph, says: part) }
    // Marks stand where they are seen, and readers that go by that take them for later ones: what belongs together is said at once.
    // What is written from the right they turn around letter by letter.
    guard text.unicodeScalars.first?.isRightToLeft == true else { return false }
    let said = shown.map { glyphs[place(of: $0.id)].seen ?? "" }.joined()
    return said == text || String(String.UnicodeScalarView(said.unicodeScalars.reversed())) == text
  }

  /// Divides what is left of a cluster among its glyphs without a text: a letter without its vowel ends with a virama
  /// (canonical combining class 9).
  private static func parts(_ rest: [Unicode.Scalar], _ count: Int) -> [ArraySlice<Unicode.Scalar>] {
    guard count > 1 else { return [rest[...]] }
    let ends = rest.indices.filter { rest[$0].properties.canonicalCombiningClass.rawValue == 9 }
    return zip([0] + ends.map { $0 + 1 }, ends.map { $0 + 1 } + [rest.count]).map { rest[$0..<$1] }
      .filter { !$0.isEmpty }
  }

  /// Notes what a glyph says; see ``note(_:say:)``.
  private func note(_ glyph: UInt32, says text: String) -> Bool {
    let place = place(of: glyph)
    if glyphs[place].text == text { return true }
    let seen = Self.asSeen(text)
    if let known = glyphs[place].seen { return known == seen }
    (glyphs[place].text, glyphs[place].seen) = (text, seen)
    return true
  }

  /// The letters of a ligature from left to right: readers turn what is written from right to left around letter by letter, those of
  /// one glyph too. So do poppler, MuPDF and PDFium.
  private static func asSeen(_ text: String) -> String {
    guard text.unicodeScalars.first?.isRightToLeft == true else { return text }
    return String(text.reversed())
  }

  /// What is said by a glyph that is only shown where the content says it: something, since each has to say something
  /// (ISO 14289-1, 7.21.7).
  private static let silent = "\u{200B}"

  private func said(by glyph: UInt32) -> String { glyphs[place(of: glyph)].seen ?? Self.silent }

  // MARK: - Writing

  /// Adds the objects of the font.
  ///
  /// - Parameter listsGlyphs: Whether the subset is to be listed, as PDF/A-1 asks for (ISO 19005-1, 6.3.5).
  /// - Throws: ``PDFError`` with code `.renderFailed` if it cannot be embedded.
  func write(listsGlyphs: Bool) throws {
    for font in pictures { font.write(program) { said(by: $0) } }
    let used = glyphs.filter { $0.code.font == object }.sorted { $0.code.value < $1.code.value }
    guard !used.isEmpty else { return }
    let file = try program.subset([0] + used.map(\.glyph))
    let toUnicode = ToUnicodeMap(
      used.map { (code: $0.code.value, length: $0.code.length, text: $0.seen ?? Self.silent) })
    let name = program.subsetName(file)
    let identity: PDFDictionary = [
      "Registry": .string(Array("Adobe".utf8)), "Ordering": .string(Array("Identity".utf8)),
      "Supplement": .integer(0),
    ]
    let listed = listsGlyphs ? glyphSet(file.bytes, used.map(\.code.value)) : nil
    var descendant: PDFDictionary = [
      "Type": .name("Font"), "Subtype": .name(program.isCFF ? "CIDFontType0" : "CIDFontType2"),
      "BaseFont": name,
      "CIDSystemInfo": .dictionary(identity), "DW": .integer(0), "W": .array(widths(used.map(\.code))),
      "FontDescriptor": .reference(
        program.descriptor(name, file, isSymbolic: true, glyphSet: listed, changes)),
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

  /// A bit for each character number that the file has a glyph of, the first one the highest (ISO 32000-2, table 122).
  private func glyphSet(_ file: [UInt8], _ codes: [UInt32]) -> PDFObject {
    let last = codes.max() ?? 0
    // Where glyphs keep their numbers, those in between are there as well, and empty.
    let count = program.isCFF ? nil : FontProgram.glyphCount(trueType: file)
    let present = program.keepsNumbers ? Array(0...max(last, UInt32((count ?? 1) - 1))) : [0] + codes
    var bits = [UInt8](repeating: 0, count: Int(present.max() ?? 0) / 8 + 1)
    for code in present { bits[Int(code / 8)] |= 0x80 >> UInt8(code % 8) }
    return Flate.stream([:], bits)
  }

  /// Runs of codes with their widths (ISO 32000-2, 9.7.4.3).
  private func widths(_ codes: [Code]) -> [PDFObject] {
    var result: [PDFObject] = []
    var (first, run): (UInt32, [PDFObject]) = (0, [])
    for code in codes {
      if !run.isEmpty, code.value != first + UInt32(run.count) {
        result += [.integer(Int(first)), .array(run)]
        run = []
      }
      if run.isEmpty { first = code.value }
      run.append(.integer(code.width))
    }
    return run.isEmpty ? result : result + [.integer(Int(first)), .array(run)]
  }
}
