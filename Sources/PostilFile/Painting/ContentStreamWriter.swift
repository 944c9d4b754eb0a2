import PostilGraphics
import PostilModel

/// Writes PDF's operators (ISO 32000-2, 8.4 and 8.5).
struct ContentStreamWriter {
  private var output = PDFSerializer()
  private var state = GraphicsState.initial

  /// What was written.
  var bytes: [UInt8] { output.bytes }

  /// Sets opacities and blend mode, unless they are set.
  mutating func set(_ new: GraphicsState, _ resources: inout ResourceBuilder) {
    guard new != state else { return }
    state = new
    output.write("/\(resources.name(of: new)) gs\n")
  }

  mutating func paint(form name: String) { output.write("/\(name) Do\n") }

  /// Paints a form or an image through a matrix of six numbers.
  mutating func paint(form name: String, _ matrix: [Double]) { paint(Array("/\(name) Do\n".utf8), matrix) }

  /// Writes operations that paint through a matrix of six numbers.
  mutating func paint(_ operations: [UInt8], _ matrix: [Double]) {
    output.write("q\n")
    Self.write(
      matrix.prefix(4).map(PDFObject.number) + matrix.dropFirst(4).map(PDFObject.coordinate), "cm",
      to: &output)
    output.write(operations)
    output.write("Q\n")
  }

  mutating func paint(_ item: Appearance.Item.PaintedPath) {
    if let fill = item.fill { Self.write(fill, "rg", to: &output) }
    if let pen = item.pen { Self.write(pen, to: &output) }
    for element in item.path.elements { Self.write(element, to: &output) }
    let star = item.fillRule == .evenOdd ? "*" : ""
    switch (item.fill, item.pen) {
    case (.some, .some): output.write("B\(star)\n")
    case (.some, nil): output.write("f\(star)\n")
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
    output.write(operands, operation + "\n")
  }
}
