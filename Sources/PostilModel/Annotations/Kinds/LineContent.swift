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

  /// Makes a line.
  public init(from: PagePoint, to: PagePoint, start: LineEnding = .none, end: LineEnding = .none) {
    self.from = from
    self.to = to
    self.start = start
    self.end = end
  }
}

extension AnnotationContent {
  /// A straight line (`/Line`), with endings.
  public static func line(
    from: PagePoint, to: PagePoint, start: LineEnding = .none, end: LineEnding = .none
  ) -> AnnotationContent {
    AnnotationContent(LineContent(from: from, to: to, start: start, end: end))
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

extension LineContent: AnnotationKind {
  package static let subtype = "Line"
  package static let name = "line"
  package static let keys = ["from", "to", "startEnding", "endEnding"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { [from, to] }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> LineContent {
    LineContent(from: transform(from), to: transform(to), start: start, end: end)
  }

  package var controlPoints: [PagePoint] { points }

  package func movingControlPoint(_ index: Int, to point: PagePoint) -> LineContent {
    var copy = self
    if index == 0 { copy.from = point } else { copy.to = point }
    return copy
  }

  package func bounds(_ style: StrokeStyle) -> PageRect {
    let line = PageRect(corner: from, corner: to).insetBy(-style.lineWidth / 2)
    return layout(style).ends.reduce(line) { $0.union($1.bounds(style)) }
  }

  package func appearance(_ style: StrokeStyle) -> Appearance {
    let painter = StylePainter(style)
    let layout = layout(style)
    if layout.isDot { return painter.appearance(painter.dot(at: from), box: bounds(style)) }
    var shaft = PagePath()
    if let line = layout.shaft { shaft = PagePath([.move(line.start), .line(line.end)]) }
    return painter.appearance(painter.shaft(shaft, ends: layout.ends), box: bounds(style))
  }

  package func isVisible(_ style: StrokeStyle) -> Bool {
    style.lineWidth > 0 || from != to || start != .none || end != .none
  }

  package func erasable(_ style: StrokeStyle) -> (any ErasableGeometry)? { ErasableLine(self, style: style) }

  private func layout(_ style: StrokeStyle) -> LineLayout {
    LineLayout(from: from, to: to, start: start, end: end, lineWidth: style.lineWidth)
  }
}

extension LineContent: Codable {
  /// Reads `{"from": [x, y], "to": [x, y], "endEnding": "OpenArrow"}`; the endings may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      from: try fields.value("from"), to: try fields.value("to"),
      start: try fields.word("startEnding") ?? LineEnding.none,
      end: try fields.word("endEnding") ?? LineEnding.none)
  }

  /// Writes what the decoding initialiser reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(from, forKey: "from")
    try fields.encode(to, forKey: "to")
    if start != .none { try fields.encode(start, forKey: "startEnding") }
    if end != .none { try fields.encode(end, forKey: "endEnding") }
  }
}

extension LineContent: CustomStringConvertible {
  /// Where it runs.
  public var description: String { "line from \(from) to \(to)" }
}
