import Foundation
import Postil

/// Draws the plan of a venue: a page for each floor, with rooms, doors, stairs, names and a scale bar.
///
/// They are drawn as annotations and then made content of the page, so that nobody takes a wall for a remark.
public struct PlanDrawing {
  /// The venue.
  public let venue: Venue
  /// The size of the pages, in points.
  public let size: (width: Double, height: Double)

  /// Prepares the plan of a venue.
  public init(_ venue: Venue, size: (width: Double, height: Double) = PlanLayout.paper) {
    self.venue = venue
    self.size = size
  }

  /// The plan as a new document, without undo steps that lead back to an empty one.
  public func makeDocument() throws -> PDFDocument {
    let document = try PDFDocument()
    var levels = venue.levels.sorted { $0.page < $1.page }
    for number in 1...(levels.last?.page ?? 1) {
      let page = try document.insertBlankPage(width: size.width, height: size.height, at: number - 1)
      guard levels.first?.page == number else { continue }
      try draw(levels.removeFirst(), on: page, of: document)
    }
    try document.edit("Name Floors") { edit in
      let floors = venue.levels.sorted { $0.ordinal < $1.ordinal }
      try edit.setPageLabels(
        floors.map { PageLabelRange(from: $0.page - 1, nil, prefix: $0.name) }.sorted { $0.start < $1.start })
      let items = try floors.map {
        OutlineItem($0.name, target: .page(try edit.page(at: $0.page - 1).id))
      }
      try edit.setOutline(Outline(items))
      var information = DocumentInformation()
      information.title = venue.name
      try edit.setInformation(information)
    }
    return try PDFDocument(data: document.dataRepresentationAndWait())
  }

  private func draw(_ level: Level, on page: PageID, of document: PDFDocument) throws {
    let mapping = try PlanMapping(level)
    let rooms = venue.rooms.filter { $0.level == level.id }
    var drawn = rooms.flatMap { floor(of: $0, mapping) }
    for room in rooms { drawn += hatching(of: room, mapping) }
    for door in venue.doors where door.level == level.id {
      let ends = [door.from, door.to].map(mapping.pagePoint)
      drawn.append(
        Annotation(.line(from: ends[0], to: ends[1]), style: AnnotationStyle(color: .white, lineWidth: 3)))
    }
    for room in rooms { if let label = try label(of: room, mapping) { drawn.append(label) } }
    for amenity in venue.amenities where rooms.contains(where: { $0.id == amenity.room }) {
      let point = mapping.pagePoint(amenity.point)
      let dot = PageRect(x: point.x - 2.5, y: point.y - 2.5, width: 5, height: 5)
      drawn.append(
        Annotation(.ellipse(dot), style: AnnotationStyle(color: .gray, fill: .white, lineWidth: 0.5)))
    }
    drawn += legend(level, mapping)
    try document.edit("Draw \(level.name)") { edit in
      try edit.add(drawn, to: page)
      try edit.flatten(drawn.map(\.id), on: page)
    }
  }

  // MARK: - Rooms

  private static let wall = AnnotationStyle(color: Color(red: 0.2, green: 0.22, blue: 0.25), lineWidth: 1.2)

  private static func color(of category: String) -> Color {
    switch category {
    case "walkway": Color(red: 0.97, green: 0.97, blue: 0.95)
    case "lobby": Color(red: 1, green: 0.97, blue: 0.88)
    case "stairs", "escalator", "ramp", "elevator": Color(red: 0.85, green: 0.88, blue: 0.92)
    case "restroom": Color(red: 0.88, green: 0.94, blue: 1)
    case "foodservice": Color(red: 1, green: 0.92, blue: 0.84)
    case "nonpublic", "opentobelow": Color(red: 0.9, green: 0.9, blue: 0.9)
    case "terrace": Color(red: 0.88, green: 0.96, blue: 0.86)
    default: Color(red: 0.96, green: 0.93, blue: 0.98)
    }
  }

  /// The floor and the walls. A floor with holes is ink, whose areas have some; its walls are strokes.
  private func floor(of room: Room, _ mapping: PlanMapping) -> [Annotation] {
    var style = Self.wall
    style.fill = Self.color(of: room.category)
    let rings = room.shape.rings.map { $0.map(mapping.pagePoint) }
    if rings.count == 1 { return [Annotation(.polygon(rings[0]), style: style)] }
    let walls = rings.map { InkStroke($0 + $0.prefix(1), curve: .straight) }
    return [Annotation(.ink(walls, areas: rings), style: style)]
  }

  /// The steps of stairs, and the cross of a lift.
  private func hatching(of room: Room, _ mapping: PlanMapping) -> [Annotation] {
    guard let box = PageRect.bounding(room.shape.outerRing.map(mapping.pagePoint)) else { return [] }
    let corners = [
      PagePoint(x: box.minX, y: box.minY), PagePoint(x: box.maxX, y: box.minY),
      PagePoint(x: box.maxX, y: box.maxY), PagePoint(x: box.minX, y: box.maxY),
    ]
    let lines: [(PagePoint, PagePoint)] =
      switch room.category {
      case "elevator": [(corners[0], corners[2]), (corners[1], corners[3])]
      case "stairs", "escalator":
        (1..<max(2, Int(box.height / 5))).map { step in
          let y = box.minY + box.height * Double(step) / Double(max(2, Int(box.height / 5)))
          return (PagePoint(x: box.minX, y: y), PagePoint(x: box.maxX, y: y))
        }
      default: []
      }
    guard !lines.isEmpty else { return [] }
    let strokes = lines.map { InkStroke([$0.0, $0.1], curve: .straight) }
    return [
      Annotation(
        .ink(strokes), style: AnnotationStyle(color: Color(red: 0.6, green: 0.63, blue: 0.68), lineWidth: 0.5)
      )
    ]
  }

  /// The name in the middle, as large as the room allows; `nil` if there is none, or no room for it.
  private func label(of room: Room, _ mapping: PlanMapping) throws -> Annotation? {
    guard let name = room.name else { return nil }
    let middle = mapping.pagePoint(room.center)
    // As wide as the room is there, to both sides of the middle.
    let reach =
      [(x: 1.0, y: 0.0), (x: -1.0, y: 0.0)]
      .map { room.shape.clearance(from: room.center, $0) * mapping.scale }.min() ?? 0
    for size in [10.0, 9, 8, 7, 6, 5, 4] {
      let font = TextFont("Helvetica", size: size)
      let text = try Appearance.Text(name, font: font).measured()
      guard text.width + 3 < 2 * reach else { continue }
      let box = PageRect(
        x: middle.x - text.width / 2 - 2, y: middle.y - text.height / 2 - 2, width: text.width + 4,
        height: text.height + 4)
      let isOnHatching = Connector.Kind(rawValue: room.category) != nil
      return Annotation(
        .freeText(name, in: box, font: font, alignment: .center),
        style: AnnotationStyle(
          color: Self.wall.color, fill: isOnHatching ? Self.color(of: room.category) : nil, lineWidth: 0))
    }
    return nil
  }

  // MARK: - Around the floor

  private func legend(_ level: Level, _ mapping: PlanMapping) -> [Annotation] {
    let dark = AnnotationStyle(color: Self.wall.color, lineWidth: 0)
    let title = PageRect(
      x: PlanLayout.margin, y: size.height - 50, width: size.width - 2 * PlanLayout.margin, height: 28)
    let length = [1.0, 2, 5, 10, 20, 50, 100].last { $0 * mapping.scale <= size.width / 5 } ?? 1
    let bar = PageRect(
      x: PlanLayout.margin, y: PlanLayout.margin - 12, width: length * mapping.scale, height: 4)
    return [
      Annotation(
        .freeText(
          "\(venue.name) · \(level.name)", in: title, font: TextFont("Helvetica", size: 18, isBold: true)),
        style: dark),
      Annotation(
        .rectangle(bar),
        style: AnnotationStyle(color: Self.wall.color, fill: Self.wall.color, lineWidth: 0.75)),
      Annotation(
        .freeText(
          "\(Int(length)) m", in: PageRect(x: bar.maxX + 4, y: bar.minY - 6, width: 60, height: 16),
          font: TextFont("Helvetica", size: 8)), style: dark),
    ]
  }
}

/// How a floor is fitted onto a page.
public struct PlanLayout {
  /// A4, landscape, in points.
  public static let paper = (width: 842.0, height: 595.0)
  static let margin = 40.0

  /// Three reference points that bring a rectangle of metres, beginning at the origin, onto a page, as large as fits.
  public static func references(
    width: Double, height: Double, size: (width: Double, height: Double) = paper
  ) -> [ReferencePoint] {
    // Above it there is the title.
    let space = (width: size.width - 2 * margin, height: size.height - 2 * margin - 30)
    let scale = min(space.width / width, space.height / height)
    let (left, low) = ((size.width - width * scale) / 2, margin + (space.height - height * scale) / 2)
    return [(0, 0), (width, 0), (0, height)].map { x, y in
      ReferencePoint(venue: VenuePoint(x, y), page: PagePoint(x: left + x * scale, y: low + y * scale))
    }
  }
}
