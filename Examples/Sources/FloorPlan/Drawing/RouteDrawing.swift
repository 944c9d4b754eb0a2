import Postil

/// The annotations that show a route: on each of its floors one line, at each stair or lift a sign with a link to the page of the
/// next floor, and the room that it leads to, highlighted.
struct RouteDrawing {
  /// What the names of all of them begin with. They are saved with the annotations, so this finds them in any later session.
  static let prefix = "floorplan-route/"
  static let line: AnnotationID = "floorplan-route/line"
  static let target: AnnotationID = "floorplan-route/target"

  let route: Route
  let plan: PlanDocument
  let style: RouteStyle

  /// Adds the annotations to the pages of the floors.
  func add(to edit: EditTransaction) throws {
    let levels = route.legs.map(\.level).reduce(into: [Level.ID]()) { if !$0.contains($1) { $0.append($1) } }
    for level in levels {
      let annotations = try annotations(on: level)
      try edit.add(annotations, to: try plan.page(of: level, in: edit))
    }
  }

  private func annotations(on level: Level.ID) throws -> [Annotation] {
    let mapping = try plan.mapping(of: level)
    var result: [Annotation] = []
    if route.to.level == level {
      let corners = route.to.shape.outerRing.map(mapping.pagePoint)
      result.append(
        annotation(
          .polygon(corners), style.target, "Destination: \(route.to.name ?? route.to.id)", Self.target))
    }
    if let line = line(on: level, mapping) {
      var annotation = annotation(line, style.line, route.description, Self.line)
      annotation.metadata = ["from": route.from.id, "to": route.to.id, "stepFree": "\(route.isStepFree)"]
      result.append(annotation)
    }
    for (index, leg) in route.legs.enumerated() where leg.level == level {
      guard leg.departure != nil, let stop = leg.points.last, index + 1 < route.legs.count else { continue }
      result += try signs(at: mapping.pagePoint(stop), to: route.legs[index + 1], index + 1)
    }
    return result
  }

  /// The way on a floor: a polyline with a dot where it begins and an arrow where it ends, or, if it comes back to the floor, ink
  /// with a stroke for each time.
  private func line(on level: Level.ID, _ mapping: PlanMapping) -> AnnotationContent? {
    let ways = route.legs.filter { $0.level == level && $0.points.count > 1 }
      .map { besideNames($0, mapping) }
    guard let first = ways.first else { return nil }
    if ways.count > 1 { return .ink(ways.map { InkStroke($0, curve: .straight) }) }
    return .polyline(first, start: .circle, end: .closedArrow)
  }

  /// Where the line of a leg turns: it begins and ends beside the names in the middle of the rooms, not on them.
  private func besideNames(_ leg: Route.Leg, _ mapping: PlanMapping) -> [PagePoint] {
    var points = leg.points.map(mapping.pagePoint)
    for isEnd in [false, true] {
      guard let middle = isEnd ? leg.points.last : leg.points.first else { continue }
      let name = plan.venue.room(at: middle, on: leg.level)?.name ?? ""
      // The dot at the beginning stands on the point, the arrow ends there.
      let space = isEnd ? 2 : 3 * style.width
      if isEnd { points.reverse() }
      points = Self.trimmed(points, width: Double(name.count) * 2.6 + 3 + space, height: 8 + space)
      if isEnd { points.reverse() }
    }
    return points
  }

  /// A line without what lies in a box around its first point, given by half of its size; as it is if it does not leave the box.
  private static func trimmed(_ line: [PagePoint], width: Double, height: Double) -> [PagePoint] {
    guard let middle = line.first else { return line }
    func reach(_ point: PagePoint) -> Double {
      max(abs(point.x - middle.x) / width, abs(point.y - middle.y) / height)
    }
    guard let next = line.firstIndex(where: { reach($0) > 1.2 }), next > 0 else { return line }
    var (inside, outside) = (0.0, 1.0)
    for _ in 0..<30 {
      let half = (inside + outside) / 2
      if reach(line[next - 1].interpolated(to: line[next], at: half)) < 1 {
        inside = half
      } else {
        outside = half
      }
    }
    return [line[next - 1].interpolated(to: line[next], at: outside)] + line[next...]
  }

  /// What tells where the way goes on, and the link that leads there.
  private func signs(at point: PagePoint, to next: Route.Leg, _ number: Int) throws -> [Annotation] {
    guard let level = plan.venue.level(next.level), let arrival = next.points.first else { return [] }
    let font = TextFont("Helvetica", size: 8, isBold: true)
    let text = "Go to \(level.name)"
    let size = try Appearance.Text(text, font: font).measured()
    let paper = try plan.document.page(at: plan.pageIndex(of: next.level)).bounds(for: .cropBox)
    let (width, height) = (size.width + 10, size.height + 5)
    // Above the end of the line, and on the paper.
    let box = PageRect(
      x: min(max(point.x - width / 2, paper.minX + 2), paper.maxX - width - 2),
      y: min(point.y + 3 * style.width, paper.maxY - height - 2), width: width, height: height)
    let landing = try plan.mapping(of: next.level).pagePoint(arrival)
    let around = PageRect(x: landing.x - 200, y: landing.y - 150, width: 400, height: 300)
    let target = PageDestination(try plan.page(of: next.level, in: plan.document), view: .rect(around))
    return [
      annotation(
        .freeText(text, in: box, font: font, alignment: .center), style.sign, text,
        AnnotationID("\(Self.prefix)sign-\(number)")),
      annotation(
        .link(box, to: .place(target)), AnnotationStyle(), text, AnnotationID("\(Self.prefix)link-\(number)")),
    ]
  }

  private func annotation(
    _ content: AnnotationContent, _ style: AnnotationStyle, _ text: String, _ id: AnnotationID
  ) -> Annotation {
    Annotation(content, style: style, contents: text, subject: "Route", id: id)
  }
}
