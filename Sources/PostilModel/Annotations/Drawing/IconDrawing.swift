/// Draws the icons of notes and attachments, of paths alone: on a square of 20 units at the upper left of a rectangle.
struct IconDrawing {
  private let corner: PagePoint
  private let scale: Double
  private let color: Color

  /// - Parameters:
  ///   - frame: The rectangle.
  ///   - color: The color of the area; lines on it are dark or white, whichever is seen better.
  init(in frame: PageRect, _ color: Color) {
    scale = min(frame.width, frame.height) / 20
    corner = PagePoint(x: frame.minX, y: frame.maxY - 20 * scale)
    self.color = color
  }

  // MARK: Icons

  /// The icon of a note.
  func note(_ icon: NoteContent.Icon) -> [Appearance.Item] {
    switch icon {
    case .comment: [area(bubble), lines([(5, 14.9, 15, 14.9), (5, 12.2, 15, 12.2), (5, 9.5, 11, 9.5)])]
    case .key: [plate, stroke(key, width: 1.7)]
    case .help: [area(circle(10, 10, 8.5)), stroke(hook, width: 1.9), filled(circle(10, 5, 1.2))]
    case .paragraph: [plate, filled(bowl(1, 0, 0)), stroke(stems(1, 0, 0), width: 1.3)]
    case .newParagraph:
      [
        plate, filled(bowl(0.72, 2.8, 5.2)), stroke(stems(0.72, 2.8, 5.2), width: 1.2),
        filled(polygon((10, 7.2), (13.6, 3.4), (6.4, 3.4))),
      ]
    case .insert: [plate, filled(polygon((10, 15.4), (15.2, 5.2), (4.8, 5.2)))]
    default:
      [
        area(polygon((2.5, 18.5), (17.5, 18.5), (17.5, 7), (12, 1.5), (2.5, 1.5))),
        lines([(5, 15, 15, 15), (5, 12, 15, 12), (5, 9, 10.5, 9)]), stroke(fold, width: 1),
      ]
    }
  }

  private var bubble: PagePath {
    path([
      .move(4.5, 18.5), .line(15.5, 18.5), .curve(17.2, 18.5, 18.5, 17.2, 18.5, 15.5), .line(18.5, 9.5),
      .curve(18.5, 7.8, 17.2, 6.5, 15.5, 6.5), .line(10, 6.5), .line(5.5, 1.8), .line(5.5, 6.5),
      .line(4.5, 6.5), .curve(2.8, 6.5, 1.5, 7.8, 1.5, 9.5), .line(1.5, 15.5),
      .curve(1.5, 17.2, 2.8, 18.5, 4.5, 18.5), .close,
    ])
  }

  private var fold: PagePath { path([.move(12, 1.5), .line(12, 7), .line(17.5, 7)]) }

  /// A question mark without its dot.
  private var hook: PagePath {
    path([.move(7, 12.6), .curve(7, 16.4, 13, 16.6, 13, 12.8), .curve(13, 10.6, 10, 10.6, 10, 7.9)])
  }

  private var key: PagePath {
    var result = circle(10, 13.6, 2.7)
    result.addPath(
      path([
        .move(10, 10.9), .line(10, 3.6), .move(10, 6.8), .line(13, 6.8), .move(10, 4.4), .line(12.6, 4.4),
      ]))
    return result
  }

  /// The filled part of a paragraph sign, made smaller and shifted.
  private func bowl(_ size: Double, _ dx: Double, _ dy: Double) -> PagePath {
    path(
      [.move(10.5, 15.8), .line(9, 15.8), .curve(5, 15.8, 5, 9.6, 9, 9.6), .line(10.5, 9.6), .close], size,
      dx, dy
    )
  }

  /// The lines of a paragraph sign, made smaller and shifted.
  private func stems(_ size: Double, _ dx: Double, _ dy: Double) -> PagePath {
    path(
      [
        .move(15, 15.4), .line(9, 15.4), .move(10.5, 15.4), .line(10.5, 4), .move(13.5, 15.4), .line(13.5, 4),
      ],
      size, dx, dy)
  }

  /// The icon of an attached file.
  func attachment(_ icon: FileAttachmentContent.Icon) -> [Appearance.Item] {
    switch icon {
    case .graph:
      [
        plate, stroke(path([.move(4.4, 15.8), .line(4.4, 4.4), .line(15.8, 4.4)]), width: 1.2),
        filled(box(6.2, 5.2, 8.4, 9)), filled(box(9.4, 5.2, 11.6, 12)), filled(box(12.6, 5.2, 14.8, 15.2)),
      ]
    case .paperclip: [plate, stroke(clip, width: 1.3)]
    case .tag: [plate, filled(label), Appearance.Item(path: circle(7.4, 10, 1.2), fill: color)]
    default:
      [
        plate, filled(polygon((8, 15.6), (12, 15.6), (12.8, 10), (7.2, 10))),
        stroke(
          path([
            .move(6.9, 16), .line(13.1, 16), .move(5.2, 9.4), .line(14.8, 9.4), .move(10, 9.4),
            .line(10, 3.4),
          ]), width: 1.5),
      ]
    }
  }

  private var clip: PagePath {
    path([
      .move(6.4, 12.4), .line(6.4, 6.8), .curve(6.4, 2.2, 13.6, 2.2, 13.6, 6.8), .line(13.6, 14.2),
      .curve(13.6, 17.4, 8.8, 17.4, 8.8, 14.2), .line(8.8, 7.6), .curve(8.8, 5.6, 11.3, 5.6, 11.3, 7.6),
      .line(11.3, 12.4),
    ])
  }

  private var label: PagePath {
    polygon((3.6, 10), (8, 14.8), (16.4, 14.8), (16.4, 5.2), (8, 5.2))
  }

  // MARK: Painting

  /// A rounded square for icons that have no area of their own.
  private var plate: Appearance.Item {
    let rect = PageRect(corner: at(1.5, 1.5), corner: at(18.5, 18.5))
    return area(.roundedRectangle(rect, radius: 3 * scale))
  }

  private func area(_ path: PagePath) -> Appearance.Item {
    let edge = Color(red: color.red * 0.55, green: color.green * 0.55, blue: color.blue * 0.55)
    return Appearance.Item(
      path: path, fill: color, pen: Appearance.Pen(color: edge, width: scale, isRound: true))
  }

  private func filled(_ path: PagePath) -> Appearance.Item { Appearance.Item(path: path, fill: ink) }

  private func stroke(_ path: PagePath, width: Double) -> Appearance.Item {
    Appearance.Item(path: path, pen: Appearance.Pen(color: ink, width: width * scale, isRound: true))
  }

  private func lines(_ ends: [(Double, Double, Double, Double)]) -> Appearance.Item {
    stroke(path(ends.flatMap { [.move($0.0, $0.1), .line($0.2, $0.3)] }), width: 1.2)
  }

  /// The color of lines on the area.
  private var ink: Color {
    let brightness = 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue
    return brightness > 0.45 ? Color(red: 0.2, green: 0.2, blue: 0.2) : .white
  }

  // MARK: Paths in units

  private enum Step {
    case move(Double, Double)
    case line(Double, Double)
    case curve(Double, Double, Double, Double, Double, Double)
    case close
  }

  private func at(_ x: Double, _ y: Double) -> PagePoint { corner.offset(dx: x * scale, dy: y * scale) }

  private func path(
    _ steps: [Step], _ size: Double = 1, _ dx: Double = 0, _ dy: Double = 0
  ) -> PagePath {
    func point(_ x: Double, _ y: Double) -> PagePoint { at(x * size + dx, y * size + dy) }
    return PagePath(
      steps.map { step in
        switch step {
        case .move(let x, let y): .move(point(x, y))
        case .line(let x, let y): .line(point(x, y))
        case .curve(let a, let b, let c, let d, let x, let y): .curve(point(a, b), point(c, d), point(x, y))
        case .close: .close
        }
      })
  }

  private func polygon(_ corners: (Double, Double)...) -> PagePath {
    .polygon(corners.map { at($0.0, $0.1) })
  }

  private func box(_ left: Double, _ low: Double, _ right: Double, _ high: Double) -> PagePath {
    polygon((left, low), (right, low), (right, high), (left, high))
  }

  private func circle(_ x: Double, _ y: Double, _ radius: Double) -> PagePath {
    .circle(around: at(x, y), radius: radius * scale)
  }
}

extension PageRect {
  /// The width and the height of icons, in points.
  private static let iconSize = 20.0

  /// A square for an icon, of the usual size.
  static func icon(at upperLeft: PagePoint) -> PageRect {
    PageRect(x: upperLeft.x, y: upperLeft.y, width: iconSize, height: -iconSize)
  }

  /// Where an icon with this rectangle is: some programs write rectangles without extent.
  var ofIcon: PageRect { min(width, height) >= 1 ? self : .icon(at: PagePoint(x: minX, y: maxY)) }

  /// The rectangle with its upper left corner where a file can have it: the picture is saved with its own origin, and would
  /// be rounded in another way than its place.
  var atSavedCorner: PageRect {
    func rounded(_ value: Double) -> Double {
      value.isUsableCoordinate ? (value * 1000).rounded() / 1000 : value
    }
    return offset(dx: rounded(minX) - minX, dy: rounded(maxY) - maxY)
  }
}
