import PostilModel

/// A font of a form that text can be written in byte by byte: which characters it has, and how wide they are.
struct FieldFont {
  /// The font for resources.
  let object: PDFObject
  /// The PostScript name without the mark of a subset; empty if the font has none.
  let name: String
  /// Letters' height above the baseline and depth below it, at a size of 1.
  let ascent: Double
  let descent: Double
  /// Whether its letters are in the file.
  let isEmbedded: Bool
  private let codes: [Unicode.Scalar: UInt8]
  /// The width of each code in thousandths of the font's size.
  private let widths: [Double]

  /// One of the standard 14 fonts.
  init(standard name: String) {
    self.init(
      object: .dictionary([
        "Type": .name("Font"), "Subtype": .name("Type1"), "BaseFont": .name(PDFName(name)),
        "Encoding": .name("WinAnsiEncoding"),
      ]), name: name, isEmbedded: false, encoding: StandardFonts.encoding(named: "WinAnsiEncoding") ?? [],
      vertical: StandardFonts.vertical(of: name),
      width: { _, scalar in StandardFonts.widths(of: name)?(scalar) })
  }

  /// The font of marks.
  static let dingbats = PDFObject.dictionary([
    "Type": .name("Font"), "Subtype": .name("Type1"), "BaseFont": .name("ZapfDingbats"),
  ])

  /// The font that forms usually have under a name in their resources (`/DR`); `nil` for other names.
  static func resource(_ name: PDFName) -> PDFObject? {
    if name == "ZaDb" { return dingbats }
    return TextFont(fileName: name.description, size: 12).map { FieldFont(standard: $0.standardName).object }
  }

  /// A font of the file; `nil` if text cannot be written in it byte by byte with certainty: composite fonts, Type 3, and
  /// embedded ones that do not say their encoding.
  init?(_ object: PDFObject, _ objects: any ObjectSource) {
    guard let font = objects.resolve(object).dictionary,
      let subtype = objects.resolve(font["Subtype"]).name, ["Type1", "TrueType", "MMType1"].contains(subtype)
    else { return nil }
    let base = objects.resolve(font["BaseFont"]).name?.description ?? ""
    let isSubset = base.count > 7 && base.dropFirst(6).first == "+"
    let name = isSubset ? String(base.dropFirst(7)) : base
    guard name != "ZapfDingbats", name != "Symbol" else { return nil }
    let descriptor = objects.resolve(font["FontDescriptor"]).dictionary
    let isEmbedded = ["FontFile", "FontFile2", "FontFile3"].contains { descriptor?[$0] != nil }
    guard let encoding = Self.encoding(font["Encoding"], objects, isEmbedded: isEmbedded) else { return nil }

    let standardName = TextFont(fileName: name, size: 12)?.standardName
    let known = standardName.flatMap(StandardFonts.widths)
    let first = objects.resolve(font["FirstChar"]).integer ?? 0
    let listed = objects.numbers(font["Widths"])
    guard listed != nil || (known != nil && !isEmbedded) else { return nil }
    let glyphs = isSubset ? descriptor.flatMap { Self.glyphs($0, objects) } : nil
    self.init(
      object: object, name: name, isEmbedded: isEmbedded, encoding: encoding,
      vertical: Self.vertical(descriptor, objects) ?? StandardFonts.vertical(of: standardName ?? name),
      width: { code, scalar in
        guard let listed else { return known?(scalar) }
        // What a subset lacks has no width.
        guard code >= first, listed.indices.contains(code - first) else { return nil }
        let width = listed[code - first]
        guard width > 0 || !isEmbedded, glyphs?.contains(scalar) ?? true else { return nil }
        return width > 0 ? width : known?(scalar)
      })
  }

  private init(
    object: PDFObject, name: String, isEmbedded: Bool, encoding: [Unicode.Scalar],
    vertical: (ascent: Double, descent: Double), width: (Int, Unicode.Scalar) -> Double?
  ) {
    self.object = object
    self.name = name
    self.isEmbedded = isEmbedded
    (ascent, descent) = vertical
    var codes: [Unicode.Scalar: UInt8] = [:]
    var widths = [Double](repeating: 0, count: 256)
    for (index, scalar) in encoding.enumerated() {
      let code = index + 32
      guard code < 256, scalar != "\u{FFFD}", let width = width(code, scalar) else { continue }
      widths[code] = width
      if codes[scalar] == nil { codes[scalar] = UInt8(code) }
    }
    self.codes = codes
    self.widths = widths
  }

  /// The bytes of a text; `nil` if the font does not have all of its characters.
  func encode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let code = codes[scalar] else { return nil }
      bytes.append(code)
    }
    return bytes
  }

  /// The width of bytes at a size of 1.
  func width(of bytes: some Sequence<UInt8>) -> Double {
    bytes.reduce(0) { $0 + widths[Int($1)] } / 1000
  }

  // MARK: - Reading

  /// The characters from code 32 on; `nil` if the font does not say them.
  private static func encoding(
    _ object: PDFObject?, _ objects: any ObjectSource, isEmbedded: Bool
  ) -> [Unicode.Scalar]? {
    switch objects.resolve(object) {
    case .name(let name): return StandardFonts.encoding(named: name)
    case .dictionary(let dictionary):
      let base = objects.resolve(dictionary["BaseEncoding"]).name
      guard base != nil || !isEmbedded || dictionary["Differences"] != nil else { return nil }
      let start = StandardFonts.encoding(named: base ?? "StandardEncoding")
      // An embedded font has an encoding of its own beneath differences.
      var result =
        base == nil && isEmbedded
        ? [Unicode.Scalar](repeating: "\u{FFFD}", count: 224) : start ?? []
      guard result.count == 224 else { return nil }
      var code = 0
      for item in objects.resolve(dictionary["Differences"]).array ?? [] {
        switch objects.resolve(item) {
        case .name(let glyph):
          if result.indices.contains(code - 32) {
            result[code - 32] = GlyphNames.scalar(exactly: glyph.description) ?? "\u{FFFD}"
          }
          code = min(code, 1 << 20) + 1
        case let other: code = other.integer ?? code
        }
      }
      return result
    case .null: return isEmbedded ? nil : StandardFonts.encoding(named: "StandardEncoding")
    default: return nil
    }
  }

  private static func vertical(
    _ descriptor: PDFDictionary?, _ objects: any ObjectSource
  ) -> (ascent: Double, descent: Double)? {
    guard let descriptor, let ascent = objects.resolve(descriptor["Ascent"]).number,
      let descent = objects.resolve(descriptor["Descent"]).number, (300...1500).contains(ascent)
    else { return nil }
    return (min(ascent, 950) / 1000, max(-abs(descent), -300) / 1000)
  }

  /// The characters of a subset, if it lists them (`/CharSet`, ISO 32000-2, table 120).
  private static func glyphs(_ descriptor: PDFDictionary, _ objects: any ObjectSource) -> Set<Unicode.Scalar>?
  {
    guard let bytes = objects.resolve(descriptor["CharSet"]).string else { return nil }
    let names = String(decoding: bytes, as: UTF8.self).split(separator: "/")
    return Set(names.compactMap { GlyphNames.scalar(exactly: String($0.filter { !$0.isWhitespace })) })
  }
}
