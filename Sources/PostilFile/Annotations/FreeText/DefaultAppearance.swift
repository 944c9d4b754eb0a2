import PostilModel

/// The font, its size and the colour of a text, as a content stream sets them (`/DA`, ISO 32000-2, 12.7.4.3).
struct DefaultAppearance: Hashable {
  var font: TextFont
  var color: Color

  /// `nil` if the string is another, or the font is known by a name that means nothing outside of the file.
  init?(_ bytes: [UInt8]) {
    var operands: [String] = []
    var (font, color): (TextFont?, Color) = (nil, .black)
    for word in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    {
      let numbers = operands.compactMap(Double.init)
      switch word {
      case "Tf":
        guard operands.count == 2, let name = operands.first, name.hasPrefix("/"), let size = numbers.last,
          TextFont.sizes.contains(size), let named = TextFont(fileName: String(name.dropFirst()), size: size)
        else { return nil }
        font = named
      case "g", "rg", "k":
        guard numbers.count == operands.count, let set = Self.color(numbers, word) else { return nil }
        color = set
      default:
        operands.append(word)
        continue
      }
      operands = []
    }
    guard let font, operands.isEmpty else { return nil }
    self.font = font
    self.color = color
  }

  /// The names of fonts in such a string, as the resources have them.
  static func fontNames(_ bytes: [UInt8]) -> [PDFName] {
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.indices.filter { words[$0] == "Tf" && $0 > 1 && words[$0 - 2].hasPrefix("/") }
      .map { PDFName(String(words[$0 - 2].dropFirst())) }
  }

  /// Such a string with letters of another size; `nil` if it says none, or one that fits (0).
  static func scaled(_ bytes: [UInt8], by scale: Double) -> [UInt8]? {
    var words = bytes.split { $0 == 0x20 || (0x9...0xD).contains($0) }.map(Array.init)
    guard let place = words.firstIndex(of: Array("Tf".utf8)), place > 1,
      let size = Double(String(decoding: words[place - 1], as: UTF8.self)), size > 0, (size * scale).isFinite
    else { return nil }
    words[place - 1] = PDFSerializer.bytes(of: .number(size * scale))
    return Array(words.joined(separator: [0x20]))
  }

  init(_ font: TextFont, _ color: Color) { (self.font, self.color) = (font, color) }

  private static func color(_ numbers: [Double], _ word: String) -> Color? {
    switch (word, numbers.count) {
    case ("g", 1): return Color(red: numbers[0], green: numbers[0], blue: numbers[0])
    case ("rg", 3): return Color(red: numbers[0], green: numbers[1], blue: numbers[2])
    case ("k", 4):
      let light = 1 - numbers[3]
      return Color(
        red: (1 - numbers[0]) * light, green: (1 - numbers[1]) * light, blue: (1 - numbers[2]) * light)
    default: return nil
    }
  }

  /// With the name of the standard font that is nearest: any other would have to be in the form's resources.
  var bytes: [UInt8] {
    var output = PDFSerializer()
    output.write(.name(PDFName(font.standardName)))
    output.write(" ")
    output.write(.number(font.size))
    output.write(" Tf")
    for part in [color.red, color.green, color.blue] {
      output.write(" ")
      output.write(.number(part))
    }
    output.write(" rg")
    return output.bytes
  }
}

extension TextFont {
  /// The font that a name in a file means: one of the standard 14 (ISO 32000-2, 9.6.2.2), the short names that Acrobat
  /// gives those, or the PostScript name of a common font. `nil` for others.
  init?(fileName name: String, size: Double) {
    if let known = Self.shortNames[name] {
      self = known
      self.size = size
      return
    }
    let parts = name.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "-" || $0 == "," }.map(
      String.init)
    guard let base = parts.first, let family = Self.families[base] else { return nil }
    let style = parts.count > 1 ? parts[1].replacing("MT", with: "") : ""
    guard ["", "Roman", "Regular", "Bold", "Italic", "Oblique", "BoldItalic", "BoldOblique"].contains(style)
    else {
      return nil
    }
    self.init(
      family, size: size, isBold: style.hasPrefix("Bold"),
      isItalic: style.hasSuffix("Italic") || style.hasSuffix("Oblique"))
  }

  private static let shortNames: [String: TextFont] = [
    "Helv": TextFont("Helvetica"), "HeBo": TextFont("Helvetica", isBold: true),
    "HeOb": TextFont("Helvetica", isItalic: true),
    "HeBO": TextFont("Helvetica", isBold: true, isItalic: true),
    "TiRo": TextFont("Times"), "TiBo": TextFont("Times", isBold: true),
    "TiIt": TextFont("Times", isItalic: true),
    "TiBI": TextFont("Times", isBold: true, isItalic: true), "Cour": TextFont("Courier"),
    "CoBo": TextFont("Courier", isBold: true), "CoOb": TextFont("Courier", isItalic: true),
    "CoBO": TextFont("Courier", isBold: true, isItalic: true),
  ]

  private static let families: [String: String] = [
    "Helvetica": "Helvetica", "Times": "Times", "Courier": "Courier", "Arial": "Arial", "ArialMT": "Arial",
    "TimesNewRoman": "Times New Roman", "TimesNewRomanPS": "Times New Roman",
    "TimesNewRomanPSMT": "Times New Roman", "CourierNew": "Courier New", "CourierNewPS": "Courier New",
    "CourierNewPSMT": "Courier New",
  ]

  /// The name of the standard font that is nearest.
  var standardName: String {
    let family = family.lowercased()
    let style = (isBold ? "Bold" : "")
    func named(_ base: String, _ slanted: String, _ plain: String) -> String {
      let suffix = style + (isItalic ? slanted : "")
      return base + (suffix.isEmpty ? plain : "-" + suffix)
    }
    if family.contains("courier") || family.contains("mono") { return named("Courier", "Oblique", "") }
    let hasSerifs = family.contains("times") || (family.contains("serif") && !family.contains("sans"))
    return hasSerifs ? named("Times", "Italic", "-Roman") : named("Helvetica", "Oblique", "")
  }
}
