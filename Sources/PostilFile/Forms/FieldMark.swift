import PostilModel

/// The mark of a button as a path, where the font of marks cannot be embedded.
enum FieldMark {
  case check, circle, cross, diamond, square, star

  /// - Parameter code: The mark's character in ZapfDingbats.
  init(_ code: UInt8) {
    switch code {
    case UInt8(ascii: "l"): self = .circle
    case UInt8(ascii: "8"): self = .cross
    case UInt8(ascii: "u"): self = .diamond
    case UInt8(ascii: "n"): self = .square
    case UInt8(ascii: "H"): self = .star
    default: self = .check
    }
  }

  /// The corners of its lines, at a size of 1, from its middle.
  private var lines: [[(x: Double, y: Double)]] {
    switch self {
    case .check: [[(-0.34, 0), (-0.1, -0.28), (0.36, 0.3)]]
    case .cross: [[(-0.28, -0.28), (0.28, 0.28)], [(-0.28, 0.28), (0.28, -0.28)]]
    case .diamond: [[(0, -0.38), (0.38, 0), (0, 0.38), (-0.38, 0)]]
    case .square: [[(-0.33, -0.33), (0.33, -0.33), (0.33, 0.33), (-0.33, 0.33)]]
    // Points of a circle, each second one.
    case .star: [[(0, 0.4), (0.235, -0.324), (-0.38, 0.124), (0.38, 0.124), (-0.235, -0.324)]]
    case .circle: []
    }
  }

  /// Paints it in the middle of a box.
  func paint(size: Double, in box: FieldBox, _ color: [Double], _ content: inout ContentStreamWriter) {
    let middle = (x: box.width / 2, y: box.height / 2)
    let isOpen = self == .check || self == .cross
    content.setColor(color, isStroke: isOpen)
    if isOpen { content.operation("w", size * 0.12) }
    for line in lines {
      for (index, corner) in line.enumerated() {
        content.operation(index == 0 ? "m" : "l", middle.x + corner.x * size, middle.y + corner.y * size)
      }
    }
    if self == .circle {
      content.add(.circle(around: PagePoint(x: middle.x, y: middle.y), radius: size * 0.33))
    }
    content.operation(isOpen ? "S" : "f")
  }
}
