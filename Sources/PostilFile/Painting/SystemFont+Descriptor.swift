import PostilGraphics
import PostilModel

extension SystemFont {
  /// The name of a subset (ISO 32000-2, 9.9.2).
  func subsetName(_ file: FontSubset) -> PDFObject {
    let tag = String(Digest.md5(file.bytes).prefix(6).map { Character(Unicode.Scalar(65 + $0 % 26)) })
    return .name(PDFName("\(tag)+\(name)"))
  }

  /// Adds what is said of the font and the file with its glyphs (ISO 32000-2, 9.8).
  ///
  /// - Parameters:
  ///   - isSymbolic: Whether it is used otherwise than by the characters of the standard Latin encodings.
  ///   - names: The names of its glyphs, if these find them: of a simple font with outlines of the Compact Font Format.
  ///   - glyphSet: A stream that lists its glyphs, if they are to be listed.
  func descriptor(
    _ name: PDFObject, _ file: FontSubset, isSymbolic: Bool, names: [String] = [], glyphSet: PDFObject? = nil,
    _ changes: ObjectChanges
  ) -> ObjectID {
    let (fixedPitch, serif, symbolic, nonsymbolic, italic) = (1, 2, 4, 32, 64)
    let isItalic = italicAngle != 0 || slant != 0
    func rounded(_ value: Double) -> PDFObject { .number(value.rounded()) }
    var dictionary: PDFDictionary = [
      "Type": .name("FontDescriptor"), "FontName": name,
      "Flags": .integer(
        (isSymbolic ? symbolic : nonsymbolic) + (isFixedPitch ? fixedPitch : 0) + (isSerif ? serif : 0)
          + (isItalic ? italic : 0)),
      "FontBBox": .array([box.minX, box.minY, box.maxX, box.maxY].map(rounded)),
      "ItalicAngle": .number(italicAngle), "Ascent": rounded(ascent), "Descent": rounded(descent),
      "CapHeight": rounded(capHeight), "StemV": .integer(80),
    ]
    dictionary["CIDSet"] = glyphSet.map { .reference(changes.add($0)) }
    if isCFF {
      if !names.isEmpty { dictionary["CharSet"] = .string(names.flatMap { Array("/\($0)".utf8) }) }
      dictionary["FontFile3"] = .reference(
        changes.add(file.stream(["Subtype": .name(names.isEmpty ? "CIDFontType0C" : "Type1C")])))
    } else {
      dictionary["FontFile2"] = .reference(
        changes.add(file.stream(["Length1": .integer(file.bytes.count)])))
    }
    return changes.add(.dictionary(dictionary))
  }
}

extension FontSubset {
  /// A stream of its bytes, which are compressed once for all documents.
  fileprivate func stream(_ dictionary: PDFDictionary) -> PDFObject {
    let packed = packed ?? Flate.compress(bytes)
    self.packed = packed
    guard let packed, packed.count < bytes.count else { return Flate.stream(dictionary, bytes) }
    var dictionary = dictionary
    dictionary["Filter"] = .name("FlateDecode")
    return .stream(dictionary, .encoded(packed))
  }
}
