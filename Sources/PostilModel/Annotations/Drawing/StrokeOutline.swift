import Foundation

/// The outline of strokes whose width changes: what a disc covers that runs along the center line and grows and shrinks on
/// its way. A path of closed parts that run counterclockwise, for the nonzero rule, so that it is one area where they overlap.
struct StrokeOutline {
  /// How far the outline may be from the exact one, in points.
  static let tolerance = 0.01
  /// Two tangents that differ less than this, as the sine of the angle, are the same.
  private static let sharpest = 0.02
  /// Segments of more chords than this are not divided further.
  private static let mostHalved = 64
  /// A curve takes the place of no fewer lines than this, and of no more.
  private static let (fewestJoined, mostJoined) = (4, 256)
  /// A stroke that grows by more than this on a point of its way does not roll: its discs are painted one by one.
  private static let steepest = 0.95

  private let penWidth: Double
  private(set) var path = PagePath()
  /// A stretch without corners; its outline is one closed part.
  private var strip: [Contact] = []

  /// - Parameter penWidth: The style's line width.
  init(penWidth: Double) { self.penWidth = penWidth }

  /// A disc of the stroke, and where it touches the outline.
  private struct Contact {
    var center: PagePoint
    var radius: Double
    /// The direction of the way, in radians.
    var heading: Double
    /// By how much the radius grows on a point of the way, between -1 and 1.
    var slope: Double

    /// The angle between the way and the radius to where the disc touches the outline.
    var spread: Double { .pi / 2 + asin(min(max(slope, -1), 1)) }
    var left: PagePoint { point(at: heading + spread) }
    var right: PagePoint { point(at: heading - spread) }

    func point(at angle: Double) -> PagePoint {
      center.offset(dx: radius * cos(angle), dy: radius * sin(angle))
    }

    /// Whether a strip may go on from here where that one ended.
    func continues(_ other: Contact) -> Bool {
      center == other.center && abs(radius - other.radius) < StrokeOutline.tolerance / 10
        && abs(remainder(heading - other.heading, 2 * .pi)) < StrokeOutline.sharpest
        && abs(slope - other.slope) < StrokeOutline.sharpest
    }
  }

  /// Adds a stroke, with round ends and corners. O(points).
  mutating func add(_ stroke: InkStroke) {
    guard let dot = stroke.dot else { return add(stroke.segments) }
    let radius = penWidth / 2 * stroke.largestWidth
    if radius > 0 { path.addPath(.circle(around: dot, radius: radius)) }
  }

  /// Adds segments that follow each other. O(segments).
  mutating func add(_ segments: [StrokeSegment]) {
    for segment in segments { add(segment) }
    closeStrip()
  }

  private mutating func add(_ segment: StrokeSegment) {
    let contacts = contacts(along: segment)
    for (one, next) in zip(contacts, contacts.dropFirst()) { add(one, next) }
  }

  /// Adds the way between two discs.
  private mutating func add(_ one: Contact, _ next: Contact) {
    guard Self.rolls(one, next) else {
      closeStrip()
      return addAlone(one, next)
    }
    if let last = strip.last, one.continues(last) {
      strip.append(next)
    } else {
      closeStrip()
      strip = [one, next]
    }
  }

  /// Whether both sides go forward, so that the outline of a strip does not cross itself here.
  private static func rolls(_ one: Contact, _ next: Contact) -> Bool {
    guard abs(one.slope) < steepest, abs(next.slope) < steepest else { return false }
    let (dx, dy) = (next.center.x - one.center.x, next.center.y - one.center.y)
    func isForward(_ a: PagePoint, _ b: PagePoint) -> Bool { (b.x - a.x) * dx + (b.y - a.y) * dy > 0 }
    return isForward(one.left, next.left) && isForward(one.right, next.right)
  }

  /// Adds the hull of two discs.
  private mutating func addAlone(_ one: Contact, _ next: Contact) {
    let length = one.center.distance(to: next.center)
    guard length > abs(next.radius - one.radius) else {
      let larger = one.radius < next.radius ? next : one
      if larger.radius > 0 { path.addPath(.circle(around: larger.center, radius: larger.radius)) }
      return
    }
    let heading = atan2(next.center.y - one.center.y, next.center.x - one.center.x)
    let slope = (next.radius - one.radius) / length
    strip = [one, next].map { Contact(center: $0.center, radius: $0.radius, heading: heading, slope: slope) }
    closeStrip()
  }

  private mutating func closeStrip() {
    guard let first = strip.first, let last = strip.last else { return }
    path.move(to: Self.rounded(first.right))
    addSide(strip.map { ($0.right, $0.heading - $0.spread) })
    addArc(around: last, from: last.heading - last.spread, sweep: 2 * last.spread)
    addSide(strip.reversed().map { ($0.left, $0.heading + $0.spread) })
    addArc(around: first, from: first.heading + first.spread, sweep: 2 * (.pi - first.spread))
    path.closeSubpath()
    strip = []
  }

  private mutating func addCurve(_ curve: CubicCurve) {
    path.addCurve(
      to: Self.rounded(curve.end), control1: Self.rounded(curve.control1),
      control2: Self.rounded(curve.control2))
  }

  /// A place without digits that nobody sees, which would be a part of a file.
  private static func rounded(_ point: PagePoint) -> PagePoint {
    PagePoint(x: (point.x / tolerance).rounded() * tolerance, y: (point.y / tolerance).rounded() * tolerance)
  }

  /// A place where a disc touches the outline, and the direction of the radius to it, which the outline is perpendicular to.
  private typealias Touch = (point: PagePoint, angle: Double)

  private struct Place: FittedPlace {
    let point: PagePoint
    var parameter: Double
  }

  /// Adds one side of a strip, from its first place on: curves where each takes the place of several lines, which would be most
  /// of a file. O(places · log places).
  private mutating func addSide(_ touches: [Touch]) {
    var start = 0
    while start + 1 < touches.count {
      let most = min(touches.count - 1 - start, Self.mostJoined)
      if let (count, curve) = CubicFit.longest(
        from: Self.fewestJoined, to: most, { curve(touches[start...start + $0]) })
      {
        addCurve(curve)
        start += count
      } else {
        start += 1
        path.addLine(to: Self.rounded(touches[start].point))
      }
    }
  }

  /// The curve through the first and the last of several places; `nil` if others are too far from it.
  private func curve(_ touches: ArraySlice<Touch>) -> CubicCurve? {
    guard let first = touches.first, let last = touches.last else { return nil }
    var length = 0.0
    var before = first.point
    var places = touches.dropFirst().map { touch in
      length += before.distance(to: touch.point)
      before = touch.point
      return Place(point: touch.point, parameter: length)
    }
    guard length > Self.tolerance else { return nil }
    for index in places.indices { places[index].parameter /= length }
    let fit = CubicFit(
      from: .init(first.point, direction: PagePoint(x: -sin(first.angle), y: cos(first.angle))),
      to: .init(last.point, direction: PagePoint(x: sin(last.angle), y: -cos(last.angle))), length: length)
    return fit.curve(near: &places, tolerance: Self.tolerance, tries: 3) { curve, places in
      var (farthest, last) = (0.0, 0.0)
      for place in places {
        guard place.parameter >= last else { return .infinity }
        last = place.parameter
        farthest = max(farthest, curve.point(at: place.parameter).distance(to: place.point))
      }
      return farthest
    }
  }

  /// Adds a part of a disc's circle, counterclockwise; nothing of a disc that has no extent.
  private mutating func addArc(around disc: Contact, from start: Double, sweep: Double) {
    guard disc.radius > 0, sweep > 0 else { return }
    let count = (sweep / (.pi / 2) - 1e-9).rounded(.up)
    let step = sweep / count
    let reach = disc.radius * 4 / 3 * tan(step / 4)
    for index in 0..<Int(count) {
      let (low, high) = (start + Double(index) * step, start + Double(index + 1) * step)
      let (from, to) = (disc.point(at: low), disc.point(at: high))
      addCurve(
        CubicCurve(
          from, from.offset(dx: -reach * sin(low), dy: reach * cos(low)),
          to.offset(dx: reach * sin(high), dy: -reach * cos(high)), to))
    }
  }

  // MARK: - Discs

  /// The discs of a segment, close enough that straight lines join what they touch.
  private func contacts(along segment: StrokeSegment) -> [Contact] {
    let (center, widths) = (segment.center.cubic, segment.widths?.cubic)
    var count = count(center, widths, radius: penWidth / 2 * segment.largestWidth)
    var contacts = contacts(center, widths, count)
    // Where the stroke swells quickly the places that touch the outline run around the discs.
    while count < Self.mostHalved, !zip(contacts, contacts.dropFirst()).allSatisfy(Self.areClose) {
      count *= 2
      contacts = self.contacts(center, widths, count)
    }
    return contacts
  }

  /// Whether a straight line between what two discs touch is as good as the discs between them.
  private static func areClose(_ one: Contact, _ next: Contact) -> Bool {
    guard abs(one.slope) < steepest, abs(next.slope) < steepest else { return true }
    let (turn, change) = (remainder(next.heading - one.heading, 2 * .pi), next.spread - one.spread)
    let angle = min(max(abs(turn + change), abs(turn - change)), .pi)
    return max(one.radius, next.radius) * (1 - cos(angle / 2)) <= 2 * tolerance
  }

  private func contacts(_ center: CubicCurve, _ widths: CubicCurve?, _ count: Int) -> [Contact] {
    let times = (0...count).map { Double($0) / Double(count) }
    // The ends exactly, for the next segment goes on from there.
    let places = times.map { $0 == 0 ? center.start : $0 == 1 ? center.end : center.point(at: $0) }
    return times.indices.map { index in
      let time = times[index]
      let radius = penWidth / 2 * max(widths.map { $0.point(at: time).x } ?? 1, 0)
      var way = center.derivative(at: time)
      var growth = penWidth / 2 * (widths.map { $0.derivative(at: time).x } ?? 0)
      if way.distance(to: .zero) < 1e-6 {
        // Where control points meet there is no tangent: the chord to the next disc, or from the one before, is near enough.
        let low = index == count ? index - 1 : index
        way = PagePoint(x: places[low + 1].x - places[low].x, y: places[low + 1].y - places[low].y)
        growth = 0
      }
      let speed = way.distance(to: .zero)
      return Contact(
        center: places[index], radius: radius, heading: atan2(way.y, way.x),
        slope: speed > 0 ? growth / speed : 0)
    }
  }

  /// How many chords a segment is taken for.
  private func count(_ center: CubicCurve, _ widths: CubicCurve?, radius: Double) -> Int {
    let bend = (center.bend / Self.tolerance).squareRoot()
    let swell = ((widths?.bend ?? 0) * penWidth / 2 / Self.tolerance).squareRoot()
    // The outer side of a turn is longer than the way.
    let step = radius > Self.tolerance ? 2 * acos(1 - min(Self.tolerance / radius, 0.2)) : .pi
    let wanted = max(bend, swell, center.turn / step).rounded(.up)
    return wanted.isFinite ? Int(min(max(wanted, 1), 500)) : 1
  }
}

extension CubicCurve {
  /// How far the direction changes along the curve at most, in radians.
  fileprivate var turn: Double {
    let points = [start, control1, control2, end]
    let headings = zip(points, points.dropFirst()).compactMap { a, b in
      a == b ? nil : atan2(b.y - a.y, b.x - a.x)
    }
    return zip(headings, headings.dropFirst()).reduce(0) { $0 + abs(remainder($1.1 - $1.0, 2 * .pi)) }
  }
}
