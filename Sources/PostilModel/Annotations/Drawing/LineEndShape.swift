/// What is drawn at an end of a line, in its place on the page (ISO 32000-2, table 179).
struct LineEndShape: Sendable, Hashable {
  let path: PagePath
  /// Whether the style's fill fills it.
  let isClosed: Bool
  /// How much of the line it takes the place of, in points.
  let setback: Double
  /// How far the pen's paint may reach from the path, mitered corners included, in widths.
  let reach: Double

  /// The shape for the end at `tip` of a line that comes in along the unit vector `direction`;
  /// `nil` for no line ending.
  init?(_ ending: LineEnding, tip: PagePoint, direction: PagePoint, lineWidth: Double) {
    func at(_ x: Double, _ y: Double) -> PagePoint {
      tip.offset(dx: x * direction.x - y * direction.y, dy: x * direction.y + y * direction.x)
    }
    let half = max(3 * lineWidth, 3)
    let (deep, wide) = (2 * half * Self.cosine30, half)
    switch ending {
    case .none: return nil
    case .square:
      self.init(closed: [at(-half, -half), at(half, -half), at(half, half), at(-half, half)], half, 0.75)
    case .circle: self.init(.circle(around: tip, radius: half), isClosed: true, half, 0.5)
    case .diamond: self.init(closed: [at(-half, 0), at(0, -half), at(half, 0), at(0, half)], half, 0.75)
    case .openArrow: self.init(open: [at(-deep, wide), tip, at(-deep, -wide)], 1)
    case .closedArrow: self.init(closed: [at(-deep, wide), tip, at(-deep, -wide)], deep, 1)
    case .reversedOpenArrow: self.init(open: [at(deep, wide), tip, at(deep, -wide)], 1)
    case .reversedClosedArrow: self.init(closed: [at(deep, wide), tip, at(deep, -wide)], 0, 1)
    case .butt: self.init(open: [at(0, half), at(0, -half)], 0.75)
    case .slash:
      let (x, y) = (half / 2, half * Self.cosine30)
      self.init(open: [at(x, y), at(-x, -y)], 0.75)
    }
  }

  private static let cosine30 = 0.75.squareRoot()

  private init(_ path: PagePath, isClosed: Bool, _ setback: Double, _ reach: Double) {
    self.path = path
    self.isClosed = isClosed
    self.setback = setback
    self.reach = reach
  }

  private init(closed points: [PagePoint], _ setback: Double, _ reach: Double) {
    self.init(.polygon(points), isClosed: true, setback, reach)
  }

  private init(open points: [PagePoint], _ reach: Double) {
    self.init(InkStroke(points: points, curve: .straight).path, isClosed: false, 0, reach)
  }
}
