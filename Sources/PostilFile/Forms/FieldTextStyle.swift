import PostilModel

/// How a field's text is written: font, size and colour (`/DA`, ISO 32000-2, 12.7.4.3), and where its lines stand.
struct FieldTextStyle {
  /// The name of the font in the resources.
  var fontName: PDFName = "Helv"
  /// In points; 0: as large as fits.
  var size = 0.0
  /// The parts of the colour: grey, RGB or CMYK.
  var color: [Double] = [0]
  var alignment = TextAlignment.left

  init() {}

  /// Reads what a widget says, or else its field, or the form (ISO 32000-2, table 224).
  init(of widget: PDFDictionary, _ field: PDFDictionary, _ form: PDFDictionary, _ objects: any ObjectSource) {
    func entry(_ key: PDFName) -> PDFObject { objects.resolve(widget[key] ?? field[key] ?? form[key]) }
    self.init(entry("DA").string, quadding: entry("Q").integer)
  }

  /// Reads the string; what is not understood in it is left at black and automatic size.
  init(_ bytes: [UInt8]?, quadding: Int?) {
    alignment = quadding == 1 ? .center : quadding == 2 ? .right : .left
    let said = DefaultAppearance(bytes ?? [])
    (fontName, size, color) = (said.fontName ?? fontName, said.size, said.color)
  }

  /// The color in RGB.
  var rgb: Color { Color(parts: color) ?? .black }
}
