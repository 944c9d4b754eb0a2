import Foundation

/// The outline of a cloud: circles in a row along a polygon, of which only the outer arcs show (ISO 32000-2, 12.5.4,
/// border effects).
struct CloudOutline {
  /// The corners, counter-clockwise.
  private let corners: [PagePoint]
  private let radius: Double

  /// As many bulges are there at the most; along a polygon that is absurdly long they are larger.
  private static let mostBulges = 4000.0
  /// How far apart the middles of circles are at the most, in radii.
  private static let spacing = 1.66

  /// - Parameters:
  ///   - corners: The corners, in either direction.
  ///   - intensity: How large the bulges are, above 0 and up to 2.
  init(_ corners: [PagePoint], intensity: Double, lineWidth: Double) {
    let points = corners.indices.filter { index in
      corners[index].distance(to: corners[(index + 1) % corners.count]) >= InkStroke.dotSize
    }.map { corners[$0] }
    self.corners = PageQuad.counterclockwise(points)
    let length = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    radius = max(5 * intensity + lineWidth / 2, length / Self.spacing / Self.mostBulges)
  }

  /// The closed outline; empty for fewer than two corners. O(bulges).
  var path: PagePath {
    let centres = centres
    guard centres.count > 1 else { return PagePath() }
    let meetings = centres.indices.map { meeting(centres[$0], centres[($0 + 1) % centres.count]) }
    var path = PagePath([.move(meetings[meetings.count - 1])])
    for (index, centre) in centres.enumerated() {
      let before = meetings[(index + meetings.count - 1) % meetings.count]
      addArc(around: centre, from: before, to: meetings[index], &path)
    }
    path.closeSubpath()
    return path
  }

  /// The middles of the circles: one at each corner, and others in equal steps along the sides.
  private var centres: [PagePoint] {
    zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { from, to in
      let steps = max((from.distance(to: to) / (radius * Self.spacing)).rounded(.up), 1)
      return (0..<Int(steps)).map { from.interpolated(to: to, at: Double($0) / steps) }
    }
  }

  /// Where two circles meet outside of the polygon: on the right of the way from the one to the other.
  private func meeting(_ a: PagePoint, _ b: PagePoint) -> PagePoint {
    let distance = max(a.distance(to: b), .leastNormalMagnitude)
    let height = max(radius * radius - distance * distance / 4, 0).squareRoot()
    let middle = a.interpolated(to: b, at: 0.5)
    return middle.offset(dx: (b.y - a.y) / distance * height, dy: -(b.x - a.x) / distance * height)
  }

  /// An arc counter-clockwise; a straight line in a corner that is so narrow that none is outside.
  private func addArc(
    around centre: PagePoint, from start: PagePoint, to end: PagePoint, _ path: inout PagePath
  ) {
    let first = atan2(start.y - centre.y, start.x - centre.x)
    var sweep = atan2(end.y - centre.y, end.x - centre.x) - first
    if sweep < 0 { sweep += 2 * .pi }
    guard sweep < 1.75 * .pi else { return path.addLine(to: end) }
    let pieces = max(Int((sweep / (.pi / 2)).rounded(.up)), 1)
    let step = sweep / Double(pieces)
    let handle = 4.0 / 3 * tan(step / 4) * radius
    func point(_ angle: Double) -> PagePoint {
      centre.offset(dx: radius * cos(angle), dy: radius * sin(angle))
    }
    for piece in 0..<pieces {
      let (a, b) = (first + Double(piece) * step, first + Double(piece + 1) * step)
      path.addCurve(
        to: piece == pieces - 1 ? end : point(b),
        control1: point(a).offset(dx: -sin(a) * handle, dy: cos(a) * handle),
        control2: point(b).offset(dx: sin(b) * handle, dy: -cos(b) * handle))
    }
  }
}

/// How strong the effect of a cloudy border is.
enum CloudIntensity {
  /// Brings an intensity into 0…2; NaN counts as 0.
  static func clamped(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 2) }
}

extension StylePainter {
  /// A cloud in the style's fill and pen. The pen is round: where bulges meet no corner stands out.
  func cloud(_ outline: CloudOutline) -> [Appearance.Item] { filledAndStroked(outline.path, isRound: true) }
}
