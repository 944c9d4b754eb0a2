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
    var operands: [String] = []
    for word in String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace) {
      let numbers = operands.compactMap(Double.init).filter(\.isFinite)
      switch word {
      case "Tf":
        if operands.count > 1, let size = numbers.last, operands[operands.count - 2].hasPrefix("/") {
          fontName = PDFName(Self.unescaped(operands[operands.count - 2].dropFirst()))
          self.size = min(max(abs(size), 0), 1000)
        }
      case "g" where numbers.count == 1, "rg" where numbers.count == 3, "k" where numbers.count == 4:
        color = numbers.map { min(max($0, 0), 1) }
      default:
        // Other operators begin anew.
        if Double(word) == nil, !word.hasPrefix("/") { operands = [] } else { operands.append(String(word)) }
        continue
      }
      operands = []
    }
  }

  /// A name without the escapes of bytes (ISO 32000-2, 7.3.5).
  private static func unescaped(_ name: Substring) -> String {
    var result: [UInt8] = []
    var bytes = Array(name.utf8)[...]
    while let byte = bytes.popFirst() {
      let digits = bytes.prefix(2)
      if byte == UInt8(ascii: "#"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        result.append(value)
        bytes = bytes.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The colour in RGB.
  var rgb: Color {
    switch color.count {
    case 3: Color(red: color[0], green: color[1], blue: color[2])
    case 4:
      Color(
        red: (1 - color[0]) * (1 - color[3]), green: (1 - color[1]) * (1 - color[3]),
        blue: (1 - color[2]) * (1 - color[3]))
    default: Color(red: color.first ?? 0, green: color.first ?? 0, blue: color.first ?? 0)
    }
  }
}
