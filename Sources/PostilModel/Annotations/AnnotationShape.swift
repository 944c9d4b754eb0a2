/// What an annotation draws.
public enum AnnotationShape: Sendable, Hashable {
  /// A straight line (`/Line`).
  case line(from: PagePoint, to: PagePoint, start: LineEnding = .none, end: LineEnding = .none)
  /// A rectangle (`/Square`); the pen runs along its edges, half inside and half outside.
  case rectangle(PageRect)
  /// The ellipse that touches the four sides of a rectangle (`/Circle`).
  case ellipse(PageRect)
  /// Freehand strokes (`/Ink`), and closed areas: what an eraser left of a filled shape. Areas are
  /// closed polygons, filled with the style's fill by the even-odd rule.
  case ink([InkStroke], areas: [[PagePoint]] = [])
  /// A kind that Postil lists, moves with its page and can delete, but does not draw: its PDF
  /// subtype, and its rectangle on the page.
  case other(subtype: String, bounds: PageRect)

  /// The annotation's PDF subtype: `Line`, `Square`, `Circle`, `Ink` or another.
  public var subtype: String {
    switch self {
    case .line: "Line"
    case .rectangle: "Square"
    case .ellipse: "Circle"
    case .ink: "Ink"
    case .other(let subtype, _): subtype
    }
  }

  /// Whether Postil can draw and change it: every kind but ``other(subtype:bounds:)``.
  public var isEditable: Bool {
    if case .other = self { false } else { true }
  }
}
