import PostilModel

/// What a font says of the glyphs that are shown of it: their widths, beside those of its program (ISO 19005-2, 6.2.11.5), and what they
/// stand for (6.2.11.7).
final class ConformityGlyphs {
  let name: String
  private let font: GlyphFont
  /// The widths of glyphs in the program, in thousandths of the em; empty if they are not known here.
  private var advances: [Double] = []
  /// The glyphs of codes of a simple font.
  private var simple: [UInt32: Int] = [:]
  /// Whether codes have no meaning without a map to text.
  private var needsMap = false
  /// Whether there is a map that could not be read.
  private var hasOtherMap = false
  private var names: [Int: PDFName] = [:]
  /// Codes that were looked at.
  private var known: Set<UInt32> = []

  init(_ entry: PDFObject, _ font: GlyphFont, _ objects: any ObjectSource) {
    self.font = font
    let dictionary = objects.resolve(entry).dictionary ?? [:]
    name = objects.resolve(dictionary["BaseFont"]).name?.description ?? "?"
    hasOtherMap = dictionary["ToUnicode"] != nil && !font.hasTextMap
    let encoding = objects.resolve(dictionary["Encoding"])
    if font.isComposite {
      readComposite(dictionary, encoding, objects)
    } else {
      names = GlyphDrawings.names(of: dictionary, objects)
      readSimple(dictionary, encoding, objects)
    }
  }

  private func readComposite(_ dictionary: PDFDictionary, _ encoding: PDFObject, _ objects: any ObjectSource)
  {
    let inner = objects.resolve(objects.resolve(dictionary["DescendantFonts"]).array?.first).dictionary ?? [:]
    let system = objects.resolve(inner["CIDSystemInfo"]).dictionary
    let isCollection =
      objects.text(system?["Registry"]) == "Adobe"
      && objects.text(system?["Ordering"]).map { ["GB1", "CNS1", "Japan1", "Korea1", "KR"].contains($0) }
        == true
    let isIdentity = encoding.name == "Identity-H" || encoding.name == "Identity-V"
    needsMap = system != nil && !isCollection && (isIdentity || encoding.isStream)
    guard isIdentity, objects.resolve(inner["Subtype"]).name == "CIDFontType2" else { return }
    advances = Self.advances(objects.resolve(inner["FontDescriptor"]).dictionary, objects)
  }

  private func readSimple(_ dictionary: PDFDictionary, _ encoding: PDFObject, _ objects: any ObjectSource) {
    guard objects.resolve(dictionary["Subtype"]).name == "TrueType" else { return }
    let descriptor = objects.resolve(dictionary["FontDescriptor"]).dictionary
    guard let flags = objects.resolve(descriptor?["Flags"]).integer else { return }
    needsMap = flags & 4 != 0 && encoding.isNull
    guard flags & 4 == 0, encoding.name == "WinAnsiEncoding" || encoding.name == "MacRomanEncoding",
      let letters = StandardFonts.encoding(named: encoding.name),
      let data = Self.data(descriptor, objects)
    else { return }
    var glyphs: [Unicode.Scalar: Int] = [:]
    for (glyph, scalar) in FontProgram(trueType: data).glyphs { glyphs[scalar] = glyph }
    for (index, letter) in letters.enumerated() where letter != "\u{FFFD}" {
      simple[UInt32(index + 32)] = glyphs[letter]
    }
    advances = FontProgram.advances(trueType: data)
  }

  private static func data(_ descriptor: PDFDictionary?, _ objects: any ObjectSource) -> [UInt8]? {
    guard let stream = descriptor?["FontFile2"], objects.resolve(stream).isStream else { return nil }
    return try? objects.decoded(stream, limit: StreamLimit.small)
  }

  private static func advances(_ descriptor: PDFDictionary?, _ objects: any ObjectSource) -> [Double] {
    data(descriptor, objects).map { FontProgram.advances(trueType: $0) } ?? []
  }

  /// Whether a code is seen for the first time.
  func isNew(_ code: UInt32) -> Bool { known.insert(code).inserted }

  /// How a glyph's width differs from that of the program, in words; `nil` if it does not, or that is not known.
  func wrongWidth(of glyph: GlyphFont.Glyph) -> String? {
    guard !advances.isEmpty, !font.isVertical else { return nil }
    let index =
      font.isComposite
      ? font.glyphIndex(font.character(glyph.code, length: glyph.length)) : simple[glyph.code]
    guard let index, index > 0, advances.indices.contains(index) else { return nil }
    let width = glyph.advance * 1000
    guard abs(width - advances[index]) > 1.001 else { return nil }
    return
      "A glyph of '\(name)' is \(Self.text(width)) wide, and in its program \(Self.text(advances[index]))."
  }

  private static func text(_ width: Double) -> String {
    Int(exactly: width.rounded()).map { "\($0)" } ?? "not"
  }

  /// What is wrong with what a code stands for, in words.
  func wrongText(of code: UInt32) -> String? {
    guard !hasOtherMap else { return nil }
    if let text = font.mappedText(of: code) {
      let isWrong = text.unicodeScalars.contains { $0 == "\u{0}" || $0 == "\u{FEFF}" || $0 == "\u{FFFE}" }
      return isWrong ? "'\(name)' says a character for a glyph that there must not be." : nil
    }
    if let name = names[Int(code)], GlyphNames.text(name.description).isEmpty, name != ".notdef" {
      return "Nothing says what the glyph \(name) of '\(self.name)' stands for."
    }
    return needsMap ? "'\(name)' does not for all glyphs." : nil
  }
}

extension ConformityChecker {
  /// - Parameter isSeen: Whether the text is painted, and not only there to be found.
  func checkGlyphs(of shown: ShownText, _ entry: PDFObject, isSeen: Bool) {
    guard let font = shown.font, let id = entry.reference, applies(.widths) || applies(.texts) else { return }
    let glyphs = glyphFonts[id] ?? ConformityGlyphs(entry, font, objects)
    glyphFonts[id] = glyphs
    for glyph in shown.glyphs {
      // Each is looked at once as one that is seen, and once as one that is not.
      guard glyphs.isNew(glyph.glyph.code << 1 | (isSeen ? 1 : 0)) else { continue }
      if applies(.texts), let wrong = glyphs.wrongText(of: glyph.glyph.code) { report(.texts, wrong, id) }
      if isSeen, let wrong = glyphs.wrongWidth(of: glyph.glyph) { report(.widths, wrong, id) }
    }
  }
}
