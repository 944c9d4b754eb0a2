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
    write(matrix.prefix(4).map(PDFObject.number) + matrix.dropFirst(4).map(PDFObject.coordinate), "cm")
    output.write(operations)
    output.write("Q\n")
  }

  mutating func paint(_ item: Appearance.Item.PaintedPath) {
    if let fill = item.fill { setColor([fill.red, fill.green, fill.blue], isStroke: false) }
    if let pen = item.pen { set(pen) }
    add(item.path)
    let star = item.fillRule == .evenOdd ? "*" : ""
    switch (item.fill, item.pen) {
    case (.some, .some): output.write("B\(star)\n")
    case (.some, nil): output.write("f\(star)\n")
    default: output.write("S\n")
    }
  }

  /// The whole state of the pen each time: an item before this one may have left another.
  private mutating func set(_ pen: Appearance.Pen) {
    setColor([pen.color.red, pen.color.green, pen.color.blue], isStroke: true)
    operation("w", pen.width)
    operation("J", pen.hasRoundEnds ? 1 : 0)
    operation("j", pen.isRound ? 1 : 0)
    if !pen.isRound { operation("M", Appearance.Pen.miterLimit) }
    setDash(pen.dash)
  }

  // MARK: - Single operations

  /// Adds a path to the one that is painted next.
  mutating func add(_ path: PagePath) {
    for element in path.elements {
      switch element {
      case .move(let point): operation("m", point.x, point.y)
      case .line(let point): operation("l", point.x, point.y)
      case .curve(let a, let b, let end): operation("c", a.x, a.y, b.x, b.y, end.x, end.y)
      case .close: output.write("h\n")
      }
    }
  }

  /// Sets a color of one part (gray), three (RGB) or four (CMYK).
  mutating func setColor(_ parts: [Double], isStroke: Bool) {
    let name = Self.fillOperator(parts.count)
    write(parts.map(PDFObject.number), isStroke ? name.uppercased() : name)
  }

  /// What sets the color to fill with, of so many parts.
  static func fillOperator(_ count: Int) -> String { count == 1 ? "g" : count == 3 ? "rg" : "k" }

  mutating func setDash(_ lengths: [Double]) {
    output.write(.numbers(lengths))
    output.write(" 0 d\n")
  }

  /// Shows a text in a font that is found byte by byte, with its baseline at a point.
  mutating func show(_ text: [UInt8], font: PDFName, size: Double, x: Double, y: Double) {
    output.write("BT\n")
    write([.name(font), .coordinate(size)], "Tf")
    operation("Td", x, y)
    write([.string(text)], "Tj")
    output.write("ET\n")
  }

  /// Writes operations as they are, each with the end of its line.
  mutating func write(_ operations: String) { output.write(operations) }

  /// Writes an operation whose operands are lengths or places.
  mutating func operation(_ name: String, _ coordinates: Double...) {
    write(coordinates.map(PDFObject.coordinate), name)
  }

  private mutating func write(_ operands: [PDFObject], _ operation: String) {
    output.write(operands, operation + "\n")
  }
}
