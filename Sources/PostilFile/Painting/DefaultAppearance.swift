import PostilModel

/// The font, its size and the color of a text, as a content stream sets them (`/DA`, ISO 32000-2, 12.7.4.3).
struct DefaultAppearance: Hashable {
  /// The name of the font in the resources of the form; `nil` if none is named.
  var fontName: PDFName?
  /// In points, up to 1,000; 0: as large as fits.
  var size = 0.0
  /// The parts of the color, each 0 to 1: gray, RGB or CMYK.
  var color: [Double] = [0]
  /// Whether the string says more than that, or something that is not understood.
  private(set) var saysMore = false

  init(_ fontName: PDFName, size: Double, _ color: Color) {
    self.fontName = fontName
    self.size = size
    let isGray = color.red == color.green && color.green == color.blue
    self.color = isGray ? [color.red] : [color.red, color.green, color.blue]
  }

  /// With the name of the standard font that is nearest: any other would have to be in the form's resources.
  init(_ font: TextFont, _ color: Color) { self.init(PDFName(font.standardName), size: font.size, color) }

  /// Reads a string as readers do, which leave out what they do not understand.
  init(_ bytes: [UInt8]) {
    var end = 0
    for operation in Self.operations(bytes) {
      end = operation.range.upperBound
      let operands = operation.operands
      switch operation.op {
      case .font:
        guard let size = operation.number, operands.count > 1, let name = operands[operands.count - 2].name
        else {
          saysMore = true
          continue
        }
        (fontName, self.size) = (name, min(abs(size), 1000))
        saysMore = saysMore || operands.count > 2 || self.size != size
      case .fillGray: set(operands, 1)
      case .fillRGB: set(operands, 3)
      case .fillCMYK: set(operands, 4)
      default: saysMore = true
      }
    }
    saysMore = saysMore || !bytes[end...].allSatisfy(ByteClass.isSpace)
  }

  private mutating func set(_ operands: [PDFObject], _ count: Int) {
    let parts = operands.compactMap(\.number)
    guard parts.count == count, operands.count == count else { return saysMore = true }
    color = parts.map { min(max($0, 0), 1) }
  }

  /// The font that it means, whatever the resources say; `nil` if the string says something else too, or the font is known by a name that
  /// means nothing outside of the file.
  var font: TextFont? {
    guard !saysMore, let fontName, TextFont.sizes.contains(size) else { return nil }
    return TextFont(fileName: fontName.description, size: size)
  }

  /// As it stands in a file.
  var bytes: [UInt8] {
    var output = PDFSerializer()
    if let fontName { output.write([.name(fontName), .number(size)], "Tf ") }
    output.write(color.map(PDFObject.number), ContentStreamWriter.fillOperator(color.count))
    return output.bytes
  }

  /// A string with letters of another size; `nil` if it says none, or one that fits (0).
  static func scaled(_ bytes: [UInt8], by scale: Double) -> [UInt8]? {
    for operation in operations(bytes) where operation.op == .font {
      guard let size = operation.number, size > 0, (size * scale).isFinite else { return nil }
      var output = PDFSerializer()
      output.write(operation.operands.dropLast() + [.number(size * scale)], "Tf")
      var scaled = bytes
      scaled.replaceSubrange(operation.range, with: output.bytes)
      return scaled
    }
    return nil
  }

  private static func operations(_ bytes: [UInt8]) -> [ContentOperation] {
    bytes.withUnsafeBytes { bytes in
      var parser = ContentParser(bytes)
      var operations: [ContentOperation] = []
      while let operation = try? parser.next() { operations.append(operation) }
      return operations
    }
  }
}
