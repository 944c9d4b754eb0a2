import CPostilCairo
import Foundation
package import PostilModel
import PostilPangoBridge

/// A font as it stands in its file, whatever its size. It is used within ``FontMap/with(_:)``.
package final class SystemFont {
  private let program: OpaquePointer
  /// Its PostScript name, or one like it; letters, digits and hyphens.
  package let name: String
  private let facts: postil_program_facts
  /// Its outlines, if they are those of the Compact Font Format.
  private let compact: CompactFont?
  /// The same if its glyphs are found by the numbers of characters, of which all are known.
  private let characterIDs: CompactFont?
  /// Those that were made last, the newest at the end.
  private var subsets: [FontSubset] = []

  init(_ program: OpaquePointer) {
    self.program = program
    facts = postil_program_read_facts(program)
    var length: Int32 = 0
    compact = postil_program_cff(program, &length).flatMap {
      CompactFont(UnsafeBufferPointer(start: $0, count: Int(length)))
    }
    characterIDs = compact.flatMap { $0.hasCharacterIDs && $0.charset.count == $0.glyphCount ? $0 : nil }
    let name = postil_program_name(program)
    defer { free(name) }
    let plain = name.map { String(cString: $0) }?.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-")
    }
    self.name = plain.flatMap { $0.isEmpty ? nil : String(String.UnicodeScalarView($0)) } ?? "Font"
  }

  /// A length of the font in thousandths of the em, as PDF has them (ISO 32000-2, 9.2.4).
  private func thousandths(_ units: Double) -> Double { units * 1000 / Double(max(facts.units_per_em, 1)) }

  package var ascent: Double { thousandths(facts.ascent) }
  package var descent: Double { thousandths(facts.descent) }
  package var capHeight: Double { thousandths(facts.cap_height) }
  /// In degrees; below zero for what leans to the right.
  package var italicAngle: Double { facts.italic_angle }
  package var box: PageRect {
    PageRect(
      corner: PagePoint(x: thousandths(facts.left), y: thousandths(facts.bottom)),
      corner: PagePoint(x: thousandths(facts.right), y: thousandths(facts.top)))
  }
  package var isFixedPitch: Bool { facts.is_fixed_pitch != 0 }
  package var isSerif: Bool { facts.is_serif != 0 }
  /// Whether its outlines are those of the Compact Font Format, not of TrueType.
  package var isCFF: Bool { facts.is_cff != 0 }
  /// How far it leans because there is no font that does: to the right for each unit upwards.
  package var slant: Double { facts.slant }
  /// Whether it is made bold because there is no bold font.
  package var isEmboldened: Bool { facts.is_emboldened != 0 }

  /// How far the next glyph is away, in thousandths of the em.
  package func advance(of glyph: UInt32) -> Double { thousandths(postil_program_advance(program, glyph)) }

  /// The glyph of a character that stands by itself; 0 if there is none.
  package func glyph(of character: Unicode.Scalar) -> UInt32 {
    postil_program_glyph(program, character.value)
  }

  /// The number that readers of a document find a glyph by in the ``subset(_:)`` (ISO 32000-2, 9.7.4.2).
  package func code(of glyph: UInt32) -> UInt32 { characterIDs?.characterID(of: glyph) ?? glyph }

  /// Whether glyphs have the numbers in a ``subset(_:)`` that they have here.
  package var keepsNumbers: Bool { characterIDs == nil }

  /// The name that a glyph has in its outlines, by which simple fonts find it (ISO 32000-2, 9.6.5.2); `nil` if these are not of the
  /// Compact Font Format, or its glyphs have numbers instead.
  package func outlineName(of glyph: UInt32) -> String? { compact?.name(of: Int(glyph)) }

  /// Whether its glyphs have outlines; otherwise all are pictures.
  package var hasOutlines: Bool { facts.has_outlines != 0 }
  /// Whether its license forbids to embed it.
  package var isRestricted: Bool { facts.is_restricted != 0 }

  /// Whether it can be put into a document.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported`.
  package func requireEmbeddable() throws {
    guard !isRestricted else {
      throw PDFError(
        .unsupported, "The license of the font \(name) forbids to embed it in documents: choose another font."
      )
    }
  }

  /// Whether a glyph is a picture in colors, such as an emoji.
  package func hasPicture(_ glyph: UInt32) -> Bool { postil_program_has_picture(program, glyph) != 0 }

  /// A glyph as it is painted, and where it is from its origin, in thousandths of the em; `nil` if it is empty.
  package func picture(of glyph: UInt32) -> (image: DecodedImage, frame: PageRect)? {
    let size: Int32 = 160
    var frame = [0.0, 0, 0, 0]
    guard let surface = postil_program_picture(program, glyph, size, &frame) else { return nil }
    defer { cairo_surface_destroy(surface) }
    return DecodedImage(surface).map {
      ($0, PageRect(x: frame[0] * 1000, y: frame[1] * 1000, width: frame[2] * 1000, height: frame[3] * 1000))
    }
  }

  /// The program with these glyphs alone, each found by its ``code(of:)``: a TrueType font, or a program of the Compact Font
  /// Format (ISO 32000-2, table 124).
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if HarfBuzz cannot make it.
  package func subset(_ glyphs: [UInt32]) throws -> FontSubset {
    try subset(glyphs, [], keepsNumbers: keepsNumbers)
  }

  /// The program with the glyphs of these characters alone, which are found by their characters.
  ///
  /// - Throws: As ``subset(_:)``.
  package func subset(ofCharacters characters: [Unicode.Scalar]) throws -> FontSubset {
    try subset([0], characters.map(\.value), keepsNumbers: false)
  }

  private func subset(_ glyphs: [UInt32], _ characters: [UInt32], keepsNumbers: Bool) throws -> FontSubset {
    if let index = subsets.firstIndex(where: { $0.isOf(glyphs, characters) }) {
      subsets.append(subsets.remove(at: index))
      return subsets[subsets.count - 1]
    }
    var length: Int32 = 0
    let subset = postil_program_subset(
      program, glyphs, Int32(glyphs.count), characters, Int32(characters.count), keepsNumbers ? 1 : 0, &length
    )
    guard let bytes = subset else {
      throw PDFError(
        .renderFailed, "The font \(name) cannot be embedded: it may be damaged; choose another font.")
    }
    defer { free(bytes) }
    let made = FontSubset(
      Array(UnsafeBufferPointer(start: bytes, count: Int(length))), of: glyphs, characters)
    if made.bytes.count <= Self.largestKept {
      if subsets.count == Self.mostKept { subsets.removeFirst() }
      subsets.append(made)
    }
    return made
  }

  /// Documents of a series show the same glyphs: so many subsets are kept, and none of more bytes.
  private static let (mostKept, largestKept) = (4, 1 << 18)
}

/// A part of a font, as ``SystemFont`` makes it. It is used within ``FontMap/with(_:)``.
package final class FontSubset {
  package let bytes: [UInt8]
  private let glyphs: [UInt32]
  private let characters: [UInt32]
  /// What its user has made of the bytes, which takes as long as making them.
  package var packed: [UInt8]?

  fileprivate init(_ bytes: [UInt8], of glyphs: [UInt32], _ characters: [UInt32]) {
    (self.bytes, self.glyphs, self.characters) = (bytes, glyphs, characters)
  }

  fileprivate func isOf(_ glyphs: [UInt32], _ characters: [UInt32]) -> Bool {
    self.glyphs == glyphs && self.characters == characters
  }
}
