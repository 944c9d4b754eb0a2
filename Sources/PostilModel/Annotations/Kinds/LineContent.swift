/// A straight line (`/Line`).
public struct LineContent: Sendable, Hashable {
  /// Where it starts.
  public var from: PagePoint
  /// Where it ends.
  public var to: PagePoint
  /// What it shows where it starts.
  public var start: LineEnding
  /// What it shows where it ends.
  public var end: LineEnding

  /// Lines from the ends to a line beside them, which is then drawn in their place.
  public var leaders: Leaders?
  /// What makes the line the measure of the distance between its ends; `nil` for a mere line.
  public var measurement: PageMeasurement?
  /// Whether the caption of a measurement stands beside the line and not within it (`/CP`). Where the line is too short for it
  /// the caption stands beside it anyway.
  public var isCaptionBeside: Bool
  /// How far the caption is moved along the line and, to the left of its direction, away from it, in points (`/CO`).
  public var captionOffset: PagePoint

  /// The lines from the measured ends to the line itself (`/LL`, `/LLE` and `/LLO`, ISO 32000-2, table 178).
  public struct Leaders: Sendable, Hashable {
    /// How long they are, in points: to the right of the line's direction, to the left if negative.
    public var length: Double
    /// How far they go on beyond the line, in points.
    public var overhang: Double
    /// How far from the ends they begin, in points.
    public var gap: Double

    /// Makes leader lines.
    ///
    /// - Parameters:
    ///   - length: How long they are, in points: to the right of the line's direction, to the left if negative.
    ///   - overhang: How far they go on beyond the line, in points; not negative.
    ///   - gap: How far from the ends they begin, in points; not negative.
    public init(length: Double, overhang: Double = 0, gap: Double = 0) {
      self.length = length
      self.overhang = max(overhang, 0)
      self.gap = max(gap, 0)
    }
  }

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - from: Where it starts.
  ///   - to: Where it ends.
  ///   - start: What it shows where it starts.
  ///   - end: What it shows where it ends.
  ///   - leaders: Lines from the ends to a line beside them.
  ///   - measurement: What makes it the measure of the distance between its ends.
  ///   - isCaptionBeside: Whether the caption of a measurement stands beside the line.
  ///   - captionOffset: How far the caption is moved.
  public init(
    from: PagePoint, to: PagePoint, start: LineEnding = .none, end: LineEnding = .none,
    leaders: Leaders? = nil,
    measurement: PageMeasurement? = nil, isCaptionBeside: Bool = false, captionOffset: PagePoint = .zero
  ) {
    self.from = from
    self.to = to
    self.start = start
    self.end = end
    self.leaders = leaders
    self.measurement = measurement
    self.isCaptionBeside = isCaptionBeside
    self.captionOffset = captionOffset
  }
}

extension AnnotationContent {
  /// A straight line (`/Line`), with endings.
  public static func line(
    from: PagePoint, to: PagePoint, start: LineEnding = .none, end: LineEnding = .none
  ) -> AnnotationContent {
    AnnotationContent(LineContent(from: from, to: to, start: start, end: end))
  }

  /// A straight line (`/Line`).
  ///
  /// - Parameter content: The line.
  public static func line(_ content: LineContent) -> AnnotationContent { AnnotationContent(content) }

  /// The measure of the distance between two points: a line with arrows and a caption.
  ///
  /// - Parameters:
  ///   - from: One point.
  ///   - to: The other one.
  ///   - measurement: The scale, and the caption's looks.
  ///   - leaders: Lines from the points to a line beside them.
  public static func distance(
    from: PagePoint, to: PagePoint, _ measurement: PageMeasurement, leaders: LineContent.Leaders? = nil
  ) -> AnnotationContent {
    AnnotationContent(
      LineContent(
        from: from, to: to, start: .openArrow, end: .openArrow, leaders: leaders, measurement: measurement))
  }

  /// The line; `nil` for another kind.
  public var line: LineContent? {
    get { self[as: LineContent.self] }
    set { self[as: LineContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A straight line (`/Line`).
  public static let line = AnnotationContent.Kind(rawValue: LineContent.name)
}

extension LineContent: MeasuredKind {
  package static let subtype = "Line"
  package static let name = "line"
  package static let title = "Line"
  package static let keys = [
    "from", "to", "startEnding", "endEnding", "leaders", "measure", "captionBeside", "captionOffset",
  ]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { [from, to] }

  package var capabilities: AnnotationCapabilities {
    let all = Self.capabilities.ofMeasured(measurement)
    return leaders == nil ? all : all.subtracting(.erasedInParts)
  }
  package func requireUsable() throws {
    try measurement?.requireUsable(value)
    let lengths = [leaders?.length, leaders?.overhang, leaders?.gap, captionOffset.x, captionOffset.y]
    guard lengths.allSatisfy({ $0?.isUsableCoordinate ?? true }) else {
      throw PDFError(
        .invalidGeometry,
        "A length of leader lines or a caption is beyond 1,000,000 points: give a smaller one.")
    }
  }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> LineContent {
    var copy = self
    (copy.from, copy.to) = (transform(from), transform(to))
    return copy
  }

  package var controlPoints: [PagePoint] { points }
  package var isResizedByPointsAlone: Bool { true }

  package func movingControlPoint(_ index: Int, to point: PagePoint) -> LineContent {
    var copy = self
    if index == 0 { copy.from = point } else { copy.to = point }
    return copy
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect {
    let ends = drawnEnds
    let line = (leaderLines + [(ends.from, ends.to)]).reduce(nil as PageRect?) { box, line in
      let one = PageRect(corner: line.0, corner: line.1).insetBy(-style.lineWidth / 2)
      return box?.union(one) ?? one
    }
    let box = layout(style).ends.reduce(line ?? .zero) { $0.union($1.bounds(style)) }
    return caption(style).map { box.union($0.frame) } ?? box
  }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let painter = StylePainter(style)
    let layout = layout(style)
    if layout.isDot, measurement == nil {
      return painter.appearance(painter.dot(at: from), box: bounds(style))
    }
    let caption = caption(style)
    var shaft = PagePath()
    if let line = layout.shaft {
      shaft = PagePath([.move(line.start), .line(line.end)])
      if let gap = caption?.gap {
        shaft = PagePath([.move(line.start), .line(gap.0), .move(gap.1), .line(line.end)])
      }
    }
    for line in leaderLines { shaft.addPath(PagePath([.move(line.0), .line(line.1)])) }
    let items = painter.shaft(shaft, ends: layout.ends) + (caption.map { [$0.item] } ?? [])
    return painter.appearance(items, box: bounds(style))
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool {
    style.lineWidth > 0 || from != to || start != .none || end != .none
  }

  package func erasable(_ style: AnnotationStyle) -> (any ErasableGeometry)? {
    measurement == nil && leaders == nil ? ErasableLine(self, style: style) : nil
  }

  private func layout(_ style: AnnotationStyle) -> LineLayout {
    let ends = drawnEnds
    return LineLayout(from: ends.from, to: ends.to, start: start, end: end, lineWidth: style.lineWidth)
  }

  /// The distance as it is written.
  package var value: String { measurement?.scale.text(length: from.distance(to: to)) ?? "" }

  /// The direction of the line, of length 1; `nil` if it has none.
  private var direction: PagePoint? {
    let length = from.distance(to: to)
    return length > 0 ? PagePoint(x: (to.x - from.x) / length, y: (to.y - from.y) / length) : nil
  }

  /// The end of a line across the direction that starts at a point.
  private func across(_ point: PagePoint, _ distance: Double) -> PagePoint {
    guard let direction else { return point }
    return point.offset(dx: direction.y * distance, dy: -direction.x * distance)
  }

  /// Where the line is drawn.
  private var drawnEnds: (from: PagePoint, to: PagePoint) {
    guard let leaders else { return (from, to) }
    let way = leaders.length + (leaders.length < 0 ? -leaders.gap : leaders.gap)
    return (across(from, way), across(to, way))
  }

  private var leaderLines: [(PagePoint, PagePoint)] {
    guard let leaders, leaders.length != 0, direction != nil else { return [] }
    let side = leaders.length < 0 ? -1.0 : 1
    let end = abs(leaders.length) + leaders.gap + leaders.overhang
    return [from, to].map { (across($0, side * leaders.gap), across($0, side * end)) }
  }

  /// The caption, and the part of the line that it takes the place of.
  private func caption(
    _ style: AnnotationStyle
  ) -> (item: Appearance.Item, frame: PageRect, gap: (PagePoint, PagePoint)?)? {
    guard let measurement, let caption = measurement.caption(value, style.color) else { return nil }
    let drawn = drawnEnds
    let middle = drawn.from.interpolated(to: drawn.to, at: 0.5)
    guard let direction else {
      let placed = measurement.item(caption, around: middle)
      return (placed.item, placed.frame, nil)
    }
    let (width, height) = measurement.room(for: caption)
    let half = min(width / 2 / abs(direction.x), height / 2 / abs(direction.y)) + 1
    let layout = layout(style)
    let room = layout.shaft.map { min($0.start.distance(to: middle), $0.end.distance(to: middle)) } ?? 0
    // What is at the ends is wider than the line.
    let reach = layout.ends.map { $0.bounds(style) }.map { min($0.width, $0.height) }.max() ?? 0
    var center = middle
    var gap: (PagePoint, PagePoint)?
    if isCaptionBeside || half + reach > room {
      let isLonger = width / 2 * abs(direction.x) + height / 2 * abs(direction.y) + reach > room
      center = measurement.center(
        caption, beside: drawn, lineWidth: isLonger ? max(style.lineWidth, reach) : style.lineWidth)
    } else if captionOffset == .zero {
      gap = (
        middle.offset(dx: -direction.x * half, dy: -direction.y * half),
        middle.offset(dx: direction.x * half, dy: direction.y * half)
      )
    }
    center = center.offset(
      dx: direction.x * captionOffset.x - direction.y * captionOffset.y,
      dy: direction.y * captionOffset.x + direction.x * captionOffset.y)
    let placed = measurement.item(caption, around: center)
    return (placed.item, placed.frame, gap)
  }
}

extension LineContent.Leaders: Codable {
  /// Reads `{"length": 20, "overhang": 5, "gap": 2}`; only the length is needed.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["length", "overhang", "gap"], in: "leader lines")
    self.init(
      length: try fields.value("length"), overhang: try fields.optional("overhang") ?? 0,
      gap: try fields.optional("gap") ?? 0)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(length, forKey: "length")
    if overhang != 0 { try fields.encode(overhang, forKey: "overhang") }
    if gap != 0 { try fields.encode(gap, forKey: "gap") }
  }
}

extension LineContent: Codable {
  /// Reads `{"from": [x, y], "to": [x, y], "endEnding": "OpenArrow"}`; the endings may be left out, and so may
  /// `leaders`, `measure`, `captionBeside` and `captionOffset`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      from: try fields.value("from"), to: try fields.value("to"),
      start: try fields.word("startEnding") ?? LineEnding.none,
      end: try fields.word("endEnding") ?? LineEnding.none, leaders: try fields.optional("leaders"),
      measurement: try fields.optional("measure"),
      isCaptionBeside: try fields.optional("captionBeside") ?? false,
      captionOffset: try fields.optional("captionOffset") ?? .zero)
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(from, forKey: "from")
    try fields.encode(to, forKey: "to")
    if start != .none { try fields.encode(start, forKey: "startEnding") }
    if end != .none { try fields.encode(end, forKey: "endEnding") }
    try fields.encodeIfPresent(leaders, forKey: "leaders")
    try fields.encodeIfPresent(measurement, forKey: "measure")
    if isCaptionBeside { try fields.encode(true, forKey: "captionBeside") }
    if captionOffset != .zero { try fields.encode(captionOffset, forKey: "captionOffset") }
  }
}

extension LineContent: CustomStringConvertible {
  /// Where it runs, and how long a measured one is.
  public var description: String {
    "\(measurement == nil ? "line" : "distance of \(value)") from \(from) to \(to)"
  }
}
