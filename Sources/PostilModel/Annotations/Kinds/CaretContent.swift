/// A mark where text is to be put in (`/Caret`): a wedge whose tip is at the place, in the style's color. What is to be put
/// in is the annotation's text.
public struct CaretContent: Sendable, Hashable {
  /// The rectangle that the wedge fills.
  public var rect: PageRect
  /// How far clockwise the text around it is turned, on the page as the file has it: the tip points up in the text.
  public var turn: PageRotation
  /// Whether it is a part of a replacement of text: see ``Annotation/replacement(of:with:style:author:)``.
  public var isReplacement: Bool

  /// Makes a caret.
  public init(_ rect: PageRect, turn: PageRotation = .none, isReplacement: Bool = false) {
    self.rect = rect
    self.turn = turn
    self.isReplacement = isReplacement
  }

  /// Makes a caret behind a line of text, around the end of its lower edge.
  ///
  /// - Parameter quad: The text. The wedge is half as high, and as wide as that.
  public init(after quad: PageQuad, isReplacement: Bool = false) {
    let (end, start) = (quad.lowerRight, quad.lowerLeft)
    let height = end.distance(to: quad.upperRight) / 2
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let turn: PageRotation =
      abs(dx) >= abs(dy) ? (dx < 0 ? .clockwise180 : .none) : (dy < 0 ? .clockwise90 : .clockwise270)
    self.init(
      PageRect(corner: end, corner: end).insetBy(-height / 2), turn: turn, isReplacement: isReplacement)
  }
}

extension AnnotationContent {
  /// A mark where text is to be put in (`/Caret`).
  public static func caret(_ rect: PageRect, turn: PageRotation = .none) -> AnnotationContent {
    AnnotationContent(CaretContent(rect, turn: turn))
  }

  /// A mark where text is to be put in behind a line of text (`/Caret`).
  public static func caret(after quad: PageQuad) -> AnnotationContent {
    AnnotationContent(CaretContent(after: quad))
  }

  /// The caret; `nil` for another kind.
  public var caret: CaretContent? {
    get { self[as: CaretContent.self] }
    set { self[as: CaretContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A mark where text is to be put in (`/Caret`).
  public static let caret = AnnotationContent.Kind(rawValue: CaretContent.name)
}

extension CaretContent: AnnotationKind {
  package static let subtype = "Caret"
  package static let name = "caret"
  package static let title = "Insertion Mark"
  package static let keys = ["rect", "turn", "isReplacement"]
  package static let capabilities: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .resized, .erasedWhole, .cleared, .turned,
  ]

  package var points: [PagePoint] { rect.corners }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> CaretContent {
    CaretContent(rect.mapCorners(transform), turn: turn, isReplacement: isReplacement)
  }

  package func turned(by turn: PageRotation) -> CaretContent {
    let center = rect.center
    var result = mapPoints { $0.turned(by: turn, about: center) }
    result.turn = self.turn + turn
    return result
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect { rect }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let item = Appearance.Item(path: wedge, fill: style.color, fillRule: .nonzero)
    return Appearance(items: [item], opacity: style.opacity, box: rect)
  }

  package func hitArea(_ style: AnnotationStyle) -> PagePath? { .rectangle(rect) }
  package func isVisible(_ style: AnnotationStyle) -> Bool { !rect.isEmpty }

  /// Two curves from the ends of the lower edge to the tip.
  private var wedge: PagePath {
    func at(_ x: Double, _ y: Double) -> PagePoint {
      let (u, v): (Double, Double) =
        switch turn {
        case .none: (x, y)
        case .clockwise90: (y, 1 - x)
        case .clockwise180: (1 - x, 1 - y)
        case .clockwise270: (1 - y, x)
        }
      return PagePoint(x: rect.minX + u * rect.width, y: rect.minY + v * rect.height)
    }
    return PagePath([
      .move(at(0, 0)), .curve(at(0.5, 0), at(0.5, 0.5), at(0.5, 1)),
      .curve(at(0.5, 0.5), at(0.5, 0), at(1, 0)), .close,
    ])
  }
}

extension CaretContent: Codable {
  /// Reads `{"rect": [x, y, width, height], "turn": 90}`; the turn, in degrees, may be left out, and so may
  /// `isReplacement`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      try fields.value("rect"), turn: try fields.rotation("turn") ?? .none,
      isReplacement: try fields.optional("isReplacement") ?? false)
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(rect, forKey: "rect")
    if turn != .none { try fields.encode(turn.degrees, forKey: "turn") }
    if isReplacement { try fields.encode(true, forKey: "isReplacement") }
  }
}

extension CaretContent: CustomStringConvertible {
  /// Where it is.
  public var description: String { "caret \(rect)" }
}
