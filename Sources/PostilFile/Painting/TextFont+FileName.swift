import PostilModel

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
