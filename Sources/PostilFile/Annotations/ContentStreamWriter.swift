import PostilModel

/// Paints an appearance with PDF's operators (ISO 32000-2, 8.5).
enum ContentStreamWriter {
  static func content(of appearance: Appearance) -> [UInt8] {
    var output = PDFSerializer()
    for item in appearance.items where item.fill != nil || item.pen != nil { write(item, to: &output) }
    return output.bytes
  }

  private static func write(_ item: Appearance.Item, to output: inout PDFSerializer) {
    if let fill = item.fill { write(fill, "rg", to: &output) }
    if let pen = item.pen { write(pen, to: &output) }
    for element in item.path.elements { write(element, to: &output) }
    switch (item.fill, item.pen) {
    case (.some, .some): output.write("B*\n")
    case (.some, nil): output.write("f*\n")
    default: output.write("S\n")
    }
  }

  /// The whole state of the pen each time: an item before this one may have left another.
  private static func write(_ pen: Appearance.Pen, to output: inout PDFSerializer) {
    write(pen.color, "RG", to: &output)
    write([pen.width], "w", to: &output)
    write([pen.hasRoundEnds ? 1 : 0], "J", to: &output)
    write([pen.isRound ? 1 : 0], "j", to: &output)
    if !pen.isRound { write([Appearance.Pen.miterLimit], "M", to: &output) }
    output.write(.numbers(pen.dash))
    output.write(" 0 d\n")
  }

  private static func write(_ element: PagePath.Element, to output: inout PDFSerializer) {
    switch element {
    case .move(let point): write([point.x, point.y], "m", to: &output)
    case .line(let point): write([point.x, point.y], "l", to: &output)
    case .curve(let a, let b, let end): write([a.x, a.y, b.x, b.y, end.x, end.y], "c", to: &output)
    case .close: output.write("h\n")
    }
  }

  private static func write(_ coordinates: [Double], _ operation: String, to output: inout PDFSerializer) {
    write(coordinates.map(PDFObject.coordinate), operation, to: &output)
  }

  private static func write(_ color: Color, _ operation: String, to output: inout PDFSerializer) {
    write([color.red, color.green, color.blue].map(PDFObject.number), operation, to: &output)
  }

  private static func write(_ operands: [PDFObject], _ operation: String, to output: inout PDFSerializer) {
    for operand in operands {
      output.write(operand)
      output.write(" ")
    }
    output.write(operation)
    output.write("\n")
  }
}
