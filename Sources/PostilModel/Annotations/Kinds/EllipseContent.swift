/// An ellipse (`/Circle`).
public struct EllipseContent: Sendable, Hashable {
  /// The rectangle whose four sides it touches.
  public var rect: PageRect

  /// Makes the ellipse that touches the four sides of a rectangle.
  public init(in rect: PageRect) { self.rect = rect }
}

extension AnnotationContent {
  /// The ellipse that touches the four sides of a rectangle (`/Circle`).
  public static func ellipse(_ rect: PageRect) -> AnnotationContent {
    AnnotationContent(EllipseContent(in: rect))
  }

  /// The ellipse; `nil` for another kind.
  public var ellipse: EllipseContent? {
    get { self[as: EllipseContent.self] }
    set { self[as: EllipseContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// An ellipse (`/Circle`).
  public static let ellipse = AnnotationContent.Kind(rawValue: EllipseContent.name)
}

extension EllipseContent: AnnotationKind {
  package static let subtype = "Circle"
  package static let name = "ellipse"
  package static let title = "Ellipse"
  package static let keys = ["rect"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { rect.corners }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> EllipseContent {
    EllipseContent(in: rect.mapCorners(transform))
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect { rect.insetBy(-style.lineWidth / 2) }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let painter = StylePainter(style)
    let items = rect.isThin ? painter.strokes([rect.diagonal]) : painter.filledAndStroked(.ellipse(in: rect))
    return painter.appearance(items, box: bounds(style))
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool { style.lineWidth > 0 || !rect.isEmpty }

  package func erasable(_ style: AnnotationStyle) -> (any ErasableGeometry)? {
    ErasableInk(ellipseIn: rect, style: style)
  }
}

extension EllipseContent: Codable {
  /// Reads `{"rect": [x, y, width, height]}`.
  public init(from decoder: any Decoder) throws { self.init(in: try Fields(decoder).value("rect")) }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(rect, forKey: "rect")
  }
}

extension EllipseContent: CustomStringConvertible {
  /// Where it is.
  public var description: String { "ellipse in \(rect)" }
}
